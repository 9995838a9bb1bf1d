import type { ProductId } from '#stock/contract/product-id.ts';
import { type DatedEntry, readTimeline, type Step, type StockTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

/** Compact snapshot of a calendar as the user last viewed it. */
export interface CalendarSnapshot {
  productId: ProductId;
  /** When it was taken, Unix milliseconds. */
  at: number;
  /** The level in force that day and all later ones, ascending. */
  steps: readonly Step[];
  maxLeadTimeDate: CalendarDate | null;
  /** Whether max lead time was requested. If not, a null `maxLeadTimeDate` means unknown. */
  includesMaxLeadTime: boolean;
}

/** Takes a snapshot of a product's calendar. */
export function takeSnapshot(
  productId: ProductId,
  { steps, maxLeadTimeDate }: StockTimeline,
  { at, includesMaxLeadTime }: Pick<CalendarSnapshot, 'at' | 'includesMaxLeadTime'>,
): CalendarSnapshot {
  return { productId, at, steps, maxLeadTimeDate, includesMaxLeadTime };
}

/** Returns the timeline of a snapshot as of a later day, assuming that nothing changed. */
export function timelineOfSnapshot({ steps, maxLeadTimeDate }: CalendarSnapshot, today: CalendarDate): StockTimeline {
  const real = steps.map(({ date, level }) => entry(date, fromThousandths(level), false));
  const theoretical = maxLeadTimeDate === null ? [] : [entry(maxLeadTimeDate, 0, true)];
  return readTimeline([...real, ...theoretical], today);
}

function entry(stockDate: CalendarDate, stockQuantity: number, isMaxLeadTime: boolean): DatedEntry {
  return { stockDate, stockQuantity, isMaxLeadTime, isDeleted: false };
}
