import { exactThousandths } from '#stock/thousandths.ts';

import type { Evidence } from './gather-evidence.ts';
import {
  type Answered,
  arrayOf,
  type Deviation,
  type Expectation,
  type Fields,
  fieldsOf,
  isDate,
  itemsOf,
  productIdsOf,
  show,
  verify,
} from './requirement.ts';

/** Expects these counter values. Counters that aren't integers are reported by the envelope's requirement. */
export function counters(expected: (answer: Answered, evidence: Evidence) => Record<string, number>): Expectation {
  return (answer, evidence) =>
    Object.entries(expected(answer, evidence)).flatMap(([name, value]) => {
      const got = answer.body[name];
      return verify(!Number.isInteger(got) || got === value, name, String(value), got);
    });
}

export function requestedPage({ exchange }: Answered): { page: number; pageSize: number } {
  const query = new URLSearchParams(exchange.request.path.split('?')[1]);
  return { page: Number(query.get('page')), pageSize: Number(query.get('pageSize')) };
}

export function wrongTotals(answer: Answered, { filtered }: Evidence): Deviation[] {
  const { totalItemCount: items, totalPageCount: pageCount } = answer.body;
  if (typeof items !== 'number' || typeof pageCount !== 'number') return [];
  const { page, pageSize } = requestedPage(answer);
  const atLeast = (page - 1) * pageSize + arrayOf(answer.body['results']).length;
  const wrongItems =
    answer.name === 'filteredPage'
      ? verify(items === filtered.length, 'totalItemCount', String(filtered.length), items)
      : verify(items >= atLeast, 'totalItemCount', `at least ${atLeast}, which were seen`, items);
  const count = Math.ceil(items / pageSize);
  return wrongItems.length > 0
    ? wrongItems
    : verify(pageCount === count, 'totalPageCount', `${count}: ${items} products by ${pageSize}`, pageCount);
}

export function requestedIds({ lines }: Evidence): number[] {
  return lines.map(({ productId }) => productId);
}

