import { describe, expect, it } from 'vitest';

import { breakRows } from './break-rows.ts';

const breaks = [
  { upTo: 40_000, date: '2026-02-20' },
  { upTo: 90_000, date: '2026-03-17' },
] as const;

describe('breakRows', () => {
  it('ends in the max lead time', () => {
    expect(breakRows({ breaks, beyond: '2026-06-12' }, 40_001, '2026-03-01')).toEqual([
      { upTo: 40_000, above: 0, kind: 'in-stock', date: '2026-02-20', isCurrent: false },
      { upTo: 90_000, above: 40_000, kind: 'expected', date: '2026-03-17', isCurrent: true },
      { upTo: null, above: 90_000, kind: 'max-lead-time', date: '2026-06-12', isCurrent: false },
    ]);
  });

  it.each([
    [40_000, 0],
    [90_000, 1],
    [90_001, 2],
  ])('marks the row of %d: index %d', (quantity, row) => {
    const rows = breakRows({ breaks, beyond: '2026-06-12' }, quantity, '2026-03-01');
    expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([0, 1, 2].map((index) => index === row));
  });

  it('ends in not available without a max lead time', () => {
    expect(breakRows({ breaks, beyond: null }, 1, '2026-03-01').at(-1)).toEqual({
      upTo: null,
      above: 90_000,
      kind: 'not-available',
      date: null,
      isCurrent: false,
    });
  });

  it('has one row if no entry is backed by stock', () => {
    expect(breakRows({ breaks: [], beyond: '2026-06-12' }, 1, '2026-03-01')).toHaveLength(1);
  });
});
