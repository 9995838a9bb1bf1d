import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import { RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';

import { fromMilliseconds } from '#stock/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#stock/thousandths.ts';
import type { BucketSize } from '#stock/level-buckets.ts';

import classes from './chart.module.css';
import { zoomStep, type Preset } from './time-window.ts';
import type { ChartView } from './use-chart-view.ts';

interface ChartToolbarProps {
  view: ChartView;
  bucketSize: BucketSize;
  onBucketSizeChange: ((size: BucketSize) => void) | undefined;
}

/** Selection of day, week or month. */
export function BucketChoice(props: { value: BucketSize; onChange: (size: BucketSize) => void }) {
  const { t } = useLingui();
  return (
    <SegmentedControl
      {...props}
      aria-label={t`Group by`}
      data={[
        { value: 'day', label: t`Day` },
        { value: 'week', label: t`Week` },
        { value: 'month', label: t`Month` },
      ]}
    />
  );
}

/** Preset periods, zoom, and the selection of day, week or month. */
export function ChartToolbar({ view, bucketSize, onBucketSizeChange }: ChartToolbarProps) {
  const { t } = useLingui();
  const presetName = (preset: Preset) => (preset === 'all' ? t`All` : preset === 28 ? t`4 weeks` : t`3 months`);
  return (
    <Group gap="8px 16px">
      {onBucketSizeChange && <BucketChoice value={bucketSize} onChange={onBucketSizeChange} />}
      <SegmentedControl<Preset | ''>
        aria-label={t`Visible period`}
        // No preset is selected after any other zoom or pan.
        value={view.preset ?? ''}
        onChange={(preset) => preset !== '' && view.choose(preset)}
        data={view.presets.map((preset) => ({ value: preset, label: presetName(preset) }))}
      />
      <Group gap={4} className={classes['zoom']}>
        <ActionIcon variant="default" size={34} aria-label={t`Zoom out`} onClick={() => view.zoom(zoomStep)}>
          <ZoomOut size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={34} aria-label={t`Zoom in`} onClick={() => view.zoom(1 / zoomStep)}>
          <ZoomIn size={18} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          h={34}
          px={8}
          leftSection={<RotateCcw size={16} aria-hidden />}
          aria-disabled={!view.moved}
          onClick={view.reset}
        >
          <Trans>Reset zoom</Trans>
        </Button>
      </Group>
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
