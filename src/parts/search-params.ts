import { type CalendarDate, isCalendarDate } from '#stock/calendar-date.ts';
import { isProductId } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

/**
 * A search parameter: reads the text of an address, or the value of the app's own link. Undefined if it is missing or
 * invalid.
 */
export type SearchParam<Value> = (raw: unknown) => Value | undefined;

/** Search parameters of a page by name. */
export type SearchParams = Readonly<Record<string, SearchParam<unknown>>>;

/** Parsed search parameters; missing and invalid ones are undefined. */
export type SearchOf<Params extends SearchParams> = { [Name in keyof Params]?: ReturnType<Params[Name]> };

/**
 * Parses search parameters. Each is parsed separately, so that an invalid value affects no other. Invalid ones are
 * undefined rather than absent, because the router would keep the raw text of an absent one.
 */
export function readSearch<Params extends SearchParams>(shape: Params, raw: Record<string, unknown>): SearchOf<Params> {
  const read = Object.entries(shape).map(([name, param]) => [name, param(raw[name])] as const);
  return Object.fromEntries(read) as SearchOf<Params>;
}

/** Names of parameters in addresses saved earlier. */
const currentNames: Readonly<Record<string, string>> = {
  neededBy: 'shipBy',
  smallestDrop: 'minShipment',
  mostDrops: 'maxShipments',
};

/** Parses a query string. Values aren't parsed as JSON, so `1e3` stays text. */
export function parseSearch(search: string): Record<string, string> {
  const parameters = Array.from(new URLSearchParams(search));
  return Object.fromEntries(parameters.map(([name, value]) => [currentNames[name] ?? name, value]));
}

/** Inverse of {@link parseSearch}. Undefined values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  // Commas are valid in a query, and keep a list of ids readable.
  return text && `?${text.replaceAll('%2C', ',')}`;
}

/** A search parameter that was ignored, wholly or in part. */
export interface DroppedParam {
  name: string;
  value: string;
  /** Whether only some items of a list were ignored. */
  isPartial: boolean;
}

/** Returns the ignored parameters. Names that the page doesn't use are skipped. */
export function droppedParams(
  opened: Readonly<Record<string, string>>,
  read: Readonly<Record<string, unknown>>,
): DroppedParam[] {
  return Object.entries(read).flatMap(([name, kept]): DroppedParam[] => {
    const value = opened[name];
    if (value === undefined) return [];
    if (kept === undefined) return [{ name, value, isPartial: false }];
    const left = Array.isArray(kept) ? ignoredItems(value, kept) : [];
    return left.length === 0 ? [] : [{ name, value: left.join(', '), isPartial: true }];
  });
}

function ignoredItems(list: string, kept: readonly unknown[]): string[] {
  const known = new Set(kept.map(String));
  const parts = list.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '' && !known.has(part));
}

const wholeText = /^[1-9]\d{0,9}$/;
const decimalText = /^\d{1,10}(?:\.\d{1,3})?$/;

/** The number of text that matches `pattern`, or a number itself; else NaN. */
function numeric(pattern: RegExp, raw: unknown): number {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && pattern.test(raw) ? Number(raw) : NaN;
}

/** A quantity in the product's unit: above 0, at most 1,000,000,000, up to three decimals, written `12.5`. */
export const quantityParam: SearchParam<number> = (raw) => {
  const quantity = numeric(decimalText, raw);
  return quantity > 0 && quantity <= 1_000_000_000 && decimalText.test(String(quantity)) ? quantity : undefined;
};

/** A whole number from `min` to `max`. */
export const countParam =
  (min: number, max: number): SearchParam<number> =>
  (raw) => {
    const count = numeric(/^\d{1,9}$/, raw);
    return Number.isInteger(count) && count >= min && count <= max ? count : undefined;
  };

/** One of some texts or whole numbers. */
export const oneOfParam =
  <const Value extends string | number>(values: readonly Value[]): SearchParam<Value> =>
  (raw) =>
    values.find((value) => value === raw || (typeof value === 'number' && value === numeric(wholeText, raw)));

/** Trimmed text of 1 to `maxLength` characters. */
export const textParam =
  (maxLength: number): SearchParam<string> =>
  (raw) => {
    const text = typeof raw === 'string' ? raw.trim() : '';
    return text !== '' && text.length <= maxLength ? text : undefined;
  };

export const dateParam: SearchParam<CalendarDate> = (raw) =>
  typeof raw === 'string' && isCalendarDate(raw) ? raw : undefined;

export const flagParam: SearchParam<boolean> = (raw) =>
  raw === 'true' || raw === true ? true : raw === 'false' || raw === false ? false : undefined;

export const productIdParam: SearchParam<ProductId> = (raw) => {
  const id = numeric(wholeText, raw);
  return isProductId(id) ? id : undefined;
};

const productText = textParam(200);

/** A product id, or other text entered for a product: an SKU or words of its name. */
export const productParam: SearchParam<ProductId | string> = (raw) =>
  productIdParam(typeof raw === 'string' ? raw.trim() : raw) ?? productText(raw);

/** Maximum number of products in an address. The dashboard writes fewer, and stores longer lists in the browser. */
const maxIds = 1000;

/** Distinct product ids in order, written `1,2,3`. Invalid items are skipped. */
export const productIdsParam: SearchParam<ProductId[]> = (raw) => {
  const parts: readonly unknown[] =
    typeof raw === 'string' ? raw.split(',').map((part) => part.trim()) : Array.isArray(raw) ? raw : [];
  const ids = parts.flatMap((part) => productIdParam(part) ?? []);
  return ids.length > 0 && ids.length <= maxIds ? [...new Set(ids)] : undefined;
};
