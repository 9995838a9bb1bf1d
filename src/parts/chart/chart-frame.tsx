import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useLingui } from '@lingui/react/macro';
import { Group, SegmentedControl } from '@mantine/core';

import { fromMilliseconds } from '#stock/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#stock/thousandths.ts';
import type { BucketSize } from '#stock/level-buckets.ts';

import { BucketChoice } from './bucket-choice.tsx';
import type { LevelAt } from './chart-series.ts';
import classes from './chart.module.css';
import type { Preset } from './time-window.ts';
import type { ChartView } from './use-chart-view.ts';

interface ChartToolbarProps {
  view: ChartView;
  bucketSize: BucketSize;
  onBucketSizeChange: ((size: BucketSize) => void) | undefined;
}

/** Preset periods and, if it can be changed here, the selection of day, week or month. */
export function ChartToolbar({ view, bucketSize, onBucketSizeChange }: ChartToolbarProps) {
  const { t } = useLingui();
  const presetName = (preset: Preset) => (preset === 'all' ? t`All` : preset === 28 ? t`4 weeks` : t`3 months`);
  return (
    <Group gap="8px 16px" className={classes['toolbar']}>
      {onBucketSizeChange && <BucketChoice value={bucketSize} onChange={onBucketSizeChange} />}
      <SegmentedControl<Preset | ''>
        aria-label={t`Visible period`}
        // No preset is selected after any other zoom or pan.
        value={view.preset ?? ''}
        onChange={(preset) => preset !== '' && view.choose(preset)}
        data={view.presets.map((preset) => ({ value: preset, label: presetName(preset) }))}
      />
    </Group>
  );
}

interface LevelTipProps {
  /** Milliseconds UTC. */
  at: number;
  /** The bucket that these lowest levels are for, null for levels of the day. */
  period: string | null;
  quantity: Thousandths | null;
  /** Available quantities on the day, one line each; named if there are several. */
  levels: readonly (LevelAt & { key: number; unit: string | null; name?: string; color?: string })[];
}

/** Tooltip at the pointer: day or bucket, available quantity, and difference from the requested quantity or max lead time. */
export function LevelTip({ at, period, quantity, levels }: LevelTipProps) {
  const { t } = useLingui();
  const { formatDate, formatQuantity } = useLocale();
  const gapWords = ({ level, isAfterMaxLeadTime, unit }: LevelTipProps['levels'][number]) => {
    if (isAfterMaxLeadTime) return t`Max lead time: any quantity, not backed by stock`;
    if (quantity === null) return null;
    const gap = formatQuantity(Math.abs(level - quantity), unit);
    return level < quantity ? t`${gap} short` : t`${gap} to spare`;
  };
  return (
    <>
      <strong>{period ?? formatDate(fromMilliseconds(at), 'long')}</strong>
      {levels.map((shown) => (
        <span key={shown.key} style={shown.color === undefined ? undefined : { borderColor: shown.color }}>
          {shown.name !== undefined && <bdi>{shown.name}</bdi>}
          <span>{formatQuantity(shown.level, shown.unit)}</span>
          <small>{gapWords(shown)}</small>
        </span>
      ))}
    </>
  );
}
