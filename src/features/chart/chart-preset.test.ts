import { expect, it } from 'vitest';

import { toMilliseconds } from '#lib/calendar-date.ts';

import { periodOfWindow } from './chart-period.ts';
import { presetOf, presets, windowOfPreset } from './chart-preset.ts';

const today = '2026-03-08';
const limits = { from: toMilliseconds('2026-01-01') + 1, to: toMilliseconds('2026-11-01') + 1 };

it.each(presets)('knows the preset %s again by its days', (preset) => {
  const period = periodOfWindow(windowOfPreset(preset, today, limits));
  expect(presetOf(period, today, limits)).toBe(preset);
});

it('knows a preset of another day, and any other period, as none', () => {
  const period = periodOfWindow(windowOfPreset(28, '2026-03-07', limits));
  expect(presetOf(period, today, limits)).toBeNull();
  expect(presetOf({ from: '2026-03-08', to: '2026-03-09' }, today, limits)).toBeNull();
});
