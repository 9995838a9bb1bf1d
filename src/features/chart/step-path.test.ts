import { expect, it } from 'vitest';

import type { PlotGeometry } from './plot-geometry.ts';
import { stepArea, stepLine } from './step-path.ts';

const geometry: PlotGeometry = {
  left: 0,
  top: 0,
  width: 100,
  height: 10,
  window: { from: 0, to: 100 },
  lowest: 0,
  highest: 10,
};
const corners = [
  { at: 0, level: 5 },
  { at: 40, level: 10 },
  { at: 100, level: 10 },
];

it('steps from corner to corner', () => {
  expect(stepLine(corners, geometry)).toBe('M0,5H40V0H100V0');
});

it('closes the ground along zero', () => {
  expect(stepArea(corners, geometry)).toBe('M0,10H0V5H40V0H100V0V10Z');
});

it('draws nothing without corners', () => {
  expect(stepLine([], geometry) + stepArea([], geometry)).toBe('');
});
