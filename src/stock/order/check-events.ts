import type { ResponseInfo } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import type { LineResult } from './line-state.ts';
import type { LineKey } from './order-line.ts';

/** A line of the response of `POST /gateway/order-check`, as JSON (NDJSON). Blank lines only keep the connection open. */
export type CheckEvent =
  /** The first line: which day and data the check is of. */
  | ({ kind: 'start' } & ResponseInfo)
  /** The result of one line; every requested line has one, in any order. */
  | { kind: 'result'; key: LineKey; result: LineResult }
  /** The calendar of a product, once all its lines have a result; null if it can't be loaded. */
  | { kind: 'calendar'; productId: ProductId; calendar: CheckedCalendar | null }
  /** The service requested a pause until then (Unix milliseconds); null when it has ended. */
  | { kind: 'pause'; until: number | null }
  /** The last line if the user must sign in again to get the remaining results. */
  | { kind: 'signed-out' }
  /** The last line: all results have been sent. */
  | { kind: 'end' };

/** What a timeline promises: without its history and findings. */
export interface CheckedCalendar {
  /** Date and level, ascending. */
  steps: readonly (readonly [date: CalendarDate, level: Thousandths])[];
  maxLeadTimeDate: CalendarDate | null;
}

/** Converts a timeline to what is sent of it. */
export function checkedCalendar({ steps, maxLeadTimeDate }: StockTimeline): CheckedCalendar {
  return { steps: steps.map(({ date, level }) => [date, level]), maxLeadTimeDate };
}

/** Converts a received calendar back to a timeline as of `today`. */
export function timelineOfCalendar({ steps, maxLeadTimeDate }: CheckedCalendar, today: CalendarDate): StockTimeline {
  return { today, history: [], steps: steps.map(([date, level]) => ({ date, level })), maxLeadTimeDate, findings: [] };
}
