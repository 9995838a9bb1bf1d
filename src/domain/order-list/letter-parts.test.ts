import { expect, it } from 'vitest';

import { readOrderList } from './read-order-list.ts';

it('finds no ship-by date of the whole order without the current date', () => {
  const read = readOrderList('12345 x 5\nplease send everything by 17 December', { locale: 'en', source: 'paste' });
  const text = 'please send everything by 17 December';
  expect(read.refused).toEqual([{ line: 2, text, code: 'not-understood', content: { figures: [] } }]);
});
