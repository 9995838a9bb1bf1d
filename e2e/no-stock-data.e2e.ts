import { expect, test } from '@playwright/test';

import { button } from './order-page.ts';
import { startServer, type StartedServer } from './started-server.ts';

test.describe.configure({ mode: 'default' });

let server: StartedServer;
test.beforeAll(async () => {
  server = await startServer(9, 'empty');
});
test.afterAll(() => server.stop());

for (const path of ['/', '/?product=10001&quantity=80', '/order', '/calendars', '/products/10001', '/connection'])
  test(`a server without stock data says so at ${path}, with the way to import it`, async ({ page }) => {
    await page.goto(server.url + path);
    const notice = page.getByRole('status').filter({ hasText: 'No stock data imported' });
    await notice.getByRole('button', { name: 'Import instructions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import instructions' });
    await expect(dialog).toContainText('npm run import');
    await expect(dialog).not.toContainText('demo data');
    await expect(page.locator('main')).not.toContainText('Unknown product');
    await expect(page.getByRole('complementary', { name: 'Demo data' })).toHaveCount(0);
  });

test('the first file is imported by dropping it, and its rejected rows are listed', async ({ page }) => {
  await page.goto(`${server.url}/connection`);
  const panel = page.getByRole('region', { name: 'Import stock file' });
  const drop = (text: string) =>
    panel
      .getByText('or drop a CSV file here')
      .or(panel.getByText('stock.csv'))
      .evaluate((zone, csv) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([csv], 'stock.csv', { type: 'text/csv' }));
        for (const type of ['dragover', 'drop'])
          zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }, text);
  await drop('productId,stockDate,stockQuantity\n10001,soon,80\n10002,2020-01-01,5\n');
  await button(page, 'Import file').click();
  await expect(panel).toContainText('Nothing was imported.');
  await expect(panel.getByRole('table', { name: 'Rejected rows' })).toContainText('10001,soon,80');
  await expect(button(page, 'Save rejected rows')).toBeVisible();
  await drop('productId,stockDate,stockQuantity\n10001,2020-01-01,80\n');
  await button(page, 'Import file').click();
  await expect(panel).toContainText('1 row imported.');
  await page.goto(`${server.url}/?product=10001&quantity=80`);
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('In stock');
});