/** Expects exactly one result per product, in any order. */
export function sameProducts(what: string, idsOf: (evidence: Evidence) => readonly number[]): Expectation {
  return (answer, evidence) => {
    const asked = idsOf(evidence);
    const got = productIdsOf(answer);
    const isSame = show(sorted(got)) === show(sorted(asked));
    return verify(isSame, 'results', `one ${what} for each of ${asked.join(', ')}`, got);
  };
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

/** The products that a response is about. Of the searches, only the filtered one is checked here. */
function matchedIds({ name }: Answered, evidence: Evidence): readonly number[] {
  if (name === 'stockOfSeveral') return requestedIds(evidence);
  if (name === 'filteredPage') return evidence.filtered;
  return evidence.subject === null ? [] : [evidence.subject];
}

export function wrongFilters(answer: Answered, evidence: Evidence): Deviation[] {
  if (!Array.isArray(answer.body['filters'])) return [];
  const ids = matchedIds(answer, evidence);
  const filters = answer.body['filters'].map(fieldsOf);
  const names = filters.flatMap(({ name }, index) =>
    typeof name === 'string'
      ? verify(name.toLowerCase() === 'productid', `filters[${index}].name`, '"productId"', name)
      : [],
  );
  const keys = filters.flatMap(({ keyValue }) => (typeof keyValue === 'string' ? [keyValue] : []));
  // A keyValue of another type is reported by the envelope's requirement.
  if (keys.length < filters.length) return names;
  const isSame = filters.length === ids.length && ids.every((id) => keys.includes(String(id)));
  return [...names, ...verify(isSame, 'filters', `one entry for each of ${ids.join(', ')}`, keys)];
}

export function wrongValues({ name, body }: Answered): Deviation[] {
  const isOfCalendar = name === 'wholeCalendar' || name === 'calendarFromQuantity';
  return arrayOf(body['filters']).flatMap((filter, index) => {
    const { value, keyValue } = fieldsOf(filter);
    const at = `filters[${index}].value`;
    if (isOfCalendar) return verify(value === undefined, at, 'no such field in 4.1', value);
    const isText = typeof keyValue === 'string';
    const isRight = Number.isInteger(value) && (!isText || String(value) === keyValue);
    return verify(isRight, at, `the product id as a whole number${isText ? `, ${keyValue}` : ''}`, value);
  });
}

export function wrongFilterText(answer: Answered, evidence: Evidence): Deviation[] {
  const { filter } = answer.body;
  if (typeof filter !== 'string') return [];
  const ids = matchedIds(answer, evidence);
  const expected = ids.length === 1 ? `productId.eq.${ids[0]}` : `productId.eq.any(${ids.join(',')})`;
  return verify(namesProducts(filter, ids), 'filter', show(expected), filter);
}

/** Whether the filter selects exactly these products, in any order. A single one may also be in `any()`. */
export function namesProducts(filter: string, ids: readonly number[]): boolean {
  const [, several, one] = /^productid\.eq\.(?:any\(([\d,]+)\)|(\d+))$/i.exec(filter) ?? [];
  const named = several?.split(',') ?? (one === undefined ? [] : [one]);
  return named.length === ids.length && ids.every((id) => named.includes(String(id)));
}

/** §2.2, §2.4: both are the product ID as text. Other types are reported by the fields' requirement. */
export function idsAsText(item: Fields, at: string): Deviation[] {
  const { productId } = item;
  if (typeof productId !== 'number') return [];
  return ['itemId', 'id'].flatMap((name) =>
    verify(
      typeof item[name] !== 'string' || item[name] === String(productId),
      `${at}.${name}`,
      `"${productId}"`,
      item[name],
    ),
  );
}

/** Deviations of date fields that contain text other than a date. */
export function wrongDates(...names: readonly string[]) {
  return (item: Fields, at: string): Deviation[] =>
    names.flatMap((name) => {
      const value = item[name];
      const isRight = typeof value !== 'string' || isDate(value);
      return verify(isRight, `${at}.${name}`, 'a day that exists, written YYYY-MM-DD', value);
    });
}

/** A result for another product has no expected quantity. */
export function wrongQuantity(item: Fields, at: string, { lines, subject }: Evidence, { name }: Answered): Deviation[] {
  const { productId, stockQuantity } = item;
  const matches = name === 'stockOfSeveral' || productId === subject;
  const asked = matches ? lines.find((line) => line.productId === productId)?.quantity : undefined;
  if (asked === undefined || typeof stockQuantity !== 'number') return [];
  const isSame = exactThousandths(stockQuantity) === exactThousandths(asked);
  return verify(isSame, `${at}.stockQuantity`, String(asked), stockQuantity);
}

/** Blanks around a code make it another one for whoever compares it. The dashboard ignores them. */
export function blankCodes(item: Fields, at: string): Deviation[] {
  return ['company', 'salesOrganization', 'territoryId'].flatMap((name) => {
    const code = item[name];
    if (typeof code !== 'string') return [];
    return verify(code === code.trim(), `${at}.${name}`, show(code.trim()), code);
  });
}

export function codesOf([answer]: readonly [Answered, ...Answered[]]): string {
  const markets = itemsOf(answer).map(
    ({ company, salesOrganization, territoryId }) =>
      `company ${show(company)}, sales organization ${show(salesOrganization)}, territory ${show(territoryId)}`,
  );
  return `${[...new Set(markets)].join('; ')}.`;
}

/** Skips deleted entries: their presence is a separate requirement. */
export function outOfOrder(answer: Answered): Deviation[] {
  let before: { date: string; isMaxLeadTime: boolean } | undefined;
  return itemsOf(answer).flatMap(({ stockDate, isMaxLeadTime, isDeleted }, index) => {
    if (!isDate(stockDate) || isDeleted === true) return [];
    const entry = { date: stockDate, isMaxLeadTime: isMaxLeadTime === true };
    const previous = before;
    before = entry;
    if (previous === undefined) return [];
    const at = `results[${index}].item.stockDate`;
    if (previous.isMaxLeadTime)
      return verify(entry.isMaxLeadTime, at, 'no real entry after the max lead time', stockDate);
    const isLater = entry.isMaxLeadTime || previous.date <= entry.date;
    return verify(isLater, at, `${previous.date} or later, as the entry before`, stockDate);
  });
}
