import { describe, expect, it } from 'vitest';

import { readColumnLayout } from './use-calendars-table.ts';

const columns = ['product', 'name', 'course', 'first'];
const layout = { order: columns, hidden: [], widths: {} };

describe('readColumnLayout', () => {
  it.each([null, '', '{', '[]', '{"order":"name"}', '{"order":[],"hidden":[],"widths":{"name":-4}}'])(
    'returns the default layout for %j',
    (text) => expect(readColumnLayout(text, columns)).toEqual(layout),
  );

  it('keeps order and widths, and drops removed columns', () => {
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

  it('inserts a new column after its default predecessor', () => {
    const text = JSON.stringify({ order: ['name', 'first'], hidden: [], widths: {} });
    expect(readColumnLayout(text, columns).order).toEqual(['product', 'name', 'course', 'first']);
  });
});
