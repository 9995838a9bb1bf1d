import { type Batch, type BatchWork, freshBatch } from '#api/batch-runner.ts';
import type { AskCalendar, AskCalendars } from '#api/stock-source.ts';
import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { isSameDay } from '#lib/calendar-date.ts';

export interface CalendarWorkOptions {
  askCalendars: AskCalendars;
  askCalendar: AskCalendar;
  /** Called once per product; null if its calendar failed to load. */
  settle: (productId: ProductId, entries: readonly CalendarEntry[] | null) => void;
}

/** Page size that keeps the filter within URL length limits. */
const productsPerCall = 100;

/** Loads calendars: many at once (§4.4), and one by one (§4.1) if that fails. */
export class CalendarWork implements BatchWork<ProductId> {
  readonly #options: CalendarWorkOptions;

  constructor(options: CalendarWorkOptions) {
    this.#options = options;
  }

  size(): number {
    return productsPerCall;
  }

  async ask({ items }: Batch<ProductId>, signal: AbortSignal): Promise<Batch<ProductId>[]> {
    const { askCalendar, askCalendars, settle } = this.#options;
    const [first] = items;
    if (first !== undefined && items.length === 1) {
      settle(first, await askCalendar(first, signal));
      return [];
    }
    const calendars = await askCalendars(items, signal);
    const unserved: ProductId[] = [];
    for (const productId of items) {
      const entries = calendars.get(productId);
      if (entries !== undefined && isWhole(productId, entries)) settle(productId, entries);
      else unserved.push(productId);
    }
    return oneByOne(unserved);
  }

  async refused({ items }: Batch<ProductId>): Promise<Batch<ProductId>[]> {
    if (items.length > 1) return oneByOne(items);
    this.giveUp(items);
    return [];
  }

  giveUp(productIds: readonly ProductId[]): void {
    for (const productId of productIds) this.#options.settle(productId, null);
  }
}

/** Services may leave §4.4 empty, and contradictory calendars aren't usable. */
function isWhole(productId: ProductId, entries: readonly CalendarEntry[]): boolean {
  return entries.length > 0 && entries.every((entry) => entry.productId === productId && isSameDay(entry));
}

function oneByOne(productIds: readonly ProductId[]): Batch<ProductId>[] {
  return productIds.map((productId) => freshBatch([productId]));
}
