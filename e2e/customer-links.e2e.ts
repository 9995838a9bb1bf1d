import { expect } from '@playwright/test';

import { expectAccessible } from './expect-accessible.ts';
import { test } from './own-person.ts';
import { stockServer } from './servers.ts';

test.use({ baseURL: stockServer.url, permissions: ['clipboard-read', 'clipboard-write'] });

test('a customer reads what was published, until the link is revoked', async ({ page, browser }) => {
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByLabel('Customer', { exact: true }).fill('Atelier Nord');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('link', { name: 'Show promises' }).click();
  const row = page.getByRole('table', { name: 'Promises' }).getByRole('row', { name: /Atelier Nord/ });
  await row.getByRole('button', { name: 'Atelier Nord' }).click();
  await page.getByRole('button', { name: 'Create link for customer' }).click();
  await expect(page.getByText(/^Link for customer: published/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/c\/[\w-]{43}$/);

  const customer = await (await browser.newContext()).newPage();
  expect((await customer.goto(address))?.status()).toBe(200);
  await expect(customer.getByRole('heading', { name: 'Atelier Nord' })).toBeVisible();
  await expect(customer.getByRole('row')).toHaveCount(2);
  await expectAccessible(customer);

  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Create link for customer' })).toBeVisible();
  expect((await customer.goto(address))?.status()).toBe(404);
  await customer.context().close();
});
