import type { Thousandths } from '#lib/thousandths.ts';

/**
 * Round marks for a level axis that always shows zero: ascending, the first at or below `lowest`, the last at or
 * above `highest`, about `count` steps between.
 */
export function levelTicks(lowest: Thousandths, highest: Thousandths, count: number): Thousandths[] {
  const bottom = Math.min(lowest, 0);
  const top = lowest >= 0 && highest <= 0 ? 1000 : Math.max(highest, 0);
  const step = roundStep((top - bottom) / count);
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The smallest of 1, 2, 5 times a power of ten that is at least `least`, in whole thousandths. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}
