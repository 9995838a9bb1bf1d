import { createContext, use } from 'react';

import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { TimeWindow } from '#parts/chart/time-window.ts';
import type { WatchesByProduct } from '#parts/watch/use-watches.ts';
import { useLocale } from '#ui/locale.tsx';

/** Values shared by all cells of the products table. */
export interface RowContext {
  wanted: Thousandths | null;
  /** The service's day that the rows are of. */
  today: CalendarDate;
  /** Whether that day and its stock data are still the current ones. */
  isCurrent: boolean;
  /** Period shown by all sparklines. */
  window: TimeWindow;
  /** Read once for all rows, since two queries in each take as long to render as the rest of it. */
  watched: WatchesByProduct | undefined;
}

const Context = createContext<RowContext | null>(null);
export const RowContextProvider = Context.Provider;

/** @throws Error outside the products table */
export function useRowContext(): RowContext {
  const context = use(Context);
  if (!context) throw new Error('A cell needs the products table around it');
  return context;
}

/** Returns a function that formats a ship date for a cell: a past one is today's, but *Today* only while that holds. */
export function useShipDateWords(): (date: CalendarDate) => string {
  const { formatDate, formatShipDate } = useLocale();
  const { today, isCurrent } = useRowContext();
  return (date) => (isCurrent ? formatShipDate(date, 'medium') : formatDate(later(date, today), 'medium'));
}
