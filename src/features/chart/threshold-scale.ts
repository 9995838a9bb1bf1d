import type { Thousandths } from '#lib/thousandths.ts';

import { roundStep } from './level-ticks.ts';
import { yOf, type PlotGeometry } from './plot-geometry.ts';

/** The quantities that a threshold can be moved to. */
export interface ThresholdScale {
  step: Thousandths;
  most: Thousandths;
}

const positions = 200;
const page = 10;
/** So close to a level, in pixels, a threshold stands on it. */
const snap = 5;

/** From one step to the top of the level axis, in steps a person would choose. */
export function thresholdScale({ highest }: PlotGeometry): ThresholdScale {
  return { step: roundStep(highest / positions), most: highest };
}

/** The quantity at the height `y`: one of `levels` where one is near, else a whole number of steps. */
export function quantityAt(
  y: number,
  geometry: PlotGeometry,
  { step, most }: ThresholdScale,
  levels: readonly Thousandths[],
): Thousandths {
  const { top, height, lowest, highest } = geometry;
  const near = levels.filter((level) => level > 0 && level <= most && Math.abs(yOf(geometry, level) - y) <= snap);
  const [closest] = near.toSorted((a, b) => Math.abs(yOf(geometry, a) - y) - Math.abs(yOf(geometry, b) - y));
  if (closest !== undefined) return closest;
  const quantity = highest - ((y - top) / height) * (highest - lowest);
  return held(Math.round(quantity / step) * step, { step, most });
}

/** Where a key takes the threshold; null for a key that moves nothing. */
export function quantityAfterKey(quantity: Thousandths, key: string, scale: ThresholdScale): Thousandths | null {
  const { step, most } = scale;
  const by = (steps: number) => {
    // From between two steps to the next one in that direction.
    const start = steps > 0 ? Math.floor(quantity / step) : Math.ceil(quantity / step);
    return held((start + steps) * step, scale);
  };
  const moves: Record<string, () => Thousandths> = {
    ArrowUp: () => by(1),
    ArrowRight: () => by(1),
    ArrowDown: () => by(-1),
    ArrowLeft: () => by(-1),
    PageUp: () => by(page),
    PageDown: () => by(-page),
    Home: () => step,
    End: () => most,
  };
  return moves[key]?.() ?? null;
}

function held(quantity: Thousandths, { step, most }: ThresholdScale): Thousandths {
  return Math.max(step, Math.min(quantity, most));
}
