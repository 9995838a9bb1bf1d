import { useLingui } from '@lingui/react/macro';

import type { ChartSeries } from '#features/chart/chart-series.ts';
import { useCalendarSummary } from '#features/chart/use-calendar-summary.ts';
import { useLocale } from '#ui/locale.tsx';
import { realDateFor } from '#domain/stock-timeline.ts';
import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

import type { Thousandths } from '#lib/thousandths.ts';

import type { ComparedProduct } from './compare-chart-props.ts';
import { levelAt } from './compared-series.ts';

/** The sentences of a comparison, to be heard. */
export function useCompareText(products: readonly ComparedProduct[], series: readonly ChartSeries[]) {
  const { t } = useLingui();
  const { formatDate, formatQuantity, today } = useLocale();
  const calendarSummary = useCalendarSummary();
  const nameOf = ({ productId, name }: ComparedProduct) => name ?? t`Product ${productId}`;

  function valueOf(product: ComparedProduct, index: number, date: CalendarDate): string {
    const one = series[index];
    const level = one ? levelAt(one, toMilliseconds(date)) : null;
    const name = nameOf(product);
    const amount = formatQuantity(level?.level ?? 0, product.unit);
    if (product.timeline.maxLeadTimeDate === date)
      return t`${name}: max lead time, any quantity from then on, in theory`;
    return level?.isTheoretical ? t`${name}: ${amount}, after the max lead time` : `${name}: ${amount}`;
  }

  return {
    /** How many products hold the quantity in real stock, now or later. */
    coverage: (quantity: Thousandths): string => {
      const amount = formatQuantity(quantity);
      const dates = products.flatMap(({ timeline }) => realDateFor(timeline, quantity) ?? []);
      const now = dates.filter((date) => date <= today).length;
      const later = dates.length - now;
      const total = products.length;
      return t`${amount}: ${now} of ${total} products from stock today, ${later} later`;
    },
    /** Of one date, the product that stands out first. */
    values: (date: CalendarDate, emphasis: number | null): string => {
      const all = products.map((product, index) => ({ index, text: valueOf(product, index, date) }));
      const ordered = all.toSorted((a, b) => Number(b.index === emphasis) - Number(a.index === emphasis));
      return `${formatDate(date, 'long')}. ${ordered.map(({ text }) => text).join('; ')}.`;
    },
    /** Of all calendars, a sentence each. */
    summary: products
      .map((product) => `${nameOf(product)}: ${calendarSummary(product.timeline, product.unit)}.`)
      .join(' '),
  };
}
