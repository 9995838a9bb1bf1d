import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { today } from '#stock/entries.arbitrary.ts';
import { addDays, toUnixSeconds } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import type { StockQuery } from './order-line.ts';
import type { ReceivedItem } from '#stock/contract/envelope.ts';
import { itemsMismatch, reconcile, type Reconciled } from './reconcile.ts';

const at = { today, checkedAt: 1_774_342_800_000 } as const;

const five: StockQuery = { productId: 1, quantity: 5000 };
const nine: StockQuery = { productId: 1, quantity: 9000 };
const seven: StockQuery = { productId: 1, quantity: 7000 };
const other: StockQuery = { productId: 2, quantity: 5000 };
const nineOfOther: StockQuery = { productId: 2, quantity: 9000 };

function itemFor({ productId, quantity }: StockQuery, more: Partial<ReceivedItem> = {}): ReceivedItem {
  const stockDate = more.stockDate ?? addDays(today, productId);
  return {
    itemId: String(productId),
    id: String(productId),
    localized: [],
    productId,
    salesOrganization: '2510',
    company: 'BRU',
    lastUpdateDate: '2026-03-20',
    stockDate,
    stockDateUnix: toUnixSeconds(stockDate),
    isMaxLeadTime: false,
    stockQuantity: fromThousandths(quantity),
    territoryId: 'BRU_GLO',
    ...more,
  };
}

function inShort(results: readonly Reconciled[]) {
  return results.map((result) => (result.kind === 'result' ? result.stockResult.date : result.finding));
}

const dateOf = ({ productId }: StockQuery) => addDays(today, productId);

