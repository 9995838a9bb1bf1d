import { describe, expect, it } from 'vitest';

import { linkedOrder, sharedSummary } from './shared-order-link.ts';

const checkedAt = Date.parse('2026-11-19T12:00:00Z');
const lines = [
  { product: 'AB-1', quantity: 1500, neededBy: '2027-03-17' as const, writtenUnit: 'm', note: 'soon' },
  { product: 'CD-2', quantity: null, quantityText: 'lots' },
  { product: '7', quantity: 1000 },
];
const inStock = { productId: 1, outcome: { kind: 'in-stock', date: '2026-01-05' } } as const;
const leadTime = { productId: 7, outcome: { kind: 'max-lead-time', date: '2027-06-12' } } as const;
const never = { productId: 7, outcome: { kind: 'not-available' } } as const;

it("is stored with all lines, and compared with the sender's results", () => {
  const answers = { checkedAt, outcomes: [inStock, null, leadTime] };
  const { header, contents } = linkedOrder({ name: 'Spring', lines, answers }, 'me', (quantity) =>
    String(quantity / 1000),
  );
  expect(header).toMatchObject({ owner: 'me', name: 'Spring', lineCount: 3, changedAt: 0 });
  expect(contents.lines).toMatchObject([
    { product: 'AB-1', quantity: 1500, quantityText: '1.5', neededBy: '2027-03-17', writtenUnit: 'm', note: 'soon' },
    { product: 'CD-2', quantity: null, quantityText: 'lots' },
    { product: '7', quantityText: '1' },
  ]);
  expect(contents.previous?.lines).toEqual(
    new Map([
      [1, { ...inStock, quantity: 1500 }],
      [3, { ...leadTime, quantity: 1000 }],
    ]),
  );
});

const seen = (outcomes: NonNullable<Parameters<typeof sharedSummary>[0]['answers']>['outcomes'], stockOnly?: 'none') =>
  sharedSummary({ name: '', lines: [], answers: { checkedAt, outcomes, stockOnly } }, 'UTC');

describe('the whole order as the sender saw it', () => {
  it('is null if the link has no results', () => {
    expect(sharedSummary({ name: '', lines }, 'UTC')).toBeNull();
  });

  it('has the day of the check for dates before it', () => {
    expect(seen([inStock])).toEqual({
      firstShipDate: { kind: 'in-stock', date: '2026-11-19' },
      causes: [],
      withMaxLeadTime: '2026-11-19',
      stockOnly: '2026-11-19',
    });
  });

  it.each([[undefined, null] as const, ['none', 'none'] as const])(
    'has no stock-only date other than that in the link: %s',
    (inLink, stockOnly) => {
      expect(seen([inStock, leadTime], inLink)).toMatchObject({ withMaxLeadTime: '2027-06-12', stockOnly, causes: [] });
    },
  );

  it('has causes instead of a complete date if a line has no date', () => {
    expect(seen([inStock, never, 'unit-differs', never])).toMatchObject({
      withMaxLeadTime: null,
      stockOnly: null,
      causes: [
        { status: 'not-available', lines: [2, 4] },
        { status: 'unit-differs', lines: [3] },
      ],
    });
  });
});
