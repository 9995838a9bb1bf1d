import { describe, expect, it } from 'vitest';

import { hasSeveralOrders } from './several-orders.ts';

describe('hasSeveralOrders', () => {
  it.each([
    '10001, 10002: 5 m each',
    '10001 and 10002 5 m',
    '10001/10002: je 5 m',
    '10001,10002 5m each',
    '5 m each of 10001, 10002 and 10003',
    '5 m each: ab-100; CD-101',
    '250 m of 12345 and 100 m of 12346',
    '250 x 12345, 5 m AB-100',
    '12345: 250; 12346: 100',
    '10001 (5), 10002 (6)',
    '10001 M 5 L 3',
    'please 10001 5xM 3xL thanks',
    '-  10001 M=5 XL=3',
    '• 10001 38/5 40/3',
    'Artikel：10001 / 10002',
    'Item:10001, 10002',
    'Bestellung: 10001, 10002',
    'Menge: 5 m, 7 m',
  ])('finds several orders in %s', (line) => expect(hasSeveralOrders(line)).toBe(true));

  it.each([
    '10001, 10002',
    '10000,1000',
    '10001, 4006381333931: 5',
    '10001, AB-100 5 m',
    'AB-100, CDE-10: 5 m',
    '10001: 5',
    '10001 x 5',
    '10001 M 5',
    '10001 5 m 17.03.2027',
    '10001 250 m 140 cm',
    '10001 2 x 50 m',
    'Item: 10001, blue',
    'Our Item: 10001 and Item: 10001, 10002',
    'Menge: 1,5',
    'Menge: 5, please 7',
    'Tel: 5, 7',
    'x 10001 M 5 L 3',
    `10001 ${'M 5 L 3 '.repeat(40)}`,
  ])('finds at most one order in %s', (line) => expect(hasSeveralOrders(line)).toBe(false));

  it('ignores lines that are too long for a sentence', () =>
    expect(hasSeveralOrders(`10001 M 5 L 3${' please'.repeat(100_000)}`)).toBe(false));

  // Catastrophic backtracking would never finish on these.
  it.each([
    '10001 5 , ',
    '10001 , ',
    '10001,a1a1,',
    '5 x 10001 , ',
    'M 5  L 3 ',
    '1xs ',
    '5 x m ',
    '5 m ; ',
    '1',
    'a1b2-',
  ])('finishes on a line that repeats %j', (part) => {
    for (const lead of ['', '10001 ', '5 each ', 'Menge: '])
      expect(hasSeveralOrders(`${lead}${part.repeat(220 / part.length)}!!x`)).toBe(false);
  });
});
