import { expect } from '@playwright/test';

import { addDays } from '#stock/calendar-date.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';

import { expectAccessible } from './expect-accessible.ts';
import { exportFile } from './export-menu.ts';
import { test } from './own-person.ts';
import { stockServer } from './servers.ts';

test.use({ baseURL: stockServer.url, permissions: ['clipboard-read', 'clipboard-write'] });

test('a date copied for a customer is kept, updated and closed', async ({ page }) => {
  await page.goto('/promises');
  await expect(page.getByText('No promises yet')).toBeVisible();
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByLabel('Customer', { exact: true }).fill('Atelier Nord');
  await page.getByLabel('Reference', { exact: true }).fill('4711');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('link', { name: 'Show promises' }).click();

  const table = page.getByRole('table', { name: 'Promises' });
  const row = table.getByRole('row', { name: /Atelier Nord/ });
  await expect(row).toContainText('4711');
  await expect(row).toContainText(/On time|Due today/);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Atelier Nord' }).click();
  await expect(table).toContainText('Hello,');
  await expectAccessible(page);
  // Nothing to tell while the date holds.
  await expect(page.getByRole('button', { name: 'Copy update' })).toHaveCount(0);
  await page.route(/\/gateway\/promises\/check$/, async (route) => {
    const response = await route.fetch();
    const body: KeptPromises = await response.json();
    for (const { now } of body.promises) Object.assign(now, { kind: 'expected', date: addDays(body.today, 66) });
    await route.fulfill({ response, json: body });
  });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(row).toContainText('6 days later');
  await page.getByRole('button', { name: 'Copy update' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Order 4711, .*: now .* instead of .*\.$/);
  await expect(table.getByText('told', { exact: true })).toHaveCount(2);
  await expect(table.getByText(/^Order 4711, /)).toBeVisible();

  const csv = (await exportFile(page, 'CSV')).bytes.toString('utf8');
  expect(csv).toMatch(/Atelier Nord,4711,20001/);
  await page.getByRole('button', { name: 'Close: Shipped' }).click();
  await expect(page.getByText('No promise with this status')).toBeVisible();
  await page.getByRole('radio', { name: 'Past or closed (1)' }).check({ force: true });
  await expect(row).toContainText('Shipped');
  await page.reload();
  await expect(row).toContainText('Shipped');
});

test('a promise kept by mistake is undone, and a failure keeps what was typed', async ({ page }) => {
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.route(/\/gateway\/promises\//, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Customer', { exact: true }).fill('Atelier Nord');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Customer', { exact: true })).toHaveValue('Atelier Nord');
  await page.unroute(/\/gateway\/promises\//);
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Keep as promise' })).toBeVisible();
  await page.goto('/promises');
  await expect(page.getByText('No promises yet')).toBeVisible();
});

test('states a failure, with the way to try again', async ({ page }) => {
  await page.route(/\/gateway\/promises/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/promises');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute(/\/gateway\/promises/);
  await retry.click();
  await expect(page.getByText('No promises yet')).toBeVisible();
});
