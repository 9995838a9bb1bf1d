import { describe, expect, it } from 'vitest';

import { mostOverDays, waitOverQuantity } from './what-if-plots.ts';

const breaks = {
  breaks: [
    { upTo: 40_000, date: '2026-02-20' },
    { upTo: 80_000, date: '2026-03-21' },
  ],
  beyond: '2026-04-10',
} as const;

describe('mostOverDays', () => {
  it('rises with the calendar up to the max lead time', () => {
    expect(mostOverDays(breaks, '2026-03-01', 80)).toEqual({
      steps: [
        { at: 0, height: 0.5 },
        { at: 0.25, height: 1 },
      ],
      realUntil: 0.5,
      after: 'theory',
    });
  });

  it('reaches the end without a max lead time', () => {
    expect(mostOverDays({ breaks: [], beyond: null }, '2026-03-01', 14)).toEqual({
      steps: [],
      realUntil: 1,
      after: 'nothing',
    });
  });
});

describe('waitOverQuantity', () => {
  it('rises from no wait to the longest', () => {
    const plot = waitOverQuantity(breaks, '2026-03-01', { least: 0, most: 100_000 });
    expect(plot.steps).toEqual([
      { at: 0, height: 0.06 },
      { at: 0.4, height: 1 },
    ]);
    expect(plot).toMatchObject({ realUntil: 0.8, after: 'theory' });
  });

  it('is theory from the start where there is no real stock', () => {
    const plot = waitOverQuantity({ breaks: [], beyond: '2026-04-10' }, '2026-03-01', { least: 1, most: 100 });
    expect(plot).toEqual({ steps: [], realUntil: 0, after: 'theory' });
  });

  it('shows no max lead time where there is none', () => {
    const plot = waitOverQuantity({ ...breaks, beyond: null }, '2026-03-01', { least: 0, most: 100_000 });
    expect(plot).toMatchObject({ realUntil: 0.8, after: 'nothing' });
  });
});
