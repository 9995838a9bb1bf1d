import { expect, test } from '@playwright/test';

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
