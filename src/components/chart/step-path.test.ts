import { expect, it } from 'vitest';

import type { PlotGeometry } from './plot-geometry.ts';
import { stepPath } from './step-path.ts';

const geometry: PlotGeometry = {
  left: 0,
  top: 0,
  width: 100,
  height: 10,
  window: { from: 0, to: 100 },
  lowest: 0,
  highest: 10,
};
const level = (at: number, value: number) => ({ at, past: null, level: value, beyond: null });

it('steps from point to point and closes along zero', () => {
  expect(stepPath([level(0, 5), level(40, 10), level(100, 10)], geometry)).toBe('M0,10H0V5H40V0H100V0V10Z');
});

it('draws nothing without points', () => {
  expect(stepPath([], geometry)).toBe('');
});
