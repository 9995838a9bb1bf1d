import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';

import { fromMilliseconds } from '#lib/calendar-date.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#lib/thousandths.ts';
import type { BucketSize } from '#domain/level-buckets.ts';

import classes from './chart.module.css';
import { ChoiceGroup } from './choice-group.tsx';
import type { Preset } from './time-window.ts';
import type { ChartView } from './use-chart-view.ts';

interface ChartToolbarProps {
  view: ChartView;
  bucketSize: BucketSize;
  onBucketSizeChange: ((size: BucketSize) => void) | undefined;
}

const zoomStep = 1.6;

/** Ready-made periods, zoom, and the choice of day, week or month. */
export function ChartToolbar({ view, bucketSize, onBucketSizeChange }: ChartToolbarProps) {
  const { t } = useLingui();
  const presetName = (preset: Preset) => (preset === 'all' ? t`All` : preset === 28 ? t`4 weeks` : t`3 months`);
  return (
    <div className={classes['toolbar']}>
      {onBucketSizeChange && (
        <ChoiceGroup
          label={t`Levels by`}
          value={bucketSize}
          onChange={onBucketSizeChange}
          choices={[
            { value: 'day', label: t`Day` },
            { value: 'week', label: t`Week` },
            { value: 'month', label: t`Month` },
          ]}
        />
      )}
      <ChoiceGroup
        label={t`Period shown`}
        value={view.preset}
        onChange={view.choose}
        choices={view.presets.map((preset) => ({ value: preset, label: presetName(preset) }))}
      />
      <div className={classes['zoom']}>
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
      </div>
    </div>
  );
}

/** What an entry shows beside its words: styled by `data-kind`, and read from there where the chart becomes a picture. */
export interface LegendEntry {
  kind: 'level' | 'past' | 'quantity' | 'theory' | 'beyond' | 'flag';
  text: string;
}

/** The outline of the flag that marks a max lead time on a line, its foot at the origin. */
export const flagPath = 'M-1,-16h10l-3,4l3,4h-8v8h-2z';

/** What each line and ground of a chart stands for. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <figcaption>
      <ul className={classes['legend']}>
        {entries.map(({ kind, text }) => (
          <li key={kind}>
            {kind === 'flag' ? (
              <svg aria-hidden width={20} height={20} viewBox="-5 -18 20 20" fill="var(--sh-mlt)">
                <path d={flagPath} />
              </svg>
            ) : (
              <span aria-hidden className={classes['swatch']} data-kind={kind} />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}

interface LevelTipProps {
  /** Milliseconds UTC. */
  at: number;
  quantity: Thousandths | null;
  /** What is available on the day, a line each; named where there are several. */
  levels: readonly { key: number; level: Thousandths; unit: string | null; name?: string; color?: string }[];
}

/** The day at the pointer, what is available on it, and how much that is more or less than the quantity asked for. */
export function LevelTip({ at, quantity, levels }: LevelTipProps) {
  const { t } = useLingui();
  const { formatDate, formatQuantity } = useLocale();
  const gapWords = (level: Thousandths, unit: string | null) => {
    if (quantity === null) return null;
    const gap = formatQuantity(Math.abs(level - quantity), unit);
    return level < quantity ? t`${gap} too few` : t`${gap} to spare`;
  };
  return (
    <>
      <strong>{formatDate(fromMilliseconds(at), 'long')}</strong>
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
