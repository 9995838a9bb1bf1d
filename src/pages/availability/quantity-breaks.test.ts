import { describe, expect, it } from 'vitest';

import { breakRows } from './quantity-breaks.tsx';

const breaks = [
  { upTo: 40_000, date: '2026-02-20' },
  { upTo: 90_000, date: '2026-03-17' },
] as const;

describe('breakRows', () => {
  it('ends in the max lead time', () => {
    expect(breakRows({ breaks, beyond: '2026-06-12' }, 40_001, '2026-03-01')).toEqual([
      { upTo: 40_000, above: 0, kind: 'in-stock', date: '2026-02-20', isAsked: false },
      { upTo: 90_000, above: 40_000, kind: 'expected', date: '2026-03-17', isAsked: true },
      { upTo: null, above: 90_000, kind: 'max-lead-time', date: '2026-06-12', isAsked: false },
    ]);
  });

  it.each([
    [40_000, 0],
    [90_000, 1],
    [90_001, 2],
  ])('marks the row of %d: index %d', (asked, rung) => {
    const rows = breakRows({ breaks, beyond: '2026-06-12' }, asked, '2026-03-01');
    expect(rows.map(({ isAsked }) => isAsked)).toEqual([0, 1, 2].map((index) => index === rung));
  });

  it('ends in not available without a max lead time', () => {
    expect(breakRows({ breaks, beyond: null }, 1, '2026-03-01').at(-1)).toEqual({
      upTo: null,
      above: 90_000,
      kind: 'not-available',
      date: null,
      isAsked: false,
    });
  });

  it('has one row if no entry is backed by stock', () => {
    expect(breakRows({ breaks: [], beyond: '2026-06-12' }, 1, '2026-03-01')).toHaveLength(1);
  });
});
