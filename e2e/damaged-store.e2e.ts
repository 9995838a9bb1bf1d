import { expect, test } from '@playwright/test';

import { startServer, type StartedServer } from './started-server.ts';

test.describe.configure({ mode: 'default' });

let server: StartedServer;
test.beforeAll(async () => {
  server = await startServer(8, 'damaged');
});
test.afterAll(() => server.stop());

for (const path of [
  '/?product=20001&quantity=80',
  '/order',
  '/calendars',
  '/products/20001?quantity=80',
  '/connection',
])
  test(`a damaged store is reported at ${path}, and its data isn't shown`, async ({ page }) => {
    await page.goto(server.url + path);
    await expect(
      page.getByText(/The stored data is damaged and is not served. Ask your administrator/).first(),
    ).toBeVisible();
    await expect(page.locator('main time')).toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(/In stock|Harbour canvas|\b81\b/);
  });

test('the health check and the log report a damaged store', async ({ request }) => {
  const health = await request.get(`${server.url}/healthz`);
  expect([health.status(), await health.text()]).toEqual([503, expect.stringContaining('The store is damaged.')]);
  expect(server.log()).toContain('stock.sqlite is damaged and is not served. Restore a backup');
});