describe('reconcile', () => {
  it('returns the item of each request as its answer, with its time', () => {
    const item = itemFor(five);
    expect(reconcile([five], [item], at)).toEqual([
      { kind: 'result', stockResult: { kind: 'expected', date: '2026-03-25' }, item, checkedAt: at.checkedAt },
    ]);
  });

  it('never trusts an item with a finding', () => {
    expect(reconcile([five], [], at)).toEqual([{ kind: 'not-trusted', finding: { kind: 'missing' } }]);
  });

  it('distinguishes an item that is missing from one that can not be read', () => {
    const unreadable = new Set([other.productId]);
    expect(inShort(reconcile([five, other], [], { ...at, unreadable }))).toEqual([
      { kind: 'missing' },
      { kind: 'unreadable' },
    ]);
    const deleted = itemFor(other, { isDeleted: true });
    expect(inShort(reconcile([other], [deleted], { ...at, unreadable }))).toEqual([{ kind: 'deleted' }]);
  });

  it.each([
    [{ company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' }, dateOf(five)],
    [{ company: '', territoryId: 'BRU_GLO' }, dateOf(five)],
    [{ company: 'OTHER' }, { kind: 'other-market' }],
    [{ salesOrganization: '9999' }, { kind: 'other-market' }],
    [{ territoryId: 'BRU_US' }, { kind: 'other-market' }],
  ])('compares the market of an item with %j', (market, result) => {
    expect(inShort(reconcile([five], [itemFor(five)], { ...at, market }))).toEqual([result]);
    expect(
      inShort(
        reconcile([five], [itemFor(five, { company: '', salesOrganization: '', territoryId: '' })], { ...at, market }),
      ),
    ).toEqual([dateOf(five)]);
  });

  it.each([
    ['in stock', { stockDate: today }, 'in-stock'],
    ['in stock for years', { stockDate: '2020-01-31' }, 'in-stock'],
    ['max lead time', { stockDate: today, isMaxLeadTime: true }, 'max-lead-time'],
  ] as const)('recognizes %s', (_, more, kind) => {
    expect(reconcile([five], [itemFor(five, more)], at)).toMatchObject([{ stockResult: { kind } }]);
  });

  it.each<[string, StockQuery[], ReceivedItem[], unknown[]]>([
    [
      'items in another order',
      [five, other, nine],
      [nine, five, other].map((each) => itemFor(each)),
      [five, other, nine].map(dateOf),
    ],
    ['the same question twice', [five, five], [itemFor(five), itemFor(five)], [five, five].map(dateOf)],
    ['nothing', [five, other], [], [{ kind: 'missing' }, { kind: 'missing' }]],
    ['a missing item', [five, other], [itemFor(other)], [{ kind: 'missing' }, dateOf(other)]],
    ['one of two lines of a product', [five, nine], [itemFor(nine)], [{ kind: 'missing' }, dateOf(nine)]],
    ['one answer to the same question twice', [five, five], [itemFor(five)], [dateOf(five), { kind: 'missing' }]],
    ['an additional item of a product not requested', [five], [itemFor(other), itemFor(five)], [dateOf(five)]],
    [
      'a product not requested, in place of another',
      [five],
      [itemFor(other)],
      [{ kind: 'other-product', productId: 2 }],
    ],
    ['two products not requested', [five], [itemFor(other), itemFor(nineOfOther)], [{ kind: 'missing' }]],
    [
      'other quantities of a product, each in its place',
      [five, { productId: 1, quantity: 6000 }],
      [itemFor(seven), itemFor(nine)],
      [
        { kind: 'other-quantity', quantity: 7 },
        { kind: 'other-quantity', quantity: 9 },
      ],
    ],
    [
      'an item twice',
      [five, other],
      [itemFor(five), itemFor(five), itemFor(other)],
      [{ kind: 'doubled', count: 2 }, dateOf(other)],
    ],
    ['two items of a product asked for once', [five], [itemFor(five), itemFor(nine)], [{ kind: 'doubled', count: 2 }]],
    [
      'the same answer to two questions of a product',
      [five, nine],
      [itemFor(five), itemFor(five)],
      [
        { kind: 'doubled', count: 2 },
        { kind: 'other-quantity', quantity: 5 },
      ],
    ],
    [
      'another quantity',
      [five, other],
      [itemFor(nine), itemFor(other)],
      [{ kind: 'other-quantity', quantity: 9 }, dateOf(other)],
    ],
    [
      'another quantity in another position',
      [five, other],
      [itemFor(other), itemFor(nine)],
      [{ kind: 'other-quantity', quantity: 9 }, dateOf(other)],
    ],
    [
      'a quantity of four decimals',
      [five],
      [itemFor(five, { stockQuantity: 5.0004 })],
      [{ kind: 'other-quantity', quantity: 5.0004 }],
    ],
    [
      'a quantity that is less by a fraction of a thousandth',
      [five],
      [itemFor(five, { stockQuantity: 4.9996 })],
      [{ kind: 'other-quantity', quantity: 4.9996 }],
    ],
    ['binary noise', [{ ...five, quantity: 300 }], [itemFor(five, { stockQuantity: 0.1 + 0.2 })], [dateOf(five)]],
    [
      'an out-of-range quantity',
      [five],
      [itemFor(five, { stockQuantity: 1e300 })],
      [{ kind: 'other-quantity', quantity: 1e300 }],
    ],
    ['a negative quantity', [five], [itemFor(five, { stockQuantity: -5 })], [{ kind: 'other-quantity', quantity: -5 }]],
    ['a deleted item', [five], [itemFor(five, { isDeleted: true })], [{ kind: 'deleted' }]],
    ['an item marked not deleted', [five], [itemFor(five, { isDeleted: false })], [dateOf(five)]],
    [
      'a Unix time of another day',
      [five],
      [itemFor(five, { stockDateUnix: toUnixSeconds('2026-03-24') })],
      [{ kind: 'other-day', stockDate: '2026-03-25', stockDateUnix: toUnixSeconds('2026-03-24') }],
    ],
    [
      'a Unix time later that day',
      [five],
      [itemFor(five, { stockDateUnix: toUnixSeconds('2026-03-26') - 1 })],
      [dateOf(five)],
    ],
    [
      'an out-of-range Unix time',
      [five],
      [itemFor(five, { stockDateUnix: Number.MAX_SAFE_INTEGER })],
      [{ kind: 'other-day', stockDate: '2026-03-25', stockDateUnix: Number.MAX_SAFE_INTEGER }],
    ],
  ])('handles %s', (_, requested, items, results) => {
    expect(inShort(reconcile(requested, items, at))).toEqual(results);
  });

  const arbitraryQuery = fc.record({
    productId: fc.integer({ min: 1, max: 6 }),
    quantity: fc.integer({ min: 1, max: 4 }),
  });
  const arbitraryItem = fc
    .record({ query: arbitraryQuery, isDeleted: fc.boolean(), isOtherDay: fc.boolean() })
    .map(({ query, isDeleted, isOtherDay }) =>
      itemFor(query, { ...(isDeleted && { isDeleted }), ...(isOtherDay && { stockDateUnix: 0 }) }),
    );

  it('never uses an item for another request, nor twice', () => {
    fc.assert(
      fc.property(fc.array(arbitraryQuery), fc.array(arbitraryItem), (requested, items) => {
        const results = reconcile(requested, items, at);
        expect(results).toHaveLength(requested.length);
        const used = new Set<ReceivedItem>();
        for (const [index, result] of results.entries()) {
          if (result.kind !== 'result') continue;
          const { item } = result;
          expect(items).toContain(item);
          expect(used.has(item)).toBe(false);
          used.add(item);
          expect({ productId: item.productId, quantity: item.stockQuantity * 1000 }).toEqual(requested[index]);
          expect(item).not.toHaveProperty('isDeleted', true);
        }
      }),
    );
  });

  it('answers every request from a complete response in any order', () => {
    const arbitraryShuffled = fc
      .array(arbitraryQuery)
      .chain((requested) =>
        fc.tuple(fc.constant(requested), fc.shuffledSubarray(requested, { minLength: requested.length })),
      );
    fc.assert(
      fc.property(arbitraryShuffled, ([requested, shuffled]) => {
        const items = shuffled.map((query) => itemFor(query));
        expect(inShort(reconcile(requested, items, at))).toEqual(requested.map(dateOf));
      }),
      { numRuns: 2000 },
    );
  });
});

const inItem = (place: number, field: string) => ['results', place, 'item', field];

describe('itemsMismatch', () => {
  const moved = itemFor(other, { stockDateUnix: 0 });

  it.each<[string, StockQuery[], ReceivedItem[], (string | number)[], string]>([
    ['a missing item', [five, other], [itemFor(five)], ['results'], 'has 1 item where 2 were asked for'],
    ['an extra item', [five], [itemFor(five), itemFor(other)], ['results'], 'has 2 items where 1 was asked for'],
    ['another product', [five], [itemFor(other)], inItem(0, 'productId'), 'is 2 where 1 was asked for'],
    [
      'another quantity',
      [other, five],
      [nine, other].map((each) => itemFor(each)),
      inItem(0, 'stockQuantity'),
      'is 9 where 5 was asked for',
    ],
    ['another day', [five, other], [itemFor(five), moved], inItem(1, 'stockDateUnix'), 'is another day than stockDate'],
    [
      'a deleted item',
      [five, other],
      [itemFor(other, { isDeleted: true }), itemFor(five)],
      inItem(0, 'isDeleted'),
      'is true, so it promises nothing',
    ],
    [
      'one product twice, another missing',
      [five, other],
      [itemFor(five), itemFor(five)],
      ['results'],
      'has 2 items for product 1',
    ],
    [
      'another quantity that is correct for another product',
      [nineOfOther, five],
      [itemFor(nineOfOther), itemFor(nine)],
      inItem(1, 'stockQuantity'),
      'is 9 where 5 was asked for',
    ],
    [
      'a deleted item after a valid one of the same product',
      [five, nine],
      [itemFor(five), itemFor(nine, { isDeleted: true })],
      inItem(1, 'isDeleted'),
      'is true, so it promises nothing',
    ],
    [
      'a missing product',
      [other, five, nine],
      [five, nine, seven].map((each) => itemFor(each)),
      ['results'],
      'has no item for product 2',
    ],
    [
      'another quantity after a valid item of the same product',
      [five, five, other],
      [five, other, nine].map((each) => itemFor(each)),
      inItem(2, 'stockQuantity'),
      'is 9 where 5 was asked for',
    ],
  ])('reports the path of %s', (_, requested, items, path, rule) => {
    expect(itemsMismatch(requested, items)).toEqual({ path, rule });
  });

  it('finds nothing if every request has its item, in any order', () => {
    expect(
      itemsMismatch(
        [five, other, nine],
        [nine, five, other].map((each) => itemFor(each)),
      ),
    ).toBeNull();
    expect(itemsMismatch([], [])).toBeNull();
  });
});
