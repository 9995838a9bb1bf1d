import type { Thousandths } from '#lib/thousandths.ts';

import { levelTicks } from './level-ticks.ts';

/** The level axis: its marks, and whether the quantity asked for lies on it. */
export interface LevelScale {
  ticks: readonly Thousandths[];
  lowest: Thousandths;
  highest: Thousandths;
  showsQuantity: boolean;
}

/** A quantity this many times the highest level would flatten the levels, so it is named at the upper edge instead. */
const mostStretch = 3;

/** The axis for levels from `lowest` to `highest`, stretched to hold `quantity` where that leaves the levels readable. */
export function levelScale(
  { lowest, highest }: { lowest: Thousandths; highest: Thousandths },
  quantity: Thousandths | null,
  count: number,
): LevelScale {
  const showsQuantity = quantity !== null && (highest <= 0 || quantity <= highest * mostStretch);
  const ticks = levelTicks(lowest, showsQuantity ? Math.max(highest, quantity) : highest, count);
  return { ticks, lowest: ticks[0] ?? 0, highest: ticks.at(-1) ?? 0, showsQuantity };
}
