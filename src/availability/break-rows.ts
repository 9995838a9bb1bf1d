import { type QuantityBreaks } from '#stock/quantity-breaks.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** Ship date of the quantities above `above`, up to `upTo` (null: no limit). */
export interface BreakRow {
  upTo: Thousandths | null;
  /** `upTo` of the previous row; 0 in the first. */
  above: Thousandths;
  kind: 'in-stock' | 'expected' | 'max-lead-time' | 'not-available';
  /** Null if not available. */
  date: CalendarDate | null;
  /** Whether the checked quantity is in this range. */
  isCurrent: boolean;
}

/** Returns a row for each break, and one for all larger quantities. @param quantity checked, null if none is */
export function breakRows(
  { breaks, beyond }: QuantityBreaks,
  quantity: Thousandths | null,
  today: CalendarDate,
): readonly BreakRow[] {
  const needed = quantity ?? 0;
  const highest = breaks.at(-1)?.upTo ?? 0;
  const rows = breaks.map(({ upTo, date }, index): BreakRow => {
    const above = breaks[index - 1]?.upTo ?? 0;
    const isCurrent = needed > above && needed <= upTo;
    return { upTo, above, kind: date <= today ? 'in-stock' : 'expected', date, isCurrent };
  });
  const kind = beyond === null ? 'not-available' : 'max-lead-time';
  return [...rows, { upTo: null, above: highest, kind, date: beyond, isCurrent: needed > highest }];
}
