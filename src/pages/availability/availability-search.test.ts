import { describe, expect, it } from 'vitest';

import { readAvailabilitySearch } from './availability-search.ts';

describe('readAvailabilitySearch', () => {
  it.each([
    [
      { product: 12345, quantity: 2.5 },
      { product: 12345, quantity: 2.5 },
    ],
    [
      { product: 'TW-1', quantity: 'many', neededBy: '2026-02-30' },
      { product: 'TW-1', quantity: 'many', neededBy: '2026-02-30' },
    ],
    [{ product: { a: 1 }, quantity: [4] }, {}],
    [
      { drops: 3, smallestDrop: 0.5, deliveryDays: 4, workingDays: true },
      { drops: 3, smallestDrop: 0.5, deliveryDays: 4, workingDays: true },
    ],
    [{ drops: 0, smallestDrop: -1, deliveryDays: 'x', workingDays: 'yes', other: 1 }, {}],
  ])('reads %j', (raw, expected) => {
    expect(stripped(readAvailabilitySearch(raw))).toEqual(expected);
  });

  it('reads nothing from what is no object', () => {
    expect(readAvailabilitySearch('?product=1')).toEqual({});
  });
});

function stripped(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
