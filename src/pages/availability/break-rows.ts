import type { QuantityBreaks } from '#domain/quantity-breaks.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** One rung of the ladder: quantities above the rung before, up to `upTo` (null: any), and when they can leave. */
export interface BreakRow {
  upTo: Thousandths | null;
  /** The highest quantity of the rung before; 0 on the first. */
  above: Thousandths;
  kind: 'in-stock' | 'expected' | 'max-lead-time' | 'not-available';
  /** Null where it is not available. */
  date: CalendarDate | null;
  /** Whether the quantity asked for lies on this rung. */
  isAsked: boolean;
}

/** The breaks as rungs, the last one for everything above. */
export function breakRows(
  { breaks, beyond }: QuantityBreaks,
  asked: Thousandths,
  today: CalendarDate,
): readonly BreakRow[] {
  const above = breaks.map((_, index) => breaks[index - 1]?.upTo ?? 0);
  const highest = breaks.at(-1)?.upTo ?? 0;
  return [
    ...breaks.map(({ upTo, date }, index): BreakRow => ({
      upTo,
      above: above[index] ?? 0,
      kind: date <= today ? 'in-stock' : 'expected',
      date,
      isAsked: asked > (above[index] ?? 0) && asked <= upTo,
    })),
    {
      upTo: null,
      above: highest,
      kind: beyond === null ? 'not-available' : 'max-lead-time',
      date: beyond,
      isAsked: asked > highest,
    },
  ];
}
