import type { ProductId } from '#contract/product-id.ts';

import { calendarPath, type CalendarQuery, productFilter } from '#api/stock-requests.ts';

/** The products that calendars are asked for: listed ones, in an order of the person's own, or every one there is. */
export type ProductChoice = { kind: 'list'; productIds: readonly ProductId[] } | { kind: 'every' };

/** What one call of §4.4 asks for: a few listed products, or a page of every product. */
export type CalendarSpan =
  | { kind: 'list'; productIds: readonly ProductId[] }
  | { kind: 'every'; page: number; pageSize: number };

/** No address that is sent is longer; what lies before the path at the service itself has its share. */
const longestAddress = 4096 - 512;

/** The parameters of the call for a span (§4.4). */
export function queryOfSpan(span: CalendarSpan, includeMaxLeadTime: boolean): CalendarQuery {
  if (span.kind === 'every') return { page: span.page, pageSize: span.pageSize, filter: null, includeMaxLeadTime };
  const { productIds } = span;
  return { page: 1, pageSize: productIds.length, filter: productFilter(productIds), includeMaxLeadTime };
}

/** The products, each once, in as few spans as keep every address short, in their order. */
export function spansOfList(productIds: readonly ProductId[]): CalendarSpan[] {
  const spans: CalendarSpan[] = [];
  let window: ProductId[] = [];
  let length = 0;
  for (const productId of new Set(productIds)) {
    // With a comma, which takes three characters in an address.
    const more = String(productId).length + 3;
    if (window.length > 0 && length + more > roomForIds) {
      spans.push({ kind: 'list', productIds: window });
      window = [];
      length = 0;
    }
    window.push(productId);
    length += more;
  }
  if (window.length > 0) spans.push({ kind: 'list', productIds: window });
  return spans;
}

/**
 * The same products in smaller spans, for a service that takes no more at once; null where a span can't be divided.
 * Pages divide into pages, so that none is asked for twice.
 */
export function dividedSpan(span: CalendarSpan): CalendarSpan[] | null {
  if (span.kind === 'list') {
    const { productIds } = span;
    const middle = Math.ceil(productIds.length / 2);
    const halves = [productIds.slice(0, middle), productIds.slice(middle)];
    return productIds.length < 2 ? null : halves.map((half) => ({ kind: 'list', productIds: half }));
  }
  const { page, pageSize } = span;
  const parts = smallestDivisor(pageSize);
  if (pageSize < 2) return null;
  return Array.from({ length: parts }, (_, index) => ({
    kind: 'every',
    page: (page - 1) * parts + index + 1,
    pageSize: pageSize / parts,
  }));
}

const roomForIds =
  longestAddress -
  calendarPath({ page: 1, pageSize: longestAddress, filter: productFilter([]), includeMaxLeadTime: false }).length;

function smallestDivisor(value: number): number {
  for (let divisor = 2; divisor * divisor <= value; divisor += 1) if (value % divisor === 0) return divisor;
  return value;
}
