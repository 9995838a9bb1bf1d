import { expect, test } from '@playwright/test';

import { button, cell, waitForCheck, grid, lines, openOrder, paste } from './order-page.ts';

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

  await page.keyboard.press('Escape');
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Check availability') break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await waitForCheck(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(button(page, 'Check availability')).toBeFocused();
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
