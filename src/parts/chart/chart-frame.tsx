import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useLingui } from '@lingui/react/macro';
import { Group, SegmentedControl } from '@mantine/core';

import { fromMilliseconds } from '#stock/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#stock/thousandths.ts';
import type { BucketSize } from '#stock/level-buckets.ts';

import { BucketChoice } from './bucket-choice.tsx';
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
  levels: readonly { key: number; level: Thousandths; unit: string | null; name?: string; color?: string }[];
}

/** Tooltip at the pointer: day or bucket, available quantity, and difference from the requested quantity. */
export function LevelTip({ at, period, quantity, levels }: LevelTipProps) {
  const { t } = useLingui();
  const { formatDate, formatQuantity } = useLocale();
  const gapWords = (level: Thousandths, unit: string | null) => {
    if (quantity === null) return null;
    const gap = formatQuantity(Math.abs(level - quantity), unit);
    return level < quantity ? t`${gap} short` : t`${gap} to spare`;
  };
  return (
    <>
      <strong>{period ?? formatDate(fromMilliseconds(at), 'long')}</strong>
      {levels.map(({ key, level, unit, name, color }) => (
        <span key={key} style={color === undefined ? undefined : { borderColor: color }}>
          {name !== undefined && <bdi>{name}</bdi>}
          <span>{formatQuantity(level, unit)}</span>
          <small>{gapWords(level, unit)}</small>
        </span>
      ))}
    </>
  );
}
