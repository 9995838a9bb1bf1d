import type { PointerEvent } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

import type { PlotGeometry } from './plot-geometry.ts';
import { quantityAt, thresholdScale } from './threshold-scale.ts';
import type { Threshold } from './use-threshold.ts';

export interface ThresholdDrag {
  threshold: Threshold;
  geometry: PlotGeometry;
  /** Where it likes to stand. */
  levels: readonly Thousandths[];
}

/** Moves a threshold by mouse or finger, as far as the level axis reaches. */
export function thresholdDrag({ threshold, geometry, levels }: ThresholdDrag) {
  const scale = thresholdScale(geometry);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const surface = event.currentTarget.offsetParent?.getBoundingClientRect();
      threshold.move(quantityAt(event.clientY - (surface?.top ?? 0), geometry, scale, levels));
    },
    onPointerUp: threshold.rest,
    onPointerCancel: threshold.cancel,
  };
}
