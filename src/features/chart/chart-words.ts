import { useLingui } from '@lingui/react/macro';
import { useCallback, useMemo } from 'react';

import { dateAnswerWords, quantityWords, type Wording } from '#features/answer/wording.ts';
import { useKeyHelp } from '#ui/keys.ts';
import { useLocale } from '#ui/locale.tsx';
import { answerFor } from '#domain/answer.ts';
import type { BucketSize, LevelBucket } from '#domain/level-buckets.ts';
import { unitName } from '#domain/order-list/unit-word.ts';
import { levelOn, stepsUpToMaxLeadTime, type StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { knownLocale } from '#lib/known-locale.ts';
import { formatDateSpan } from '#lib/locale-date.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import type { ChartStop } from './chart-series.ts';

/** A calendar in one sentence, to be heard: `From 80 metres today to 410 on 3 March; max lead time 12 June`. */
export function useCalendarSummary() {
  const { t } = useLingui();
  const { locale, formatDate, formatQuantity } = useLocale();

  return useCallback(
    (timeline: StockTimeline, unit: string | null): string => {
      const { today, maxLeadTimeDate } = timeline;
      const last = stepsUpToMaxLeadTime(timeline).at(-1);
      const now = spokenQuantity(levelOn(timeline, today), unit, locale);
      const level = formatQuantity(last?.level ?? 0);
      const date = formatDate(last?.date ?? today, nameOfDay(last?.date ?? today, today));
      const course =
        last !== undefined && last.date > today
          ? t`From ${now} today to ${level} on ${date}`
          : t`${now} today, and no later change`;
      const leadTime = formatDate(maxLeadTimeDate ?? today, nameOfDay(maxLeadTimeDate ?? today, today));
      return maxLeadTimeDate === null ? course : t`${course}; max lead time ${leadTime}`;
    },
    [t, locale, formatDate, formatQuantity],
  );
}

/** The year is said where it isn't this one. */
function nameOfDay(date: string, today: string) {
  return date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'long';
}

/** The sentences of a chart, in the person's language, dates and numbers their way. */
export function useChartText(unit: string | null) {
  const { t } = useLingui();
  const { formatDate, formatQuantity } = useLocale();
  const spanName = useSpanName();
  const long = (date: CalendarDate) => formatDate(date, 'long');
  const amount = (level: Thousandths) => formatQuantity(level, unit);

  function bucketText(name: string, { lowest, endLevel, theoretical }: LevelBucket): string {
    const low = amount(lowest);
    const end = amount(endLevel);
    if (theoretical === 'after') return t`${name}: at least ${low}, ${end} at its end; after the max lead time`;
    if (theoretical === 'holds') return t`${name}: at least ${low}, ${end} at its end; the max lead time falls in it`;
    return t`${name}: at least ${low} available, ${end} at its end`;
  }

  function stopText(stop: ChartStop): string {
    const date = long(stop.date);
    if (stop.kind === 'max-lead-time') return t`Max lead time ${date}: any quantity from then on, in theory`;
    if (stop.kind === 'bucket') return bucketText(spanName(stop.size, stop.bucket), stop.bucket);
    const level = amount(stop.level);
    if (stop.kind === 'today') return t`Today, ${date}: ${level} available`;
    if (stop.kind === 'theoretical') return t`From ${date}: ${level} available, after the max lead time`;
    return t`From ${date}: ${level} available`;
  }

  return { amount, stopText };
}

/** Names a day, a week or a month by its dates: `9 – 15 March 2026`, `March 2026`. */
export function useSpanName() {
  const { locale } = useLocale();
  return useCallback(
    (size: BucketSize, { start, end }: { start: CalendarDate; end: CalendarDate }): string =>
      formatDateSpan(start, end, locale, size === 'month' ? 'month' : 'long'),
    [locale],
  );
}

/** A quantity with the date from which the calendar holds it: `120 m: 3 March 2026, in 12 days`. */
export function outcomeWords(wording: Wording, timeline: StockTimeline, quantity: Thousandths): string {
  return `${quantityWords(wording, quantity)}: ${dateAnswerWords(wording, answerFor(timeline, quantity))}`;
}

/** The units that `Intl` has words for, by the names that the order reader gives them. */
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

const formats = new Map<string, Intl.NumberFormat>();

/** A quantity as one would say it: `80 metres` for 80 m, in the words of the locale; other units as they are written. */
export function spokenQuantity(quantity: Thousandths, unit: string | null, locale: string): string {
  const known = unit === null ? undefined : intlUnits[unitName(unit) ?? ''];
  const figure = formatOf(locale, known).format(fromThousandths(quantity));
  return unit === null || known !== undefined ? figure : `${figure} ${unit}`;
}

function formatOf(locale: string, unit: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${unit ?? ''}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay: 'long' } as const);
  const format = new Intl.NumberFormat(knownLocale(locale), { ...style, maximumFractionDigits: 3 });
  formats.set(key, format);
  return format;
}

/** Tells the list of keys what a chart listens to. For the page that shows one. */
export function useChartKeyHelp() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the level before` },
      { keys: ['→'], does: t`To the next level` },
      { keys: ['Page Up'], does: t`Four weeks back` },
      { keys: ['Page Down'], does: t`Four weeks on` },
      { keys: ['Home'], does: t`To the first level` },
      { keys: ['End'], does: t`To the last level` },
      { keys: ['+'], does: t`Zoom in` },
      { keys: ['-'], does: t`Zoom out` },
      { keys: ['0'], does: t`Reset zoom` },
      { keys: ['Ctrl', t`Wheel`], does: t`Zoom; in a chart that was clicked, without Ctrl` },
      { keys: ['↑'], does: t`More, on the line of the quantity` },
      { keys: ['↓'], does: t`Less, on the line of the quantity` },
    ],
    [t],
  );
  useKeyHelp(t`In the chart`, keys);
}
export function useCompareKeyHelp() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the change before, of any product` },
      { keys: ['→'], does: t`To the next change of any product` },
      { keys: ['↑'], does: t`Single out the product before` },
      { keys: ['↓'], does: t`Single out the next product` },
      { keys: ['Page Up'], does: t`Four weeks back` },
      { keys: ['Page Down'], does: t`Four weeks on` },
      { keys: ['Home'], does: t`To the first change` },
      { keys: ['End'], does: t`To the last change` },
      { keys: ['+'], does: t`Zoom in` },
      { keys: ['-'], does: t`Zoom out` },
      { keys: ['0'], does: t`Reset zoom` },
      { keys: ['Ctrl', t`Wheel`], does: t`Zoom; in a chart that was clicked, without Ctrl` },
    ],
    [t],
  );
  useKeyHelp(t`In the comparison`, keys);
}
