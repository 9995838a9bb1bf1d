import type { ProductId } from '#contract/product-id.ts';
import type { CalendarEntry, StockItem } from '#contract/envelope.ts';
import { type Answer, answerOfItem, contradictionNow } from '#domain/answer.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate, isSameDay } from '#lib/calendar-date.ts';
import { exactThousandths, fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import type { Answered, ReconcileFinding } from './line-state.ts';
import type { StockQuestion } from './order-line.ts';

/** A stock item as it came (§2.2); an upstream may mark it deleted, as §2.3 marks entries. */
export type ReceivedItem = StockItem & { isDeleted?: boolean };

/** What became of one question: an answer beyond doubt, or the doubt. */
export type Reconciled = Answered | { kind: 'not-trusted'; finding: ReconcileFinding };

/** As of which day, and when, in milliseconds since 1970, an answer is read. */
export interface ReadAt {
  today: CalendarDate;
  checkedAt: number;
}

/** What the items of one response come to ({@link matchItems}), each as the answer that it is. */
export function reconcile(asked: readonly StockQuestion[], items: readonly ReceivedItem[], at: ReadAt): Reconciled[] {
  return matchItems(asked, items).map((match) => (isFinding(match) ? notTrusted(match) : answered(match, at)));
}

/**
 * Holds the items of one response against the questions that it should answer with exactly one item each (§4.2,
 * §4.3): for each question, in order, its item or the doubt. Items are told by product and quantity, and by position
 * where these don't tell; in which order they came is no reason for doubt.
 */
function matchItems(
  asked: readonly StockQuestion[],
  items: readonly ReceivedItem[],
): (ReceivedItem | ReconcileFinding)[] {
  const askedOf = countBy(asked, productOf);
  const cameOf = countBy(items, productOf);
  const askedAs = countBy(asked, keyOfQuestion);
  const cameAs = countBy(items, keyOfItem);
  const spare = new SpareItems(items);

  const matches = asked.map((question): ReceivedItem | ReconcileFinding | null => {
    const key = keyOfQuestion(question);
    const count = countIn(cameAs, key);
    if (countIn(cameOf, question.productId) > countIn(askedOf, question.productId) || count > countIn(askedAs, key)) {
      return { kind: 'doubled', count: Math.max(count, countIn(cameOf, question.productId)) };
    }
    return spare.takeAs(key);
  });
  return matches.map((match, index) => {
    if (match === null) return findingInPlaceOf(asked, index, spare, askedOf);
    return isFinding(match) ? match : (doubtOf(match) ?? match);
  });
}

/** Where an answer is to another question than was asked, and what is wrong there. */
export interface ItemBreach {
  /** In the envelope, such as `results`, 0, `item`, `stockQuantity`. */
  path: (string | number)[];
  /** To be put after the path: `is 40 where 250 was asked for`. */
  rule: string;
}

/** The first of the doubts by which a response answers another question than these (§4.2, §4.3); null where none does. */
export function breachOfItems(asked: readonly StockQuestion[], items: readonly ReceivedItem[]): ItemBreach | null {
  const matches = matchItems(asked, items);
  const index = matches.findIndex(isFinding);
  const finding = matches[index];
  const { productId, quantity } = asked[index] ?? { productId: 0, quantity: 0 };
  const inItem = (place: number, field: keyof ReceivedItem, rule: string): ItemBreach => ({
    path: ['results', place, 'item', field],
    rule,
  });
  const placeOf = (isMeant: (item: ReceivedItem) => boolean) =>
    items.findIndex((item) => item.productId === productId && isMeant(item));
  const count = `has ${items.length} ${items.length === 1 ? 'item' : 'items'} where ${asked.length} ${asked.length === 1 ? 'was' : 'were'} asked for`;
  if (items.length !== asked.length) return { path: ['results'], rule: count };
  // Where each of as many questions has an item of its own, none is left over.
  if (finding === undefined || !isFinding(finding)) return null;
  switch (finding.kind) {
    case 'other-product':
      return inItem(index, 'productId', `is ${finding.productId} where ${productId} was asked for`);
    case 'other-quantity':
      return inItem(
        placeOf(({ stockQuantity }) => stockQuantity === finding.quantity),
        'stockQuantity',
        `is ${finding.quantity} where ${fromThousandths(quantity)} was asked for`,
      );
    case 'other-day':
      return inItem(
        placeOf((item) => !isSameDay(item)),
        'stockDateUnix',
        'is another day than stockDate',
      );
    case 'deleted':
      return inItem(
        placeOf(({ isDeleted }) => isDeleted === true),
        'isDeleted',
        'is true, so it promises nothing',
      );
    case 'doubled':
    case 'missing':
    case 'calendar-contradicts':
    default:
      return {
        path: ['results'],
        rule: `has ${finding.kind === 'doubled' ? `${finding.count} items` : 'no item'} for product ${productId}`,
      };
  }
}

/** The first entry of a product's calendar (§4.1) that is one of another product or day; null where none is. */
export function breachOfEntries(
  productId: ProductId,
  entries: readonly Pick<CalendarEntry, 'productId' | 'stockDate' | 'stockDateUnix'>[],
): ItemBreach | null {
  const at = entries.findIndex((entry) => entry.productId !== productId || !isSameDay(entry));
  const entry = entries[at];
  if (entry === undefined) return null;
  return entry.productId === productId
    ? { path: ['results', at, 'item', 'stockDateUnix'], rule: 'is another day than stockDate' }
    : { path: ['results', at, 'item', 'productId'], rule: `is ${entry.productId} where ${productId} was asked for` };
}

/**
 * The finding where today's level in a product's whole calendar says the opposite of an answer; null where it
 * doesn't (rules, *Result for a quantity q*). The service's today can be the day before or after the person's.
 */
export function calendarDoubt(
  answer: Answer,
  entries: readonly DatedEntry[],
  quantity: Thousandths,
  today: CalendarDate,
): ReconcileFinding | null {
  const found = contradictionNow(today, [addDays(today, -1), addDays(today, 1)], answer, entries, quantity);
  return found && { kind: 'calendar-contradicts', levelToday: found.levelToday };
}

/** What came instead of an answer to the question at `index`. */
function findingInPlaceOf(
  asked: readonly StockQuestion[],
  index: number,
  spare: SpareItems,
  askedOf: ReadonlyMap<number, number>,
): ReconcileFinding {
  const { productId } = asked[index] as StockQuestion;
  const inPlace = spare.at(index);
  const other = inPlace?.productId === productId ? inPlace : spare.ofProduct(productId);
  if (other !== undefined) return { kind: 'other-quantity', quantity: other.stockQuantity };
  const isForeign = inPlace !== undefined && !askedOf.has(inPlace.productId) && spare.total === asked.length;
  return isForeign ? { kind: 'other-product', productId: inPlace.productId } : { kind: 'missing' };
}

function doubtOf({ isDeleted, stockDate, stockDateUnix }: ReceivedItem): ReconcileFinding | null {
  if (isDeleted === true) return { kind: 'deleted' };
  return isSameDay({ stockDate, stockDateUnix }) ? null : { kind: 'other-day', stockDate, stockDateUnix };
}

function answered(item: ReceivedItem, { today, checkedAt }: ReadAt): Answered {
  return { kind: 'answered', answer: answerOfItem(item, today), item, checkedAt };
}

/** The items that no question has taken yet, in their places. */
class SpareItems {
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

  takeAs(key: string): ReceivedItem | null {
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

function keyOfQuestion({ productId, quantity }: StockQuestion): string {
  return `${productId} ${quantity}`;
}

/** The question that an item answers: one for less, by however little, promises less than was asked for. */
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
