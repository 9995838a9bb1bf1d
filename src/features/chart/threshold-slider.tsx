// oxlint-disable jsx-a11y/prefer-tag-over-role -- an input would not lie on the line, nor take the quantity from where the pointer is
import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';

import { yOf } from './plot-geometry.ts';
import { thresholdDrag, type ThresholdDrag } from './threshold-drag.ts';
import { quantityAfterKey, thresholdScale } from './threshold-scale.ts';
import classes from './threshold-slider.module.css';

interface ThresholdSliderProps extends ThresholdDrag {
  /** The quantity, and what would come of it. */
  text: string;
}

/** The line of the quantity asked for as a slider: dragged by mouse or finger, or moved by keys. */
export function ThresholdSlider({ text, ...drag }: ThresholdSliderProps) {
  const { t } = useLingui();
  const { threshold, geometry } = drag;
  const { quantity } = threshold;
  if (quantity === null) return null;
  const scale = thresholdScale(geometry);
  const y = yOf(geometry, Math.min(quantity, geometry.highest));

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
      {...thresholdDrag(drag)}
      onKeyDown={onKeyDown}
      onBlur={threshold.rest}
    >
      <span className={classes.grip} />
    </div>
  );
}

/** The same quantity on a further axis: dragged there as well, where another line has the keys. */
export function ThresholdHandle(drag: ThresholdDrag) {
  const { threshold, geometry } = drag;
  const { quantity } = threshold;
  if (quantity === null || quantity > geometry.highest) return null;
  const y = yOf(geometry, quantity);
  return (
    <div
      aria-hidden
      className={classes.slider}
      style={{ left: geometry.left, width: geometry.width, transform: `translateY(${y}px)` }}
      {...thresholdDrag(drag)}
    >
      <span className={classes.grip} />
    </div>
  );
}
