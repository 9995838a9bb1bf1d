import { afterEach, expect, it, vi } from 'vitest';

import { ContractError } from '#api/errors.ts';

import { fetchStockItems } from '#api/stock-requests.ts';
import { answerWith } from '#api/envelope.sample.ts';
import { stockItem } from '#api/faulty-service.fake.ts';

const question = { productId: 7, quantity: 500_500 };
const item = stockItem(question, '2026-04-17');
const { signal } = new AbortController();

afterEach(() => void vi.unstubAllGlobals());

it('sends exact decimals and returns the items unchanged', async () => {
  const fetch = answerWith([item, item]);
  expect(await fetchStockItems([question, { productId: 8, quantity: 1 }], signal)).toEqual([item, item]);
  expect(fetch).toHaveBeenCalledWith(
    '/gateway/stock',
    expect.objectContaining({
      method: 'POST',
      headers: expect.objectContaining({ 'cache-control': 'no-cache' }) as unknown,
      body: '{"products":[{"productId":7,"quantity":500.5},{"productId":8,"quantity":0.001}]}',
    }),
  );
});

it("keeps the deleted flag of an item, which isn't part of the contract here", async () => {
  answerWith([{ ...item, isDeleted: true }]);
  expect(await fetchStockItems([question], signal)).toMatchObject([{ isDeleted: true }]);
});

it.each([
  ['a date that does not exist', { ...item, stockDate: '2026-02-30' }],
  ['no quantity', { ...item, stockQuantity: undefined }],
  ['a text for a flag', { ...item, isMaxLeadTime: 'false' }],
])('rejects a response with %s', async (_, broken) => {
  answerWith([item, broken]);
  await expect(fetchStockItems([question], signal)).rejects.toBeInstanceOf(ContractError);
});
