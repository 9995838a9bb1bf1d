import { describe, expect, it } from 'vitest';

import { daysCovered, mostBy, quantityScale } from './what-if.ts';

const breaks = {
  breaks: [
    { upTo: 40_000, date: '2026-02-20' },
    { upTo: 90_000, date: '2026-03-17' },
  ],
  beyond: '2026-06-12',
} as const;

describe('quantityScale', () => {
  it.each([
    [50_000, { step: 1000, most: 108_000 }],
    [400_000, { step: 5000, most: 480_000 }],
  ])('holds %d', (asked, scale) => {
    expect(quantityScale(breaks, asked)).toEqual(scale);
  });

  it('works without a calendar and for the smallest quantity', () => {
    expect(quantityScale({ breaks: [], beyond: null }, 1)).toEqual({ step: 1, most: 2 });
  });

  it('stays within what the service takes', () => {
    expect(quantityScale(breaks, 1_000_000_000_000).most).toBe(1_000_000_000_000);
  });
});

describe('mostBy', () => {
  it.each([
    [0, { kind: 'up-to', quantity: 40_000 }],
    [15, { kind: 'up-to', quantity: 40_000 }],
    [16, { kind: 'up-to', quantity: 90_000 }],
    [102, { kind: 'up-to', quantity: 90_000 }],
    [103, { kind: 'any' }],
  ])('in %d days', (days, most) => {
    expect(mostBy(breaks, '2026-03-01', days)).toEqual(most);
  });

  it('is nothing before the first real entry', () => {
    expect(mostBy({ breaks: [], beyond: null }, '2026-03-01', 400)).toEqual({ kind: 'up-to', quantity: 0 });
  });
});

describe('daysCovered', () => {
  it('goes past the last date of the calendar', () => {
    expect(daysCovered(breaks, null, '2026-03-01')).toBe(114);
    expect(daysCovered(breaks, '2026-09-17', '2026-03-01')).toBe(220);
    expect(daysCovered({ breaks: [], beyond: null }, null, '2026-03-01')).toBe(14);
  });
});
