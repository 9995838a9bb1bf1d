import { calendarChange } from '#stock/calendars/calendar-change.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { defaultQuantity } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { stepsUpToMaxLeadTime } from '#stock/stock-timeline.ts';
import { levelToThousandths, toThousandths } from '#stock/thousandths.ts';
import type { IndexedCalendar } from '#server/store/calendar-index.ts';
import { calendarText, parseCalendar } from '#server/store/calendar-history.ts';
import { fromDayNumber, toDayNumber } from '#server/store/day-number.ts';
import { timelineOf, withLeadOf } from '#server/store/kept-calendar.ts';
import type { LastObserved, ObservedCalendarStore, Observations } from '#server/store/observed-calendars.ts';
import type { CalendarRow } from '#server/store/stock-store.ts';

import { comparedResult } from './compared-result.ts';
import type { Caller, StockCalendar, StockLookup, LookupResult } from './stock-lookup.ts';

export interface CalendarObserverOptions {
  store: Pick<ObservedCalendarStore, 'findLastObserved' | 'keepObserved' | 'keepObservedDay' | 'forgetObserved'>;
  lookup: Pick<StockLookup, 'calendars' | 'results'>;
  /** The service's current date. */
  today: () => CalendarDate;
  /** Unix milliseconds. */
  now: () => number;
}

/** Products of a complete fill that may be gone, of which the service is asked about so many. */
const maxMissing = 200;

/**
 * Keeps the calendars of an external service that differ from those before. A first calendar counts once it was received
 * again; one that differs is looked up once more, and has to agree with the service's result for its largest quantity.
 * What can't be read, isn't received or isn't confirmed ends the last calendar: from then on there is a gap.
 */
export class CalendarObserver {
  readonly #options: CalendarObserverOptions;

  constructor(options: CalendarObserverOptions) {
    this.#options = options;
  }

  /** @throws the signal's reason if it aborts */
  async observe(
    source: string,
    calendars: readonly IndexedCalendar[],
    caller: Caller,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, now } = this.#options;
    const today = this.#options.today();
    const last = new Map<ProductId, LastObserved>();
    for (const each of await store.findLastObserved(
      source,
      calendars.map(({ productId }) => productId),
    ))
      last.set(each.productId, each);
    const seen = observationsOf(calendars, last, today);
    await store.keepObserved(source, seen, toDayNumber(today), now());
    if (seen.different.size === 0) return;
    const confirmed = await this.#confirm(seen.different, caller, signal, today);
    const added = confirmed.map(({ productId, rows }) => ({
      productId,
      isConfirmed: true,
      entries: calendarText(rows),
    }));
    const known = new Set(added.map(({ productId }) => productId));
    const ended = [...seen.different.keys()].filter((productId) => !known.has(productId));
    await store.keepObserved(source, { ...nothing, added, ended }, toDayNumber(today), now());
  }

  /**
   * To be called when all calendars of a source were loaded. Products that a complete fill lacks are looked up: those
   * that the service doesn't know any more are gone.
   */
  async observeDay(source: string, fillId: number, caller: Caller, signal: AbortSignal): Promise<void> {
    const { store, lookup, now } = this.#options;
    const day = toDayNumber(this.#options.today());
    const missing = await store.keepObservedDay(source, fillId, day, now());
    if (missing.length > 0) {
      const found = await lookup.calendars(missing.slice(0, maxMissing), caller, signal);
      const gone = [...found].filter(([, { kind }]) => kind === 'unknown-product');
      const added = gone.map(([productId]) => ({ productId, isConfirmed: true, entries: null }));
      await store.keepObserved(source, { ...nothing, added }, day, now());
    }
    await store.forgetObserved(now());
  }

  /** Returns the calendars that the service sends again, and whose largest quantity has the result that they say. */
  async #confirm(
    calendars: ReadonlyMap<ProductId, readonly CalendarRow[]>,
    caller: Caller,
    signal: AbortSignal,
    today: CalendarDate,
  ): Promise<{ productId: ProductId; rows: readonly CalendarRow[] }[]> {
    const { lookup } = this.#options;
    const again = await lookup.calendars([...calendars.keys()], caller, signal);
    const same = [...calendars].flatMap(([productId, rows]) => {
      const calendar = again.get(productId);
      if (calendar?.kind !== 'calendar' || calendar.unreadable > 0 || calendar.isStale) return [];
      const timeline = timelineOf(rows, today);
      if (calendarChange(productId, timeline, timelineOf(rowsOf(calendar), today), null) !== null) return [];
      const highest = Math.max(0, ...stepsUpToMaxLeadTime(timeline).map(({ level }) => level));
      return [{ productId, rows, calendar, quantity: highest > 0 ? highest : toThousandths(defaultQuantity) }];
    });
    const results: LookupResult[] = [];
    await lookup.results(same, caller, signal, { settle: (index, result) => void (results[index] = result) });
    return same.filter(({ rows, calendar, quantity }, index) => {
      const result = results[index];
      if (result === undefined || result.kind === 'no-result' || result.kind === 'not-trusted') return false;
      if (result.kind === 'result' && result.isStale) return false;
      const compared = comparedResult(result, calendar, quantity, today);
      return compared.kind === 'reliable'
        ? compared.earlier === null
        : compared.kind === 'no-stock-data' && rows.length === 0;
    });
  }
}

const nothing: Observations = { confirmed: [], rolling: [], resumed: [], ended: [], added: [] };

/** Compares received calendars with the last ones. `different` are to be confirmed. */
function observationsOf(
  calendars: readonly IndexedCalendar[],
  last: ReadonlyMap<ProductId, LastObserved>,
  today: CalendarDate,
): Observations & { different: Map<ProductId, readonly CalendarRow[]> } {
  const [confirmed, rolling, resumed, ended] = [[], [], [], []] as [ProductId[], ProductId[], ProductId[], ProductId[]];
  const added: Observations['added'][number][] = [];
  const different = new Map<ProductId, readonly CalendarRow[]>();
  for (const { productId, entries: rows } of calendars) {
    const known = last.get(productId);
    if (rows === null) ended.push(productId);
    else if (known === undefined) added.push({ productId, isConfirmed: false, entries: calendarText(rows) });
    else {
      const move = moveOf(known, rows, today);
      if (move === 'changed') different.set(productId, rows);
      else {
        if (!known.isConfirmed) confirmed.push(productId);
        if (move === 'rolled' && !known.isRolling) rolling.push(productId);
        if (known.observedUntil === null) continue;
        // A gap is a day without the product.
        if (toDayNumber(today) === known.endedOn) resumed.push(productId);
        else added.push({ productId, isConfirmed: true, entries: calendarText(rows) });
      }
    }
  }
  return { confirmed, rolling, resumed, ended, added, different };
}

function moveOf(known: LastObserved, rows: readonly CalendarRow[], today: CalendarDate): 'same' | 'rolled' | 'changed' {
  if (known.entries === null) return 'changed';
  const before = {
    rows: parseCalendar(known.entries),
    observedOn: fromDayNumber(known.observedOn),
    isRolling: known.isRolling,
  };
  const rolled = withLeadOf(before, { rows, observedOn: today });
  if (calendarChange(known.productId, timelineOf(rolled, today), timelineOf(rows, today), null) !== null)
    return 'changed';
  return rolled === before.rows ? 'same' : 'rolled';
}

function rowsOf({ entries }: StockCalendar): CalendarRow[] {
  return entries
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ stockDate, stockQuantity, isMaxLeadTime }) => ({
      stockDate,
      stockQuantity: levelToThousandths(stockQuantity),
      isMaxLeadTime,
    }));
}
