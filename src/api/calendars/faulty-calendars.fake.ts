import * as fc from 'fast-check';

import { RequestQueue } from '#api/request-queue.ts';
import { type CallFault, callFaults, failCall, refuseAs } from '#api/call-faults.fake.ts';
import type { CalendarEntry } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';
import { type CalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';

import type { JsonAnswer } from '#api/http-client.ts';
import { noLimits } from '#api/stock-source.ts';
import type { CalendarQuery, CalendarQuestion } from '#api/stock-requests.ts';
import type { ReceivedCalendar, ReceivedCalendars } from './calendar-span.ts';

const foreign: ProductId = 999_999;

/** Defects of a page. The remaining content is correct. */
const spoilt = {
  half: (items) => items.slice(0, Math.floor(items.length / 2)),
  doubled: (items) => [...items, ...items.slice(0, 1)],
  differing: (items) => [...items, ...items.slice(0, 1).map(({ productId }) => ({ productId, stock: [] }))],
  foreign: (items) => [...items, { productId: foreign, stock: [] }],
  'empty stock': (items) => items.map(({ productId }) => ({ productId, stock: [] })),
  unreadable: (items) =>
    items.map(({ productId, stock }) => ({ productId, stock: [...stock, { stockDate: 'soon' }, null] })),
  'other product': (items) =>
    items.map(({ productId, stock }) => ({
      productId,
      stock: stock.map((entry) => Object.assign({}, entry, { productId: foreign })),
    })),
} satisfies Record<string, (items: ReceivedCalendar[]) => ReceivedCalendar[]>;
type PageFault = keyof typeof spoilt;
export type CalendarFault = CallFault | PageFault;

export const arbitraryCalendarFault = fc.constantFrom<CalendarFault>(
  ...callFaults,
  ...(Object.keys(spoilt) as PageFault[]),
);

/** A fake service with known calendars and configurable failures. */
export class FaultyCalendars {
  calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>;
  /** Faults of the next calls in order; later calls succeed. */
  faults: (CalendarFault | null)[] = [];
  /** Faults by query. */
  faultOf: (query: CalendarQuery) => CalendarFault | null = () => null;
  /** Products whose own calendar fails to load. */
  broken: ReadonlySet<ProductId> = new Set();
  mostOnPage = Infinity;
  /** Whether larger pages are truncated instead of rejected. */
  cutsPages = false;
  queries: CalendarQuestion[] = [];
  owns: ProductId[] = [];
  /** Page number to return instead of the requested one. */
  answersPage: number | null = null;
  /** Age of responses from the gateway's cache, in milliseconds. */
  keptFor = 0;
  underWay = 0;
  mostUnderWay = 0;
  /** Unix milliseconds; advanced by waiting. */
  clock = Date.UTC(2026, 2, 24, 9);

  constructor(calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>) {
    this.calendars = calendars;
  }

  readonly queue = new RequestQueue({
    now: () => this.clock,
    wait: async (milliseconds: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      await Promise.resolve();
      this.clock += milliseconds;
    },
  });
  readonly source = {
    queue: this.queue,
    search: this.queue.limit((query: CalendarQuestion, signal: AbortSignal) =>
      this.#counted(signal, () => this.#page(query)),
    ),
    askCalendar: this.queue.limit((productId: ProductId, signal: AbortSignal) =>
      this.#counted(signal, () => this.#own(productId)),
    ),
    calendarLimits: noLimits(),
    today: (): CalendarDate => '2026-03-24',
    now: () => this.clock,
  };

  async #counted<Result>(signal: AbortSignal, answer: () => Promise<Result>): Promise<Result> {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      for (let turns = (this.queries.length % 4) + 1; turns > 0; turns -= 1) await Promise.resolve();
      signal.throwIfAborted();
      return await answer();
    } finally {
      this.underWay -= 1;
    }
  }

  async #page(query: CalendarQuestion): Promise<JsonAnswer<ReceivedCalendars>> {
    this.queries.push(query);
    const fault = this.faults.shift() ?? this.faultOf(query);
    await failCall(fault, this.clock);
    if (query.pageSize > this.mostOnPage && !this.cutsPages) await refuseAs(413, 'payload-too-large');
    const pageSize = Math.min(query.pageSize, this.mostOnPage);
    const ids = this.#matched(query.filter);
    const items = ids.slice((query.page - 1) * pageSize, query.page * pageSize).map((id) => this.#item(id, query));
    const body = {
      page: this.answersPage ?? query.page,
      results: (isPageFault(fault) ? spoilt[fault](items) : items).map((item) => ({ item })),
      pageSize,
      totalPageCount: Math.ceil(ids.length / pageSize),
      totalItemCount: ids.length,
    };
    return {
      data: body,
      isStale: false,
      status: 200,
      requestId: null,
      receivedAt: this.clock - (query.anew ? 0 : this.keptFor),
    };
  }

  async #own(productId: ProductId): Promise<CalendarEntry[]> {
    this.owns.push(productId);
    if (this.broken.has(productId)) await refuseAs(500, 'internal-error');
    const entries = this.calendars.get(productId);
    if (entries === undefined) return refuseAs(404, 'unknown-product');
    return entries.map((entry) => calendarEntry(productId, entry));
  }

  #matched(filter: string | null): ProductId[] {
    const known = [...this.calendars.keys()].toSorted((a, b) => a - b);
    if (filter === null) return known;
    const asked = new Set(/\((.*)\)/.exec(filter)?.[1]?.split(',').map(Number));
    return known.filter((productId) => asked.has(productId));
  }

  #item(productId: ProductId, { includeMaxLeadTime }: CalendarQuery): ReceivedCalendar {
    const entries = (this.calendars.get(productId) ?? []).filter((entry) => includeMaxLeadTime || !entry.isMaxLeadTime);
    return { productId, stock: entries.map((entry) => calendarEntry(productId, entry)) };
  }
}

function isPageFault(fault: CalendarFault | null): fault is PageFault {
  return fault !== null && fault in spoilt;
}

export function calendarEntry(productId: ProductId, entry: DatedEntry): CalendarEntry {
  const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
  return { ...entry, productId, ...market, stockDateUnix: toUnixSeconds(entry.stockDate) };
}
