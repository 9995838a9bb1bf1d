import { describe, expect, it } from 'vitest';

import { type RecentLookup, readRecentLookups, withLookup } from './recent-lookups.ts';

const lookup = (productId: number, over: Partial<RecentLookup> = {}): RecentLookup => ({
  product: { productId, name: 'Merino Twill', sku: null, unit: 'm' },
  quantity: 2500,
  neededBy: null,
  answer: { stockDate: '2026-03-17', isMaxLeadTime: false },
  askedOn: '2026-03-01',
  askedAt: 1_772_000_000_000,
  ...over,
});

describe('readRecentLookups', () => {
  it('reads what was written', () => {
    expect(readRecentLookups(JSON.stringify([lookup(1), lookup(2, { answer: null })]))).toEqual([
      lookup(1),
      lookup(2, { answer: null }),
    ]);
  });

  it.each([null, '', '{', '{}', '[{"productId":1}]', JSON.stringify([{ ...lookup(1), quantity: 0.5 }])])(
    'reads nothing from %j',
    (text) => {
      expect(readRecentLookups(text)).toEqual([]);
    },
  );
});

describe('withLookup', () => {
  it('puts the latest first and replaces the same question', () => {
    const newer = lookup(1, { askedAt: 2 });
    expect(withLookup([lookup(2), lookup(1)], newer)).toEqual([newer, lookup(2)]);
  });

  it('keeps another quantity or day apart', () => {
    expect(withLookup([lookup(1), lookup(1, { neededBy: '2026-03-20' })], lookup(1, { quantity: 1000 }))).toHaveLength(
      3,
    );
  });

  it('is bounded', () => {
    const many = Array.from({ length: 40 }, (_, index) => lookup(index + 1));
    expect(withLookup(many, lookup(99))).toHaveLength(12);
  });
});
