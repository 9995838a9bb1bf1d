import { expect, test } from '@playwright/test';

import { button, cell, finished, grid, openOrder } from './order-page.ts';

test('an order is typed, checked and undone without a mouse', async ({ page }) => {
  await openOrder(page);
  await page.keyboard.press('Escape');
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await grid(page).evaluate((element) => element.contains(document.activeElement))) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('20001');
  await page.keyboard.press('Tab');
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
  await finished(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(button(page, 'Check availability')).toBeFocused();
});
