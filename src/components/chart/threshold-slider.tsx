// oxlint-disable jsx-a11y/prefer-tag-over-role -- an input would not lie on the line, nor take the quantity from where the pointer is
import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent, PointerEvent } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

import { yOf, type PlotGeometry } from './plot-geometry.ts';
import { quantityAfterKey, quantityAt, thresholdScale } from './threshold-scale.ts';
import classes from './threshold-slider.module.css';
import type { Threshold } from './use-threshold.ts';

interface ThresholdSliderProps {
  threshold: Threshold;
  geometry: PlotGeometry;
  /** Where it likes to stand. */
  levels: readonly Thousandths[];
  /** The quantity, and what would come of it. */
  text: string;
}

/** The line of the quantity asked for as a slider: dragged by mouse or finger, or moved by keys. */
export function ThresholdSlider({ threshold, geometry, levels, text }: ThresholdSliderProps) {
  const { t } = useLingui();
  const { quantity } = threshold;
  if (quantity === null) return null;
  const scale = thresholdScale(geometry);
  const y = yOf(geometry, Math.min(quantity, geometry.highest));

  function drag(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const surface = event.currentTarget.offsetParent?.getBoundingClientRect();
    threshold.move(quantityAt(event.clientY - (surface?.top ?? 0), geometry, scale, levels));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') threshold.cancel();
    const next =
      event.ctrlKey || event.metaKey || event.altKey ? null : quantityAfterKey(quantity ?? 0, event.key, scale);
    if (next === null) return;
    event.preventDefault();
    threshold.step(next);
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t`Quantity asked for`}
      aria-orientation="vertical"
      aria-valuemin={scale.step / 1000}
      aria-valuemax={scale.most / 1000}
      aria-valuenow={Math.min(quantity, scale.most) / 1000}
      aria-valuetext={text}
      className={classes.slider}
      style={{ left: geometry.left, width: geometry.width, transform: `translateY(${y}px)` }}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={threshold.rest}
      onPointerCancel={threshold.cancel}
      onKeyDown={onKeyDown}
      onBlur={threshold.rest}
    >
      <span className={classes.grip} />
    </div>
  );
}
