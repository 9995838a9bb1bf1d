import { describe, expect, it } from 'vitest';

import { LooseCalendarsEnvelope } from './loose-calendars.ts';
import { productCalendarsExample } from './open-api-examples.ts';

const { stock: _, ...item } = productCalendarsExample.results[0]?.item ?? {};

/** The elements of `stock` as read, or null where the whole answer is refused. */
function read(given: object): readonly unknown[] | null {
  const { data } = LooseCalendarsEnvelope.safeParse({
    ...productCalendarsExample,
    results: [{ item: { ...item, ...given } }],
  });
  return data?.results[0]?.item.stock ?? null;
}

describe('LooseCalendarsEnvelope', () => {
  it('lets the elements of stock be anything', () => {
    expect(read({ stock: [null, 7, 'soon'] })).toEqual([null, 7, 'soon']);
  });

  it.each([[{ stock: [] }], [{ stock: null }], [{}]])('reads %j as a product without entries', (given) => {
    expect(read(given)).toEqual([]);
  });

  it.each([[{ stock: {} }], [{ stock: 'none' }], [{ stock: 0 }]])('refuses %j', (given) => {
    expect(read(given)).toBeNull();
  });
});
