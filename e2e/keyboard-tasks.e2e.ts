import { readFile } from 'node:fs/promises';

import { expect, type Locator, type Page } from '@playwright/test';

import { lessToday, routeChanges, summary, table } from './calendars-page.ts';
import { test } from './own-person.ts';
import { recordsOf } from './saved-files.ts';

/** Presses Tab until an element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reaches the element.');
}

test('what runs short is found by keys alone', async ({ page }) => {
  await page.goto('/calendars?quantity=100&unit=m&weeks=4');
  const tile = summary(page).getByRole('button', { name: /^Short now/ });
  await tabTo(page, tile);
  await page.keyboard.press('Enter');
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/tile=short-now/);
  const first = table(page).locator('tbody td[data-column="product"] a').first();
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/\?product=\d+/);
});

test('products are found, selected and compared by keys alone', async ({ page }) => {
  await page.goto('/calendars');
  await table(page).waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter products' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Skip to the rows' }));
  await page.keyboard.press('Enter');
  await expect(table(page).getByRole('checkbox').nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selected products' });
  // Rows and actions follow the tick.
  await bar.waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Actions for selected products' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bar).toBeFocused();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(bar.getByRole('button', { name: 'Compare' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('figure', { name: 'Product comparison', exact: true })).toBeVisible();
});

test('a change is found, opened and exported by keys alone', async ({ page }) => {
  await routeChanges(page, [[20_001, lessToday]]);
  await page.goto('/calendars');
  await tabTo(page, page.getByRole('radio', { name: 'Table', exact: true }));
  for (let views = 0; views < 3; views += 1) await page.keyboard.press('ArrowRight');
  const changes = page.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row')).toHaveCount(2);

  await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }));
  await page.keyboard.press('Enter');
  const csv = page.getByRole('menuitem', { name: 'CSV', exact: true });
  await csv.waitFor();
  for (let items = 0; items < 12; items += 1) {
    if (await csv.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  const [record] = recordsOf({ name: file.suggestedFilename(), bytes: await readFile(await file.path()) });
  expect(record).toMatchObject({ Product: '20001', 'Status before': 'In stock' });
  await expect(page.getByRole('menu')).toHaveCount(0);

  await tabTo(page, changes.getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/product=20001/);
});
