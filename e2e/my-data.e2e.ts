import { readFileSync } from 'node:fs';

import { expect } from '@playwright/test';

import { expectAccessible } from './expect-accessible.ts';
import { check, lines, openOrder, paste, saved } from './order-page.ts';
import { test } from './own-person.ts';
import { stockServer } from './servers.ts';

test.use({ baseURL: stockServer.url, permissions: ['clipboard-read', 'clipboard-write'] });

test('what is kept of the user is exported, and deleted for good', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await check(page);
  await page.getByLabel('Order name').fill('4711');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText('Kept as promised')).toBeVisible();

  await page.goto('/my-data');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^stock-horizon-my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    orders: [{ content: { name: '4711', lines: [{ product: '20001' }] } }],
    promises: [{ productId: 20_001, reference: '4711' }],
    letters: [{ told: [{ text: expect.stringContaining('Your order: 4711') }] }],
    settings: expect.any(Object),
  });

  await page.route('**/gateway/my-data', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Delete all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete all of your data?' });
  await dialog.getByRole('button', { name: 'Delete all' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/gateway/my-data');
  await dialog.getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible();
  await page.goto('/promises');
  await expect(page.getByText('No promises yet')).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
});
