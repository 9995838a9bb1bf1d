import { RequestQueue } from '#api/request-queue.ts';
import { type CallFault, failCall, refuse, refuseAs } from '#api/call-faults.fake.ts';
import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { type Answer, answerFor } from '#domain/answer.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { type DatedEntry, readTimeline, realDateFor } from '#domain/stock-timeline.ts';
import type { ReceivedItem } from '#contract/envelope.ts';
import { firstDay, maxLeadTime, real } from '#domain/entries.arbitrary.ts';
import { addDays, type CalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';
import { fromThousandths } from '#lib/thousandths.ts';

/** Defects of a response's items. The remaining content is correct. */
const spoilt = {
  half: (items) => items.slice(0, Math.floor(items.length / 2)),
  doubled: (items) => [...items, ...items.slice(0, 1)],
  'foreign in place': (items) => everySecond(items, (item) => ({ ...item, productId: foreign })),
  'foreign beside': (items) => [
    ...items.slice(0, 1).map((item) => Object.assign({}, item, { productId: foreign })),
    ...items,
  ],
  swapped: (items) => items.toReversed(),
  'other quantity': (items) =>
    everySecond(items, (item) => ({ ...item, stockQuantity: item.stockQuantity + 1 / 8, stockDate: firstDay })),
  deleted: (items) => everySecond(items, (item) => ({ ...item, isDeleted: true })),
  'other day': (items) => everySecond(items, (item) => ({ ...item, stockDate: addDays(item.stockDate, -40) })),
} satisfies Record<string, (items: readonly ReceivedItem[]) => ReceivedItem[]>;
type ItemFault = keyof typeof spoilt;
export type Fault = CallFault | ItemFault;

/** How the service reports lines without a result. */
export type Manner = 'names lines' | 'names nothing' | 'names nothing, empty calendars';

const foreign: ProductId = 999_999;
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

/** A fake service with known calendars and configurable failures. */
export class FaultyService {
  readonly today: CalendarDate = '2026-03-24';
  /** Faults of the next calls in order; later calls succeed. */
  faults: (Fault | null)[] = [];
  /** Whether `faults` apply to calls for calendars too. */
  spoilsCalendars = false;
  mostProducts = Infinity;
  underWay = 0;
  mostUnderWay = 0;
  stockCalls: StockQuestion[][] = [];
  calendarCalls: ProductId[][] = [];
  /** Questions repeated after a complete response to them. */
  askedTwice: StockQuestion[] = [];
  /** Unix milliseconds; advanced by waiting. */
  clock = Date.UTC(2026, 2, 24, 9);
  waits: number[] = [];
  /** Whether waits never end. */
  isSlow = false;
  /** Times of the stock calls. */
  askedAt: number[] = [];
  readonly #calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>;
  readonly #manner: Manner;
  readonly #answered = new Set<string>();

  constructor(calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>, manner: Manner = 'names lines') {
    this.#calendars = calendars;
    this.#manner = manner;
  }

  /** The correct result of a question. */
  truth({ productId, quantity }: StockQuestion): Answer | { kind: 'unknown-product' } {
    const entries = this.#calendars.get(productId);
    return entries ? answerFor(readTimeline(entries, this.today), quantity) : { kind: 'unknown-product' };
  }

  realDate({ productId, quantity }: StockQuestion): CalendarDate | null {
    return realDateFor(readTimeline(this.#calendars.get(productId) ?? [], this.today), quantity);
  }

  readonly queue = new RequestQueue({
    now: () => this.clock,
    wait: async (milliseconds: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      this.waits.push(milliseconds);
      if (this.isSlow) return new Promise(() => {});
      await Promise.resolve();
      this.clock += milliseconds;
    },
  });
  readonly options = {
    queue: this.queue,
    ask: this.queue.limit((questions: readonly StockQuestion[], signal: AbortSignal) =>
      this.#counted(signal, () => this.#answerStock(questions)),
    ),
    askCalendar: this.queue.limit((productId: ProductId, signal: AbortSignal) =>
      this.#counted(signal, () => this.#answerCalendar(productId)),
    ),
    askCalendars: this.queue.limit((productIds: readonly ProductId[], signal: AbortSignal) =>
      this.#counted(signal, () => this.#answerCalendars(productIds)),
    ),
    today: () => this.today,
    now: () => this.clock,
  };

  async #counted<Result>(signal: AbortSignal, answer: () => Promise<Result>): Promise<Result> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      for (let turns = (this.stockCalls.length % 4) + 1; turns > 0; turns -= 1) await Promise.resolve();
      signal.throwIfAborted();
      return await answer();
    } finally {
      this.underWay -= 1;
    }
  }

  async #answerStock(questions: readonly StockQuestion[]): Promise<ReceivedItem[]> {
    this.stockCalls.push([...questions]);
    this.askedAt.push(this.clock);
    this.askedTwice.push(...questions.filter((question) => this.#answered.has(keyOf(question))));
    const fault = this.faults.shift() ?? null;
    await failCall(fault, this.clock);
    if (questions.length > this.mostProducts) await refuseAs(413, 'payload-too-large');
    await this.#refuseImpossible(questions);
    const items = questions.map((question) => this.#itemFor(question));
    if (isItemFault(fault)) return spoilt[fault](items);
    for (const question of questions) this.#answered.add(keyOf(question));
    return items;
  }

  async #answerCalendar(productId: ProductId): Promise<CalendarEntry[]> {
    this.calendarCalls.push([productId]);
    if (this.spoilsCalendars) await failCall(this.faults.shift() ?? null, this.clock);
    const entries = this.#calendars.get(productId);
    if (!entries && this.#manner !== 'names nothing, empty calendars') await refuseAs(404, 'unknown-product');
    return (entries ?? []).map((entry) => calendarEntry(productId, entry));
  }

  async #answerCalendars(productIds: readonly ProductId[]): Promise<Map<ProductId, CalendarEntry[]>> {
    this.calendarCalls.push([...productIds]);
    if (this.spoilsCalendars) await failCall(this.faults.shift() ?? null, this.clock);
    return new Map(
      productIds.map((id) => [id, (this.#calendars.get(id) ?? []).map((entry) => calendarEntry(id, entry))]),
    );
  }

  async #refuseImpossible(questions: readonly StockQuestion[]): Promise<void> {
    const idsOf = (kind: 'unknown-product' | 'not-available') => [
      ...new Set(questions.filter((each) => this.truth(each).kind === kind).map(({ productId }) => productId)),
    ];
    const unknownProductIds = idsOf('unknown-product');
    const unavailableProductIds = idsOf('not-available');
    if (unknownProductIds.length + unavailableProductIds.length === 0) return;
    if (this.#manner !== 'names lines') await refuse(new Response('No such thing', { status: 404 }));
    await refuseAs(404, 'products-not-available', { unknownProductIds, unavailableProductIds });
  }

  #itemFor(question: StockQuestion): ReceivedItem {
    const answer = this.truth(question);
    if (!('date' in answer)) throw new Error('Only what has a date is an item');
    return stockItem(question, answer.date, answer.kind === 'max-lead-time');
  }
}

export function stockItem(
  { productId, quantity }: StockQuestion,
  stockDate: CalendarDate,
  isMaxLeadTime = false,
): ReceivedItem {
  const id = String(productId);
  return {
    itemId: id,
    id,
    localized: [],
    productId,
    ...market,
    lastUpdateDate: '2026-03-20',
    stockDate,
    stockDateUnix: toUnixSeconds(stockDate),
    isMaxLeadTime,
    stockQuantity: fromThousandths(quantity),
  };
}

/** 40 today, 90 from April 17, any quantity from June 12 (max lead time). */
export const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

/** A service with products 1 to `count`, all with the same calendar. */
export function serviceOf(count: number): FaultyService {
  return new FaultyService(new Map(upTo(count).map((productId) => [productId, entries])));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function calendarEntry(productId: ProductId, entry: DatedEntry): CalendarEntry {
  return { ...entry, productId, ...market, stockDateUnix: toUnixSeconds(entry.stockDate) };
}

function everySecond(items: readonly ReceivedItem[], change: (item: ReceivedItem) => ReceivedItem): ReceivedItem[] {
  return items.map((item, index) => (index % 2 === 0 ? change(item) : item));
}

function isItemFault(fault: Fault | null): fault is ItemFault {
  return fault !== null && fault in spoilt;
}

function keyOf({ productId, quantity }: StockQuestion): string {
  return `${productId} ${quantity}`;
}
