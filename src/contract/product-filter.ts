import { grouped } from './grouped.ts';
import type { ServiceLimits } from './limits.ts';
import type { ProductId } from './product-id.ts';

/**
 * A filter of §4.4 in the regular query language, `{attribute}.{comparer}.{value}` with terms joined by `/` as
 * AND. Calendars take the one attribute `productid`, so a term is the list of ids that it lets through, as written.
 */
export type ProductFilter = readonly (readonly ProductId[])[];

export type ParsedProductFilter = { ok: true; filter: ProductFilter } | { ok: false; message: string };

const forms = 'productid.eq.<id> or productid.eq.any(<id>,<id>,...)';
const wholeNumber = /^[1-9]\d*$/;

/**
 * Reads a filter; the attribute's letter case doesn't matter, everything else is taken exactly.
 * The message of a refusal is what the filter must be, to be put after the field's name.
 */
export function parseProductFilter(
  text: string,
  { idsPerFilter, productId: largestId }: Pick<ServiceLimits, 'idsPerFilter' | 'productId'>,
): ParsedProductFilter {
  const filter: ProductId[][] = [];
  for (const term of text.split('/')) {
    const values = valuesOf(term);
    if (values === undefined) return { ok: false, message: `must have the form ${forms}` };
    const ids = values.map((value) => (wholeNumber.test(value) ? Number(value) : 0));
    if (ids.some((id) => id < 1 || id > largestId))
      return {
        ok: false,
        message: `must name products by whole numbers from 1 to ${grouped(largestId)}, in the form ${forms}`,
      };
    filter.push(ids);
  }
  const count = filter.reduce((sum, ids) => sum + ids.length, 0);
  if (count > idsPerFilter)
    return { ok: false, message: `must name at most ${grouped(idsPerFilter)} products; it names ${grouped(count)}` };
  return { ok: true, filter };
}

/** The texts of a term's ids, or undefined where it is no equality on the product id. */
function valuesOf(term: string): string[] | undefined {
  const [attribute = '', comparer, ...rest] = term.split('.');
  if (attribute.toLowerCase() !== 'productid' || comparer !== 'eq') return undefined;
  const value = rest.join('.');
  if (!value.startsWith('any(')) return [value];
  return value.endsWith(')') ? value.slice('any('.length, -1).split(',') : undefined;
}

/** The ids that pass every term, each once, ascending. */
export function filteredProductIds(filter: ProductFilter): ProductId[] {
  const [first = [], ...others] = filter.map((ids) => new Set(ids));
  return [...first].filter((id) => others.every((ids) => ids.has(id))).toSorted((a, b) => a - b);
}

/** `productId.eq.<id>` for one id, `productId.eq.any(<id>,...)` for several, the empty text for none (§2.1). */
export function printProductIds(ids: readonly ProductId[]): string {
  if (ids.length === 0) return '';
  return ids.length === 1 ? `productId.eq.${ids[0]}` : `productId.eq.any(${ids.join(',')})`;
}

/** The filter as the answers of the service write it; {@link parseProductFilter} reads it back. */
export function printProductFilter(filter: ProductFilter): string {
  return filter.map(printProductIds).join('/');
}
