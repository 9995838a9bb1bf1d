import { expect, test } from '@playwright/test';

import { summary } from './calendars-page.ts';
import { expectAccessible } from './expect-accessible.ts';
import { exportFile } from './export-menu.ts';
import { demoServer } from './servers.ts';

test.use({ baseURL: demoServer.url });

test('figures and products that run short lead to their rows', async ({ page }) => {
  await page.goto('/overview');
  await expect(page.getByText('No product runs short')).toBeVisible();
  await page.getByLabel('Quantity per product').fill('20 m');
  const rows = page.getByRole('table', { name: 'Runs short' }).getByRole('row');
  await expect(page).toHaveURL(/quantity=20&unit=m/);
  await expect(rows.nth(1)).toContainText('tomorrow');
  await expectAccessible(page);
  const found = (await rows.count()) - 1;
  await page.getByRole('link', { name: `Show ${found} products` }).click();
  const soon = summary(page).getByRole('button', { name: /^Runs short/ });
  await expect(soon).toHaveAttribute('aria-pressed', 'true');
  await expect(soon).toContainText(String(found));
  await page.goBack();
  const figure = page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Short now/ });
  const count = /Short now([\d,]+?)\d+%/.exec((await figure.textContent()) ?? '')?.[1] ?? 'no figure';
  await figure.click();
  await expect(summary(page).getByRole('button', { name: /^Short now/ })).toContainText(count);
});

test('exports what runs short, with the figures as its summary', async ({ page }) => {
  await page.goto('/overview?quantity=40&unit=m');
  await page.getByRole('table', { name: 'Runs short' }).waitFor();
  const csv = (await exportFile(page, 'CSV')).bytes.toString('utf8');
  expect(csv.split('\r\n')[0]).toContain('Falls short on');
  expect(csv).toMatch(/\d+ m?/);
});

test('states a failure, with the way to try again', async ({ page }) => {
  await page.route(/\/gateway\/calendars/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/overview');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute(/\/gateway\/calendars/);
  await retry.click();
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('81%');
});
