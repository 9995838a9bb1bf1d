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

test('prints the figures and the first rows on one page', async ({ page }) => {
  await page.goto('/overview?quantity=40&unit=m');
  await page.getByRole('table', { name: 'Runs short' }).waitFor();
  const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('is the page that the user starts with, if chosen', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('stock-horizon.start-page', '/overview'));
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
  await expect(page).toHaveURL(/\/overview$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Availability' }).click();
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible();
  await page.goto('/?product=10001');
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveCount(0);
});

test('a phone shows each product whole, without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/overview?quantity=40&unit=m');
  const table = page.getByRole('table', { name: 'Runs short' });
  await table.waitFor();
  const { scrollWidth, clientWidth } = await table.evaluate(({ parentElement }) => parentElement!);
  expect(scrollWidth).toBe(clientWidth);
  const row = table.getByRole('row').nth(1);
  // A name of two lines at most, and the dates.
  expect((await row.boundingBox())!.height).toBeLessThan(100);
});
