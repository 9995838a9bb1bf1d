import { expect, test } from 'vitest';

import { settledSession } from '#orders/lines/order-session.sample.ts';
import { watchedLines } from './watch-lines.tsx';

const today = '2026-03-24';

test('each line is watched for the quantity that its ship date is of, with the lines of its product above', async () => {
  const session = await settledSession([
    { product: 'S-1', quantity: 60_000, shipBy: '2026-04-01' },
    { product: 'S-2', quantity: 5000 },
    { product: '1', quantity: 40_000, shipBy: '2026-05-01' },
  ]);
  expect(watchedLines(session.lines.getEntries(), today)).toEqual([
    { productId: 1, product: 'Cloth 1', unit: 'm', quantity: 60_000, shipBy: '2026-04-01' },
    { productId: 2, product: 'Cloth 2', unit: 'm', quantity: 5000, shipBy: null },
    { productId: 1, product: 'Cloth 1', unit: 'm', quantity: 100_000, shipBy: '2026-05-01' },
  ]);
});

test.each([
  ['an unknown product', { product: 'NOPE-1', quantity: 1000 }],
  ['no quantity', { product: 'S-1', quantity: null, quantityText: 'lots' }],
  ['another unit', { product: 'S-1', quantity: 1000, writtenUnit: 'pcs' }],
  ['nothing in it', { product: '', quantity: null }],
])('a line with %s is not watched', async (_, line) => {
  const session = await settledSession([line, { product: 'S-2', quantity: 5000, shipBy: '2026-03-23' }]);
  // A date that is past can't be kept any more.
  expect(watchedLines(session.lines.getEntries(), today)).toMatchObject([{ productId: 2, shipBy: null }]);
});
