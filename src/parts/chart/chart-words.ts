import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';

import { dateResultWords, type Wording } from '#parts/result/wording.ts';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale } from '#ui/locale.tsx';
import { resultFor } from '#stock/stock-result.ts';
import type { BucketSize, LevelBucket } from '#stock/level-buckets.ts';
import { unitName } from '#stock/order-list/unit-word.ts';
import { maxQuantityBy } from '#stock/quantity-breaks.ts';
import { levelOn, type StockTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { knownLocale } from '#stock/known-locale.ts';
import { formatDateSpan } from '#stock/locale-date.ts';
import { memoize } from '#stock/memoize.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

import type { ChartStop } from './chart-series.ts';

/** Describes a calendar for screen readers: `From 80 metres today to 410 on 3 March; max lead time 12 June`. */
export function useCalendarSummary() {
  const { t } = useLingui();
  const { locale, namedToday, formatDate, formatQuantity } = useLocale();

  return useCallback(
    (timeline: StockTimeline, unit: string | null): string => {
      const { today, maxLeadTimeDate } = timeline;
      const last = timeline.steps.at(-1);
      const now = spokenQuantity(levelOn(timeline, today), unit, locale);
      const level = formatQuantity(last?.level ?? 0);
      const date = formatDate(last?.date ?? today, nameOfDay(last?.date ?? today, today));
      const day = formatDate(today, nameOfDay(today, today));
      const hasChange = last !== undefined && last.date > today;
      const ofToday = hasChange ? t`From ${now} today to ${level} on ${date}` : t`${now} today, no later change`;
      const ofDay = hasChange ? t`From ${now} on ${day} to ${level} on ${date}` : t`${now} on ${day}, no later change`;
      const course = namedToday === null ? ofDay : ofToday;
      const leadTime = formatDate(maxLeadTimeDate ?? today, nameOfDay(maxLeadTimeDate ?? today, today));
      return maxLeadTimeDate === null ? course : t`${course}; max lead time date ${leadTime}`;
    },
    [t, locale, namedToday, formatDate, formatQuantity],
  );
}

/** The year is omitted if it is the current one. */
function nameOfDay(date: string, today: string) {
  return date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'long';
}

/** Sentences of a chart in the user's language, with dates and numbers in the user's format. */
export function useChartText(unit: string | null) {
  const { t } = useLingui();
  const { namedToday, formatDate, formatQuantity } = useLocale();
  const spanName = useSpanName();
  const long = (date: CalendarDate) => formatDate(date, 'long');
  const amount = (level: Thousandths) => formatQuantity(level, unit);

  function bucketText(name: string, { lowest, endLevel, maxLeadTime }: LevelBucket): string {
    const low = amount(lowest);
    const end = amount(endLevel);
    if (maxLeadTime === 'after') return t`${name}: lowest ${low}, ${end} at end of period; after max lead time date`;
    if (maxLeadTime === 'holds') return t`${name}: lowest ${low}, ${end} at end of period; includes max lead time date`;
    return t`${name}: lowest ${low}, ${end} at end of period`;
  }

  function stopText(stop: ChartStop): string {
    const date = long(stop.date);
    if (stop.kind === 'max-lead-time')
      return t`Max lead time date ${date}: any quantity from then, not backed by stock`;
    if (stop.kind === 'bucket') return bucketText(spanName(stop.size, stop.bucket), stop.bucket);
    const level = amount(stop.level);
    if (stop.kind === 'today')
      return namedToday === null ? t`${date}: ${level} available` : t`Today, ${date}: ${level} available`;
    if (stop.kind === 'theoretical') return t`From ${date}: ${level} available, after max lead time date`;
    return t`From ${date}: ${level} available`;
  }

  return { amount, stopText };
}

/** Formats a day, week or month by its dates: `9 – 15 March 2026`, `March 2026`. */
export function useSpanName() {
  const { locale } = useLocale();
  return useCallback(
    (size: BucketSize, { start, end }: { start: CalendarDate; end: CalendarDate }): string =>
      formatDateSpan(start, end, locale, size === 'month' ? 'month' : 'long'),
    [locale],
  );
}

/** Names the bucket whose lowest level is shown at a date. Null if the level of the day is shown, as before today. */
export function usePeriodName(size: BucketSize, buckets: readonly LevelBucket[] | null) {
  const { t } = useLingui();
  const spanName = useSpanName();
  return useCallback(
    (date: CalendarDate): string | null => {
      const bucket = buckets?.find(({ start, end }) => start <= date && date <= end);
      if (bucket === undefined) return null;
      const span = spanName(size, bucket);
      return t`Lowest, ${span}`;
    },
    [t, spanName, size, buckets],
  );
}

/** Labels of the level axis by bucket size. */
export function useLevelWords(unit: string | null): Record<BucketSize, string> {
  const { t } = useLingui();
  return {
    day: unit === null ? t`Available quantity` : t`Available quantity in ${unit}`,
    week: unit === null ? t`Lowest available quantity per week` : t`Lowest available quantity per week in ${unit}`,
    month: unit === null ? t`Lowest available quantity per month` : t`Lowest available quantity per month in ${unit}`,
  };
}

/** Formats a quantity with its ship date: `120 m: 3 March 2026, in 12 days`. */
export function outcomeWords(wording: Wording, timeline: StockTimeline, quantity: Thousandths): string {
  return `${wording.formatQuantity(quantity)}: ${dateResultWords(wording, resultFor(timeline, quantity))}`;
}

/**
 * Describes the maximum quantity by `date`, today or later: from stock, until when it is there and what is left of it on the
 * day, or any quantity from the max lead time date on.
 */
export function maxByDateWords(wording: Wording, timeline: StockTimeline, date: CalendarDate): string {
  const { i18n } = wording;
  const { maxLeadTimeDate } = timeline;
  if (maxLeadTimeDate !== null && maxLeadTimeDate <= date) return i18n._(msg`any quantity, at max lead time`);
  const most = maxQuantityBy(timeline, date);
  if (most === 0) return i18n._(msg`none available`);
  const amount = wording.formatQuantity(most);
  if (levelOn(timeline, date) >= most) return i18n._(msg`up to ${amount}`);
  const dates = timeline.steps.filter((step) => step.date <= date);
  const from = dates.findLastIndex((step) => step.level >= most);
  const until = wording.formatDate(addDays(dates[from + 1]?.date ?? date, -1), 'long');
  const level = wording.formatQuantity(levelOn(timeline, date));
  return i18n._(msg`up to ${amount} until ${until}, ${level} on that day`);
}

/** Returns the unit that all products share, null if they have none or several. */
export function commonUnit(products: readonly { unit: string | null }[]): string | null {
  const [unit = null, ...others] = new Set(products.map((product) => product.unit));
  return others.length === 0 ? unit : null;
}

/** Maps unit names of the order parser to units supported by `Intl`. */
const intlUnits: Readonly<Record<string, string>> = {
  m: 'meter',
  cm: 'centimeter',
  mm: 'millimeter',
  km: 'kilometer',
  yard: 'yard',
  foot: 'foot',
  inch: 'inch',
  kg: 'kilogram',
  g: 'gram',
  pound: 'pound',
  ounce: 'ounce',
  litre: 'liter',
  ml: 'milliliter',
};

/** Formats a quantity for speech: `80 metres` for 80 m, in the locale's language. Other units are verbatim. */
export function spokenQuantity(quantity: Thousandths, unit: string | null, locale: string): string {
  const known = unit === null ? undefined : intlUnits[unitName(unit) ?? ''];
  const figure = formats(locale)(known).format(fromThousandths(quantity));
  return unit === null || known !== undefined ? figure : `${figure} ${unit}`;
}

const formats = memoize((locale: string) =>
  memoize((unit: string | undefined) => {
    const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay: 'long' } as const);
    return new Intl.NumberFormat(knownLocale(locale), { ...style, maximumFractionDigits: 3 });
  }),
);

/** Lists the chart's keyboard shortcuts; for pages with a chart. */
export function useChartKeyHelp() {
  const { t } = useLingui();
  useKeyHelp(t`Chart`, [
    { keys: ['←'], description: t`Previous change` },
    { keys: ['→'], description: t`Next change` },
    { keys: ['Home'], description: t`First date` },
    { keys: ['End'], description: t`Last date` },
    ...useSharedKeys(),
    { keys: ['↑'], description: t`Increase quantity` },
    { keys: ['↓'], description: t`Decrease quantity` },
  ]);
}

/** Shortcuts of both charts: move and zoom. */
export function useSharedKeys() {
  const { t } = useLingui();
  return [
    { keys: ['Page Up'], description: t`Back 4 weeks` },
    { keys: ['Page Down'], description: t`Forward 4 weeks` },
    { keys: ['+'], description: t`Zoom in` },
    { keys: ['-'], description: t`Zoom out` },
    { keys: ['0'], description: t`Reset zoom` },
    { keys: ['Ctrl', t`Scroll`], description: t`Zoom (no Ctrl needed after clicking the chart)` },
  ];
}
