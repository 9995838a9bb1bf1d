import type { ProductId } from '#stock/contract/product-id.ts';
import type { Market, ReceivedItem } from '#stock/contract/envelope.ts';
import { resultOfItem } from '#stock/stock-result.ts';
import { type CalendarDate, isSameDay } from '#stock/calendar-date.ts';
import { exactThousandths, fromThousandths } from '#stock/thousandths.ts';

import type { CheckedResult, ReconcileFinding } from './line-state.ts';
import type { StockQuery } from './order-line.ts';

/** Result for one request: a trusted result, or the reason not to trust it. */
export type Reconciled = (CheckedResult & { item: ReceivedItem }) | { kind: 'not-trusted'; finding: ReconcileFinding };

/** Current date, and when the response was received (Unix milliseconds). */
export interface ReadAt {
  today: CalendarDate;
  checkedAt: number;
  /** Codes of the market that was asked for, as far as known. */
  market?: Partial<Market>;
  /** Products of items that can't be read. */
  unreadable?: ReadonlySet<ProductId>;
}

/** Matches the items of one response to their requests ({@link matchItems}) and returns a result for each request. */
export function reconcile(requested: readonly StockQuery[], items: readonly ReceivedItem[], at: ReadAt): Reconciled[] {
  return matchItems(requested, items).map((match, index) => {
    if (isFinding(match)) {
      const isUnreadable = match.kind === 'missing' && at.unreadable?.has(productOf(requested[index] as StockQuery));
      return notTrusted(isUnreadable === true ? { kind: 'unreadable' } : match);
    }
    return isOfMarket(match, at.market ?? {}) ? checkedResult(match, at) : notTrusted({ kind: 'other-market' });
  });
}

/** Whether an item or entry is of the market that was asked for. A code that isn't provided (empty) matches any. */
export function isOfMarket(of: Partial<Market>, requested: Partial<Market>): boolean {
  const differs = (name: keyof Market) => Boolean(of[name]) && Boolean(requested[name]) && of[name] !== requested[name];
  return !differs('company') && !differs('salesOrganization') && !differs('territoryId');
}

/**
 * Matches the items of one response to the requests, which require exactly one item each (§4.2, §4.3). Returns the item
 * or a finding for each request, in order. Items are matched by product and quantity, otherwise by position. Their
 * order is no reason for a finding.
 */
function matchItems(
  requested: readonly StockQuery[],
  items: readonly ReceivedItem[],
): (ReceivedItem | ReconcileFinding)[] {
  const requestsByProduct = countBy(requested, productOf);
  const itemsByProduct = countBy(items, productOf);
  const requestsByKey = countBy(requested, keyOfQuery);
  const itemsByKey = countBy(items, keyOfItem);
  const unmatched = new UnmatchedItems(items);

  const matches = requested.map((query): ReceivedItem | ReconcileFinding | null => {
    const key = keyOfQuery(query);
    const count = countIn(itemsByKey, key);
    if (
      countIn(itemsByProduct, query.productId) > countIn(requestsByProduct, query.productId) ||
      count > countIn(requestsByKey, key)
    ) {
      return { kind: 'doubled', count: Math.max(count, countIn(itemsByProduct, query.productId)) };
    }
    return unmatched.take(key);
  });
  return matches.map((match, index) => {
    if (match === null) return findingForUnmatched(requested, index, unmatched, requestsByProduct);
    return isFinding(match) ? match : (itemFinding(match) ?? match);
  });
}

/** A mismatch between a response and its request. */
export interface ItemMismatch {
  /** Path in the envelope, such as `results`, 0, `item`, `stockQuantity`. */
  path: (string | number)[];
  /** Follows the path in a message: `is 40 where 250 was asked for`. */
  rule: string;
}

