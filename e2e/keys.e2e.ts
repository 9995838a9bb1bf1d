import { expect, request } from '@playwright/test';

import { expectAccessible } from './expect-accessible.ts';
import { test } from './own-person.ts';
import { stockServer } from './servers.ts';

test.use({ baseURL: stockServer.url, permissions: ['clipboard-read', 'clipboard-write'] });

test('a live address is made, loaded without a session, listed and revoked', async ({ page }) => {
  await page.goto('/calendars?quantity=250');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Live address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Live address' });
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Linen for Excel');
  await dialog.getByLabel('Expires after').selectOption('30 days');
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const address = await dialog.getByLabel('Excel or Google Sheets (CSV)').inputValue();
  await dialog.getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await dialog.getByText('Address with a password').click();
  await expectAccessible(page);

  const excel = await request.newContext();
  const csv = await (await excel.get(address)).text();
  expect(csv).toMatch(/^\ufeffproduct_id,.*,status,basis,checked_at,stock_data_of,complete,row,of\r\n/);
  const password = await dialog.getByLabel('Password').inputValue();
  const withoutKey = await dialog.getByLabel('Address', { exact: true }).inputValue();
  const Authorization = `Basic ${Buffer.from(`:${password}`).toString('base64')}`;
  expect(await (await excel.get(withoutKey, { headers: { Authorization } })).text()).toBe(csv);

  await dialog.getByRole('link', { name: 'Keys and links' }).click();
  const row = page.getByRole('table', { name: 'Keys and links' }).getByRole('row', { name: /Linen for Excel/ });
  await expect(row).toContainText('Live address');
  await expect(row).not.toContainText('Never');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Revoke Linen for Excel' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  expect((await excel.get(address)).status()).toBe(404);
  await excel.dispose();
});

test('a key for an assistant is made on the page of keys, reached from the name of the user', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Preferences/ }).click();
  await page.getByRole('link', { name: 'Keys and links' }).click();
  await page.getByRole('button', { name: 'New assistant key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New assistant key' });
  await dialog.getByLabel('Name').fill('Desk');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue(/^[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Desk/ })).toContainText('Assistant key');
});
