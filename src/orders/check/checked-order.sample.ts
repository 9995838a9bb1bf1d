import { maxLeadTime, real } from '#stock/entries.arbitrary.ts';
import type { LineState } from '#stock/order/line-state.ts';
import { type CountedLine, lineQueries } from '#stock/order/order-line.ts';
import { OrderResults, type SavedResults, stockOf } from '#stock/order/order-results.ts';
import { orderSummary, type OrderSummary, type SummaryLine } from '#stock/order/order-summary.ts';
import { countedLine } from '#stock/order/order.sample.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';

import { type Fault, CheckedService } from './checked-service.fake.ts';
import { OrderCheck } from './order-check.ts';

/** 40 today, 90 from April 17, any quantity from June 12 (max lead time). */
export const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

/** A service with products 1 to `count`, all with the same calendar. */
export function serviceOf(count: number, calendar: readonly DatedEntry[] = entries): CheckedService {
  return new CheckedService(new Map(upTo(count).map((productId) => [productId, calendar])));
}

/** A check with its lines and results, as in an order. */
export class CheckedOrder extends OrderCheck {
  readonly book: OrderResults;
  readonly #lines: { now: readonly CountedLine[] };

  constructor(service: CheckedService, lines: readonly CountedLine[], saved?: SavedResults) {
    const held = { now: lines };
    const book = new OrderResults({ day: service.today, stock: stockOf('me', service.dataVersion) }, saved);
    super(book, { ...service.options, queries: () => lineQueries(held.now) });
    this.book = book;
    this.#lines = held;
  }

  setLines(lines: readonly CountedLine[]): void {
    this.#lines.now = lines;
    this.touch();
  }

  get summaryLines(): SummaryLine[] {
    return lineQueries(this.#lines.now).map((query) => ({
      key: query.key,
      shipBy: null,
      state: this.book.stateOf(query),
      query,
    }));
  }

  get states(): LineState[] {
    return this.summaryLines.map(({ state }) => state);
  }

  get kinds(): string[] {
    return this.states.map(({ kind }) => kind);
  }

  get summary(): OrderSummary {
    return orderSummary(this.summaryLines, this.book, this.book.present.day);
  }

  save(): SavedResults {
    return this.book.save(lineQueries(this.#lines.now));
  }
}

/** One line of 1 unit per product. */
export function linesOf(...productIds: number[]): CountedLine[] {
  return productIds.map((productId, index) => countedLine(index + 1, { productId }));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Checks one line for each of `count` products with the given faults. */
export async function faulted(count: number, faults: (Fault | null)[]) {
  const service = serviceOf(count);
  service.faults = faults;
  const check = new CheckedOrder(service, linesOf(...upTo(count)));
  await check.check();
  return { service, check, kinds: check.kinds };
}
