import { expect, test } from 'vitest';

import type { KeptPromise } from '#stock/contract/promises.ts';

import { pageLetterOf } from './letter-page.ts';

const promised = { kind: 'expected', date: '2026-12-10', day: '2026-11-26' } as const;
const promise = (changes: Partial<KeptPromise> = {}): KeptPromise => ({
  letterId: 'letter',
  place: 0,
  productId: 1,
  product: 'Silk',
  quantity: 250_000,
  unit: 'm',
  toldAt: 1,
  promised,
  now: promised,
  since: 1,
  checkedAt: 5,
  closed: null,
  changes: [],
  ...changes,
});

test('a page says what holds now, and there is none while a promise is not reliable', () => {
  const now = { kind: 'expected', date: '2026-12-16', day: '2026-11-28' } as const;
  const other = promise({ place: 1, now: { kind: 'not-available', day: '2026-11-28' }, checkedAt: 3 });
  expect(pageLetterOf([promise({ now, customer: 'Atelier', reference: '4711' }), other], null)).toMatchObject({
    name: 'Atelier',
    reference: '4711',
    // The order may have lines that weren't promised.
    isPartial: true,
    checkedAt: 3,
    offers: [
      { key: '0', stockResult: { date: '2026-12-16' }, asOf: '2026-11-28' },
      { key: '1', stockResult: null },
    ],
  });
  expect(pageLetterOf([promise(), promise({ now: { kind: 'not-reliable', day: '2026-11-28' } })], null)).toBeNull();
  expect(pageLetterOf([], null)).toBeNull();
});
