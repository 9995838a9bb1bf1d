import { expect, type Page } from '@playwright/test';

import { test } from './own-person.ts';
import { button, cell, check, grid, waitForStoredOrder, lines, openOrder, paste, orderSummary } from './order-page.ts';

async function openMenu(page: Page, column: string) {
  await grid(page).getByRole('columnheader', { name: column }).getByRole('button').last().click();
}

async function products(page: Page): Promise<string[]> {
  const rows = grid(page).getByRole('row');
  const texts = await rows.evaluateAll((each) =>
    each.map((row) => row.querySelector('[role="gridcell"]')?.textContent ?? ''),
  );
  return texts.filter((text) => text !== '');
}

test('filters of the column menus are kept in the URL for reload, Back and Forward', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '20003\t31', '20006\t250'));
  await check(page);

  await openMenu(page, 'Name');
  await page.getByLabel('Contains').fill('har');
  await page.keyboard.press('Escape');
  await expect.poll(() => products(page)).toEqual(['20001']);
  await expect(page).toHaveURL(/filter=name.has%3Dhar/);

  await page.goBack();
  await expect.poll(() => products(page)).toEqual(['20001', '20002', '20003', '20006']);
  await page.goForward();
  await expect.poll(() => products(page)).toEqual(['20001']);

  await waitForStoredOrder(page, ['20001', '20002', '20003', '20006']);
  await page.reload();
  await expect.poll(() => products(page)).toEqual(['20001']);
  await button(page, 'Clear filters').click();
  await expect.poll(() => products(page)).toEqual(['20001', '20002', '20003', '20006']);
  await expect(page).not.toHaveURL(/filter/);
});

test('statuses are filtered by a column menu, or by the summary’s counts', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '20003\t31', '20006\t250'));
  await check(page);
  await openMenu(page, 'Status');
  await page.getByLabel('In stock', { exact: true }).uncheck();
  await page.getByLabel('Not available', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(() => products(page)).toEqual(['20002', '20006']);
  await expect(page).toHaveURL(/filter=status.is%3Dexpected%26status.is%3Dmax-lead-time/);

  await openMenu(page, 'Status');
  await page.getByLabel('Max lead time', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(() => products(page)).toEqual(['20006']);
  await expect(page).toHaveURL(/show=expected/);
  await expect(page).not.toHaveURL(/filter/);
  await expect(orderSummary(page).getByRole('button', { name: 'Expected 1' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect.poll(() => products(page)).toEqual(['20002', '20006']);
});

test('an invalid filter in the URL shows every line', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
  await waitForStoredOrder(page, ['20001', '20002']);
  await page.goto('/order?filter=price.has%3D5&sort=nothing');
  await expect.poll(() => products(page)).toEqual(['20001', '20002']);
  await expect(page.getByText("Ignored filter in the link: “price.has=5” isn't a column filter.")).toBeVisible();
});
