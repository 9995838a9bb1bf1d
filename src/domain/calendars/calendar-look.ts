import type { ProductId } from '#contract/product-id.ts';
import { type DatedEntry, readTimeline, type Step, type StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { fromThousandths } from '#lib/thousandths.ts';

/** A calendar as somebody saw it, in a form that is small to keep. */
export interface CalendarLook {
  productId: ProductId;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The level in force that day and those to come, ascending. */
  steps: readonly Step[];
  maxLeadTimeDate: CalendarDate | null;
  /** Whether the max lead time was asked for: where not, none says nothing. */
  includesMaxLeadTime: boolean;
}

/** What is kept of a look at a product's calendar. */
export function lookAt(
  productId: ProductId,
  { steps, maxLeadTimeDate }: StockTimeline,
  { at, includesMaxLeadTime }: Pick<CalendarLook, 'at' | 'includesMaxLeadTime'>,
): CalendarLook {
  return { productId, at, steps, maxLeadTimeDate, includesMaxLeadTime };
}

/** The calendar of a look as it would read on a later day, had nothing moved. */
export function timelineOfLook({ steps, maxLeadTimeDate }: CalendarLook, today: CalendarDate): StockTimeline {
  const real = steps.map(({ date, level }) => entry(date, fromThousandths(level), false));
  const theoretical = maxLeadTimeDate === null ? [] : [entry(maxLeadTimeDate, 0, true)];
  return readTimeline([...real, ...theoretical], today);
}

function entry(stockDate: CalendarDate, stockQuantity: number, isMaxLeadTime: boolean): DatedEntry {
  return { stockDate, stockQuantity, isMaxLeadTime, isDeleted: false };
}
