import type { StatusCounts } from '#stock/order/line-state.ts';
import type { ColumnFilter } from '#parts/grid/grid-view.ts';

export type ShownLines = Exclude<keyof StatusCounts, 'checking'>;

export const sortableColumns = [
  'product',
  'name',
  'quantity',
  'unit',
  'shipBy',
  'shipDate',
  'status',
  'days',
  'late',
  'note',
] as const;

/** Converts the ID of a column in an address that may have been saved under its earlier name. */
export function currentColumn(raw: unknown): unknown {
  return raw === 'answer' ? 'shipDate' : raw;
}

/** Problems first: a phone shows three of them without scrolling. */
export const shownLines = [
  'late',
  'not-available',
  'unknown-product',
  'no-stock-data',
  'unit-differs',
  'no-result',
  'not-trusted',
  'outdated',
  'not-checked',
  'max-lead-time',
  'expected',
  'in-stock',
  'ordered',
  'shipped',
] as const satisfies readonly ShownLines[];

export type ColumnFilters = ReadonlyMap<string, ColumnFilter>;

/** Maximum characters of filters in an address. Longer ones are stored in the history state. */
export const maxFilterLength = 3000;

/**
 * Serializes filters for an address: `product.has=AB&unit.is=m&unit.is=pcs`.
 * @returns undefined if there are none, or if they are too long
 */
export function writeFilters(filters: ColumnFilters): string | undefined {
  const parts = sortableColumns.flatMap((column) => {
    const { contains = '', values } = filters.get(column) ?? {};
    const has = contains.trim() === '' ? [] : [[`${column}.has`, contains.trim()]];
    // An empty selection is a filter too: it matches nothing.
    const is = values?.length === 0 ? [[`${column}.none`, '']] : (values ?? []).map((value) => [`${column}.is`, value]);
    return [...has, ...is];
  });
  const text = new URLSearchParams(parts).toString();
  return text === '' || text.length > maxFilterLength ? undefined : text;
}

/** Parses the text of {@link writeFilters}. Invalid parts are skipped. */
export function readFilters(text: string): ColumnFilters {
  const filters = new Map<string, ColumnFilter>();
  for (const [name, value] of new URLSearchParams(text)) {
    const [id, kind] = name.split('.');
    const column = sortableColumns.find((each) => each === currentColumn(id));
    if (column === undefined) continue;
    const filter = filters.get(column);
    if (kind === 'has' && value.trim() !== '') filters.set(column, { ...filter, contains: value });
    if (kind === 'is') filters.set(column, { ...filter, values: [...(filter?.values ?? []), value] });
    if (kind === 'none') filters.set(column, { ...filter, values: filter?.values ?? [] });
  }
  return filters;
}
