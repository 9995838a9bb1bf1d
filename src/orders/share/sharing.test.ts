import { describe, expect, it } from 'vitest';

import type { OrderContent } from '#stock/contract/orders.ts';
import { lineQueries } from '#stock/order/order-line.ts';

import { recordOfShared, sharedResults, sharedSummary } from './sharing.ts';

const checkedAt = Date.parse('2026-11-19T12:00:00Z');
const queries = lineQueries([
  { key: 1, productId: 1, quantity: 1500 },
  { key: 2, productId: 7, quantity: 1000 },
  { key: 3, productId: 1, quantity: 500 },
]);
type Check = OrderContent['checks'][number];
const checkOf = (results: Check['results'], day: Check['day'] = '2026-11-19'): Check => ({
  day,
  dataVersion: '4',
  results,
});
const contentOf = (...checks: Check[]): OrderContent => ({ name: '', lines: [], checks });
const inStock = { productId: 1, quantity: 1500, kind: 'in-stock', date: '2026-01-05', checkedAt } as const;
const together = { ...inStock, quantity: 2000, kind: 'expected', date: '2026-12-03' } as const;
const leadTime = { productId: 7, quantity: 1000, kind: 'max-lead-time', date: '2027-06-12', checkedAt } as const;
const none = { productId: 7, quantity: 1000, kind: 'not-available', checkedAt } as const;

const summaryOf = (...results: Check['results']) =>
  sharedSummary(sharedResults(contentOf(checkOf(results)), queries), [1, 2, 3]);

describe("the sender's results", () => {
  it('are those of the lines with what the lines above take, the newest of each', () => {
    const older = { ...inStock, kind: 'expected', date: '2026-12-24', checkedAt: checkedAt - 1 } as const;
    const seen = sharedResults(contentOf(checkOf([inStock, together]), checkOf([older], '2026-11-18')), queries);
    expect([...seen]).toEqual([
      [1, { outcome: { kind: 'in-stock', date: '2026-01-05' }, day: '2026-11-19', checkedAt }],
      [3, { outcome: { kind: 'expected', date: '2026-12-03' }, day: '2026-11-19', checkedAt }],
    ]);
  });

  it('are compared with the current ones by the quantity of the line alone', () => {
    const seen = sharedResults(contentOf(checkOf([together, leadTime])), queries);
    expect(recordOfShared(seen, queries)).toEqual({
      checkedAt,
      lines: new Map([
        [2, { productId: 7, quantity: 1000, outcome: { kind: 'max-lead-time', date: '2027-06-12' } }],
        [3, { productId: 1, quantity: 500, outcome: { kind: 'expected', date: '2026-12-03' } }],
      ]),
    });
    expect(recordOfShared(new Map(), queries)).toBeNull();
  });
});

describe('the whole order as the sender saw it', () => {
  it('is null without results', () => {
    expect(summaryOf()).toBeNull();
  });

  it('has the day of the check for dates before it', () => {
    const seen = sharedResults(contentOf(checkOf([inStock])), queries);
    expect(sharedSummary(seen, [1])).toEqual({
      firstShipDate: { kind: 'in-stock', date: '2026-11-19' },
      causes: [],
      withMaxLeadTime: '2026-11-19',
      stockOnly: '2026-11-19',
    });
  });

  it('has no stock-only date if a line was at max lead time', () => {
    expect(summaryOf(inStock, leadTime, together)).toMatchObject({
      withMaxLeadTime: '2027-06-12',
      stockOnly: null,
      causes: [],
    });
  });

  it('has causes instead of a complete date if a line has no date', () => {
    expect(summaryOf(inStock, none)).toMatchObject({
      withMaxLeadTime: null,
      stockOnly: null,
      causes: [
        { status: 'not-available', lines: [2] },
        { status: 'not-checked', lines: [3] },
      ],
    });
  });
});
