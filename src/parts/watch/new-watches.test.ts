import { describe, expect, test } from 'vitest';

import { PutWatches } from '#stock/contract/watches.ts';

import { defaultConditions, type EnteredWatch, hasOwnDates, newWatches, type WatchedProduct } from './new-watches.ts';

const poplin: WatchedProduct = { productId: 1, product: 'Poplin', unit: 'm', quantity: 60_000, shipBy: '2026-12-10' };
const silk: WatchedProduct = { productId: 2, product: 'Silk', unit: null, quantity: null, shipBy: null };
const entered: EnteredWatch = {
  quantity: 5000,
  shipBy: 'own',
  when: ['can-ship', 'falls-short'],
  days: 1,
  endsAfter: 90,
};

describe('the watches of products', () => {
  test('have their own quantity and date, and what was entered otherwise', () => {
    const made = newWatches([poplin, silk], entered);
    expect(made).toEqual([
      { ...poplin, when: ['can-ship', 'falls-short'], days: 1, endsAfter: 90 },
      { ...silk, quantity: 5000, when: ['back-in-stock', 'falls-short'], days: 1, endsAfter: 90 },
    ]);
    expect(PutWatches.safeParse({ watches: made }).success).toBe(true);
  });

  test('have the date that was entered for all', () => {
    const made = newWatches([poplin, silk], { ...entered, shipBy: '2026-12-24' });
    expect(made.map(({ shipBy }) => shipBy)).toEqual(['2026-12-24', '2026-12-24']);
    expect(newWatches([poplin], { ...entered, shipBy: null })[0]).toMatchObject({ shipBy: null });
  });

  test('are none without a quantity, and never have a condition twice', () => {
    expect(newWatches([silk], { ...entered, quantity: null })).toEqual([]);
    const both = { ...entered, when: ['can-ship', 'back-in-stock'] as EnteredWatch['when'] };
    expect(newWatches([silk], both)[0]?.when).toEqual(['back-in-stock']);
  });
});

test('one date or none fits one field', () => {
  expect(hasOwnDates([poplin, silk])).toBe(true);
  expect(hasOwnDates([poplin, { ...silk, shipBy: poplin.shipBy }])).toBe(false);
  expect(hasOwnDates([])).toBe(false);
});

test.each([true, false])('a new watch tells of a quantity that falls short, with a date: %s', (hasDate) => {
  expect(defaultConditions(hasDate)).toContain('falls-short');
});
