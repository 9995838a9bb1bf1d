import { expect } from '@playwright/test';

import { test } from './own-person.ts';
import { demoServer } from './servers.ts';

test('five pages are one click away, and the stock service two', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveText([
    'Overview',
    'Availability',
    'Orders',
    'Products',
    'Promises',
  ]);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL(/\/calendars/);
  await page.getByRole('link', { name: 'Promises', exact: true }).click();
  await expect(page).toHaveURL(/\/promises/);
  await page.getByRole('button', { name: /^Preferences of / }).click();
  await page.getByRole('link', { name: 'Stock service and API check' }).click();
  await expect(page.getByRole('heading', { name: 'Stock service', level: 1 })).toBeFocused();
});

test('the page header shows before scripts and styles have loaded', async ({ page }) => {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.(?:js|css)$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/order', { waitUntil: 'commit' });
  const head = page.locator('body').getByText('Stock Horizon', { exact: true });
  await expect(head).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 247, 244)');
  const before = await head.boundingBox();
  release?.();
  await expect(page.getByRole('link', { name: 'Stock Horizon' })).toBeVisible();
  await expect(head).toHaveCount(1);
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(before?.height);
});

test('lazily loaded styles come after the page’s styles', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  const places = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ href, ownerNode }) => ({
      isLinked: href !== null,
      isInHead: ownerNode instanceof Node && document.head.contains(ownerNode),
    })),
  );
  expect(places.filter(({ isLinked }) => isLinked).length).toBeGreaterThan(1);
  expect(places.some(({ isLinked, isInHead }) => isLinked && isInHead)).toBe(false);
});

test('a first visit is offered one example', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /^Try an example/ }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(/can ship|available/i);
  await page.getByRole('link', { name: 'Availability', exact: true }).first().click();
  await expect(page.getByRole('region', { name: 'Recent checks' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Try an example/ })).toHaveCount(0);
});

test('demo data are announced with import instructions', async ({ page }) => {
  await page.goto(`${demoServer.url}/`);
  await page.getByRole('banner').getByRole('button', { name: 'Demo data' }).click();
  await expect(page.getByRole('dialog', { name: 'Import instructions' })).toContainText('npm run import');
});

test('the max lead time is explained at its badge', async ({ page }) => {
  await page.goto('/?product=20001&quantity=5000');
  const answer = page.getByRole('region', { name: /^(Answer|Result)$/ });
  await answer.getByText('Max lead time', { exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('From this date any quantity can ship. Not backed by stock.');
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

for (const [path, first] of [
  ['/', 'main form'],
  ['/calendars', 'main [aria-label="Summary"]'],
  ['/connection', 'main section'],
] as const)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    test(`content starts 72 pixels below the top on ${path}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`${demoServer.url}${path}`);
      await expect(page.locator(first).first()).toBeVisible();
      expect((await page.locator(first).first().boundingBox())!.y).toBeLessThanOrEqual(73);
    });

test('the product field has the focus on an empty Availability, and Go to first field reaches it', async ({ page }) => {
  await page.goto('/');
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await expect(product).toBeFocused();
  await page.goto('/?product=20001&quantity=80');
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('In stock');
  await expect(product).not.toBeFocused();
  await page.keyboard.press('/');
  await expect(product).toBeFocused();
});
