import { describe, expect, it } from 'vitest';

import { readColumnLayout } from './use-calendars-table.ts';

const columns = ['product', 'name', 'course', 'first'];
const layout = { order: columns, hidden: [], widths: {} };

describe('readColumnLayout', () => {
  it.each([null, '', '{', '[]', '{"order":"name"}', '{"order":[],"hidden":[],"widths":{"name":-4}}'])(
    'is the usual one for %j',
    (text) => expect(readColumnLayout(text, columns)).toEqual(layout),
  );

  it('keeps an order and widths, and drops columns that are gone', () => {
    const text = JSON.stringify({
      order: ['first', 'gone', 'product', 'course', 'name'],
      hidden: ['gone', 'name'],
      widths: { name: 300 },
    });
    expect(readColumnLayout(text, columns)).toEqual({
      order: ['first', 'product', 'course', 'name'],
      hidden: ['name'],
      widths: { name: 300 },
    });
  });

  it('puts a column that is new after the one that it follows by itself', () => {
    const text = JSON.stringify({ order: ['name', 'first'], hidden: [], widths: {} });
    expect(readColumnLayout(text, columns).order).toEqual(['product', 'name', 'course', 'first']);
  });
});
