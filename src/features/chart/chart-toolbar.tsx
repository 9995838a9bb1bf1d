import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';

import type { BucketSize } from '#domain/level-buckets.ts';

import type { Preset } from './chart-preset.ts';
import { ChoiceGroup } from './choice-group.tsx';
import classes from './chart-toolbar.module.css';
import type { ChartView } from './use-chart-view.ts';

interface ChartToolbarProps {
  view: ChartView;
  bucketSize: BucketSize;
  onBucketSizeChange: ((size: BucketSize) => void) | undefined;
}

/** Ready-made periods, zoom, and the choice of day, week or month. */
export function ChartToolbar({ view, bucketSize, onBucketSizeChange }: ChartToolbarProps) {
  const { t } = useLingui();
  const presetName = (preset: Preset) => (preset === 'all' ? t`All` : preset === 28 ? t`4 weeks` : t`3 months`);
  return (
    <div className={classes.toolbar}>
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
      <div className={classes.zoom}>
        <button type="button" aria-label={t`Zoom out`} onClick={() => view.zoom(1.6)}>
          <ZoomOut size={18} aria-hidden />
        </button>
        <button type="button" aria-label={t`Zoom in`} onClick={() => view.zoom(1 / 1.6)}>
          <ZoomIn size={18} aria-hidden />
        </button>
        <button type="button" aria-disabled={!view.moved} onClick={view.reset}>
          <RotateCcw size={16} aria-hidden />
          <span className={classes.word}>
            <Trans>Reset zoom</Trans>
          </span>
        </button>
      </div>
    </div>
  );
}
