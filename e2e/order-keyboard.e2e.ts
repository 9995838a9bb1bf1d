import { expect } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { formatDateNear } from '#stock/locale-date.ts';

import { test } from './own-person.ts';
import { button, cell, waitForCheck, grid, lines, openOrder, paste, check } from './order-page.ts';
const today = todayIn('UTC');

test('an order is typed, checked and undone without a mouse', async ({ page }) => {
  await openOrder(page);
  await page.keyboard.press('Escape');
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await grid(page).evaluate((element) => element.contains(document.activeElement))) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('20001');
  // Skips the name, which is filled in automatically.
  await page.keyboard.press('Tab');
  await page.keyboard.type('80');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'Name')).toHaveText('Harbour canvas, navy');
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');

  await check(page);
  await page.keyboard.press('Escape');
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Recheck all') break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await waitForCheck(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(button(page, 'Recheck all')).toBeFocused();
});

test('a click on another cell leaves a cell with an invalid date', async ({ page }) => {
  await openOrder(page);
  await cell(page, 1, 'Product').click();
  await page.keyboard.type('20001');
  await page.keyboard.press('Tab');
  await page.keyboard.type('40');
  await page.keyboard.press('Tab');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /Enter a date such as .*, Friday or \+14/ })).toBeVisible();
  await cell(page, 2, 'Product').click();
  await expect(page.getByText("Ship by is unchanged: “7” couldn't be read")).toBeVisible();
  await page.keyboard.type('20002');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 1, 'Ship by')).toHaveText('');
});

test('a ship-by cell shows what it reads while typing', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await cell(page, 1, 'Ship by').click();
  await page.keyboard.type('+14');
  await expect(
    page.getByText(formatDateNear(addDays(today, 14), today, 'en-US', 'weekday'), { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'Ship by').locator('time')).toHaveAttribute('datetime', addDays(today, 14));
  await cell(page, 1, 'Quantity').click();
  await page.keyboard.type('250 lfm');
  await expect(page.getByText('250\u00a0lfm', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'Quantity')).toHaveText('250');
});

test('a product cell suggests what its text means, with the quantity and the date in it', async ({ page }) => {
  await openOrder(page);
  await cell(page, 1, 'Product').click();
  await page.keyboard.type('80 kg navy canvas in 2 weeks');
  await page.getByRole('option', { name: /Harbour canvas, navy/ }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
  await expect(cell(page, 1, 'Ship by').locator('time')).toHaveAttribute('datetime', addDays(today, 14));
  await expect(button(page, 'Use 80\u00a0m').first()).toBeVisible();
});

test('typing in a read-only cell is rejected with a message', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await cell(page, 1, 'Name').click();
  await page.keyboard.type('g');
  await expect(page.getByText("Name is filled in automatically and can't be edited")).toBeVisible();
  await expect(page).toHaveURL(/\/order/);
  await expect(cell(page, 1, 'Name')).toHaveText('Harbour canvas, navy');
});

test('a paste into an empty order can be undone and redone by keys immediately', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
  await page.keyboard.press('Control+z');
  await expect(grid(page).getByText('20002')).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});
