import { expect, it } from 'vitest';

import { periodOfWindow, windowOfPeriod } from './chart-period.ts';

it('goes from days to a window and back', () => {
  const period = { from: '2026-03-08', to: '2026-11-01' } as const;
  expect(periodOfWindow(windowOfPeriod(period)!)).toEqual(period);
});

it('knows no window for a period that runs backwards', () => {
  expect(windowOfPeriod({ from: '2026-03-08', to: '2026-03-08' })).toBeNull();
});
