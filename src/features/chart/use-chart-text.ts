import { useLingui } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { LevelBucket } from '#domain/level-buckets.ts';

import type { ChartStop } from './chart-stops.ts';
import { useSpanName } from './use-span-name.ts';

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
