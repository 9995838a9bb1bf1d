import { expect } from '@playwright/test';

import { lessToday, routeChanges } from './calendars-page.ts';
import { recordsOf } from './saved-files.ts';
import { exportFile } from './export-menu.ts';
import { cell } from './order-page.ts';
import { test } from './own-person.ts';
import { stockServer } from './servers.ts';

test('changes name the orders that have a product, and open them', async ({ page }) => {
  const order = (id: string, name: string, customer: string | undefined, ...products: string[]) =>
    page.request.put(`${stockServer.url}/gateway/orders/${id}`, {
      data: { name, customer, lines: products.map((product, at) => ({ key: at + 1, product })), checks: [] },
      headers: { Origin: stockServer.url, 'If-None-Match': '*' },
    });
  await order('order-of-the-canvas', 'Spring', 'Atelier Nord', '20001', '20002');
  await order('order-without-a-name', '', undefined, 'HC-0001');
  await order('order-of-the-tweed', 'Autumn', undefined, '20002');
  await routeChanges(page, [
    [20_001, lessToday],
    [20_003, ([first]) => first && (first.stockQuantity += 1)],
  ]);
  await page.goto('/calendars?view=moved');
  const changed = page.getByRole('table', { name: 'Changes' });
  const orders = changed.locator('tbody td[data-column="orders"]');
  await expect(orders).toHaveText(['Harbour canvas, navy, Atelier Nord · Spring', '–']);
  const records = recordsOf(await exportFile(page, 'CSV'));
  expect(records.map((record) => record['Orders concerned'])).toEqual([
    'Harbour canvas, navy, Atelier Nord · Spring',
    '',
  ]);

  // Whichever order is open in this tab.
  for (const [link, count] of [
    ['Atelier Nord · Spring', 2],
    ['Harbour canvas, navy', 1],
  ] as const) {
    await orders.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(/\/order$/);
    await expect(cell(page, 1, 'Product')).toHaveText(count === 2 ? '20001' : 'HC-0001');
    await page.goBack();
  }
});