/** Returns the first mismatch between a response and these requests (§4.2, §4.3), null if there is none. */
export function itemsMismatch(requested: readonly StockQuery[], items: readonly ReceivedItem[]): ItemMismatch | null {
  const matches = matchItems(requested, items);
  const index = matches.findIndex(isFinding);
  const finding = matches[index];
  const { productId, quantity } = requested[index] ?? { productId: 0, quantity: 0 };
  const placeOf = (isMeant: (item: ReceivedItem) => boolean) =>
    items.findIndex((item) => item.productId === productId && isMeant(item));
  if (items.length !== requested.length) {
    const rule = `has ${items.length} ${items.length === 1 ? 'item' : 'items'} where ${requested.length} ${requested.length === 1 ? 'was' : 'were'} asked for`;
    return { path: ['results'], rule };
  }
  // If the counts are equal and each request has an item, no item is left over.
  if (finding === undefined || !isFinding(finding)) return null;
  if (finding.kind === 'other-product') {
    return inItem(index, 'productId', `is ${finding.productId} where ${productId} was asked for`);
  }
  if (finding.kind === 'other-quantity') {
    const place = placeOf(({ stockQuantity }) => stockQuantity === finding.quantity);
    return inItem(place, 'stockQuantity', `is ${finding.quantity} where ${fromThousandths(quantity)} was asked for`);
  }
  if (finding.kind === 'other-day') {
    const place = placeOf((item) => !isSameDay(item));
    return inItem(place, 'stockDateUnix', 'is another day than stockDate');
  }
  if (finding.kind === 'deleted') {
    const place = placeOf(({ isDeleted }) => isDeleted === true);
    return inItem(place, 'isDeleted', 'is true, so it promises nothing');
  }
  const found = finding.kind === 'doubled' ? `${finding.count} items` : 'no item';
  return { path: ['results'], rule: `has ${found} for product ${productId}` };
}

function inItem(place: number, field: keyof ReceivedItem, rule: string): ItemMismatch {
  return { path: ['results', place, 'item', field], rule };
}

/** Returns the finding for the request at `index`, which no item matches. */
function findingForUnmatched(
  requested: readonly StockQuery[],
  index: number,
  unmatched: UnmatchedItems,
  requestsByProduct: ReadonlyMap<number, number>,
): ReconcileFinding {
  const { productId } = requested[index] as StockQuery;
  const inPlace = unmatched.at(index);
  const other = inPlace?.productId === productId ? inPlace : unmatched.ofProduct(productId);
  if (other !== undefined) return { kind: 'other-quantity', quantity: other.stockQuantity };
  const isForeign =
    inPlace !== undefined && !requestsByProduct.has(inPlace.productId) && unmatched.total === requested.length;
  return isForeign ? { kind: 'other-product', productId: inPlace.productId } : { kind: 'missing' };
}

function itemFinding({ isDeleted, stockDate, stockDateUnix }: ReceivedItem): ReconcileFinding | null {
  if (isDeleted === true) return { kind: 'deleted' };
  return isSameDay({ stockDate, stockDateUnix }) ? null : { kind: 'other-day', stockDate, stockDateUnix };
}

function checkedResult(item: ReceivedItem, { today, checkedAt }: ReadAt): Reconciled {
  return { kind: 'result', stockResult: resultOfItem(item, today), item, checkedAt };
}

/** Items not yet matched to a request, by position. */
class UnmatchedItems {
  readonly total: number;
  readonly #inPlace: (ReceivedItem | undefined)[];
  readonly #placesOf = new Map<string, number[]>();

  constructor(items: readonly ReceivedItem[]) {
    this.total = items.length;
    this.#inPlace = [...items];
    for (const [place, item] of items.entries()) {
      const places = this.#placesOf.get(keyOfItem(item));
      if (places) places.push(place);
      else this.#placesOf.set(keyOfItem(item), [place]);
    }
  }

  take(key: string): ReceivedItem | null {
    const place = this.#placesOf.get(key)?.shift();
    if (place === undefined) return null;
    const item = this.#inPlace[place];
    this.#inPlace[place] = undefined;
    return item ?? null;
  }

  at(place: number): ReceivedItem | undefined {
    return this.#inPlace[place];
  }

  ofProduct(productId: number): ReceivedItem | undefined {
    return this.#inPlace.find((item) => item?.productId === productId);
  }
}

function notTrusted(finding: ReconcileFinding): Reconciled {
  return { kind: 'not-trusted', finding };
}

function isFinding(match: ReceivedItem | ReconcileFinding): match is ReconcileFinding {
  return 'kind' in match;
}

function productOf({ productId }: { productId: number }): number {
  return productId;
}

function keyOfQuery({ productId, quantity }: StockQuery): string {
  return `${productId} ${quantity}`;
}

/**
 * Returns the key of the request that an item belongs to. The quantity must be exact: even slightly less would promise
 * less than requested.
 */
function keyOfItem({ productId, stockQuantity }: ReceivedItem): string {
  return `${productId} ${exactThousandths(stockQuantity)}`;
}

function countBy<Each, Key>(all: readonly Each[], keyOf: (each: Each) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const each of all) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

function countIn<Key>(counts: ReadonlyMap<Key, number>, key: Key): number {
  return counts.get(key) ?? 0;
}
