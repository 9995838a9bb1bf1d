import { describe, expect, it } from 'vitest';

import { readColumnLayout } from './use-calendars-table.ts';

const columns = ['product', 'name', 'course', 'first'];
const layout = { order: columns, hidden: [] };

describe('readColumnLayout', () => {
  it.each([null, '', '{', '[]', '{"order":"name"}', '{"order":[],"hidden":[]}'])(
    'returns the default layout for %j',
    (text) => expect(readColumnLayout(text, columns)).toEqual(layout),
  );

  it('keeps the order, and drops removed columns', () => {
    const text = JSON.stringify({
      order: ['first', 'gone', 'product', 'course', 'name'],
      hidden: ['gone', 'name'],
    });
    expect(readColumnLayout(text, columns)).toEqual({
      order: ['first', 'product', 'course', 'name'],
      hidden: ['name'],
    });
  });

  it('inserts a new column after its default predecessor', () => {
    const text = JSON.stringify({ order: ['name', 'first'], hidden: [] });
    expect(readColumnLayout(text, columns).order).toEqual(['product', 'name', 'course', 'first']);
  });
});
