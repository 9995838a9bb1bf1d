import { describe, expect, test } from 'vitest';

import type { CustomerOffer } from '#parts/export/customer-text.ts';

import { promisedLines } from './promised-lines.ts';

const offer = (changes: Partial<CustomerOffer>): CustomerOffer => ({
  product: 'Blue poplin',
  quantity: 250_000,
  unit: 'm',
  stockResult: { kind: 'expected', date: '2026-12-10' },
  part: null,
  asOf: '2026-11-26',
  isEarlier: false,
  ...changes,
});

describe('the promised lines of an offer', () => {
  test.each<[what: string, changes: Partial<CustomerOffer>, lines: [quantity: number, kind: string, date: string][]]>([
    ['of the whole', {}, [[250_000, 'expected', '2026-12-10']]],
    ['that has no date', { stockResult: null }, []],
    [
      'of a part now and the rest later',
      { part: { quantity: 100_000, date: '2026-11-20' } },
      [
        [100_000, 'in-stock', '2026-11-20'],
        [150_000, 'expected', '2026-12-10'],
      ],
    ],
    [
      'of a part only',
      { stockResult: null, part: { quantity: 100_000, date: '2026-12-01' } },
      [[100_000, 'expected', '2026-12-01']],
    ],
  ])('%s', (_, changes, lines) => {
    const found = promisedLines(10_001, offer(changes), 3);
    expect(found.map(({ quantity, promised }) => [quantity, promised.kind, promised.date])).toEqual(lines);
    for (const each of found) expect(each).toMatchObject({ productId: 10_001, unit: 'm', lineKey: 3 });
  });
});
