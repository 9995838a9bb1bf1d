import { expect, test } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';

import { demoServer } from './servers.ts';

const today = todayIn('UTC');

test('availability can be checked without a mouse', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Check availability' })).toBeVisible();
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await product.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(product).toBeFocused();
  await page.keyboard.type('harbour');
  await expect(page.getByRole('option', { name: /Harbour canvas, navy/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page.locator('form').getByText('Harbour canvas, navy', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused();
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer.locator('time').first()).toHaveAttribute('datetime', addDays(today, 60));
});

test('the search finds a product and opens it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('Product', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('meridian');
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Meridian lining/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/20005/);
});

test('the search reads a quantity beside the name, and opens the first match however fast Enter follows', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByLabel('Product', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search products and pages' }).pressSequentially('80.5 navy harbour');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/\?product=20001&quantity=80\.5$/);
});

test('the search opens another view of the products on the page', async ({ page }) => {
  await page.goto('/calendars?ids=20001,20002&quantity=40');
  await page.getByRole('table').first().waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search products and pages' }).pressSequentially('heatm');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('figure', { name: 'Stock heatmap' })).toBeVisible();
  await expect(page).toHaveURL(/ids=20001,20002&quantity=40&view=heatmap/);
});

test('the search lists recent checks, opens a saved order by its name, and a new one', async ({ page }) => {
  await page.goto('/?product=20001&quantity=80');
  await expect(page.getByRole('region', { name: 'Result', exact: true }).locator('time').first()).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search products and pages' });
  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('new order');
  await page.keyboard.press('Enter');
  await page.getByLabel('Order name').fill('Spring fair');
  await page.getByLabel('Order name').press('Enter');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.goto('/calendars');
  await expect(page.getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('option').first()).toContainText('80 m');
  await search.fill('fair');
  await expect(page.getByRole('option', { name: 'Spring fair' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Order name')).toHaveValue('Spring fair');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/product=20001&quantity=80/);
});

test('text typed while the search opens is not lost', async ({ page }) => {
  await page.route('**/assets/command-palette-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fallback();
  });
  await page.goto('/');
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('merx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('idian', { delay: 250 });
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('meridian');
  await expect(quantity).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(quantity).toBeFocused();
});

test('text typed before the products have loaded finds them', async ({ page }) => {
  await page.route('**/assets/option-list-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fallback();
  });
  await page.goto('/');
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await product.click();
  await page.keyboard.type('harbour');
  await expect(product).toHaveValue('harbour');
  await expect(page.getByRole('option', { name: /Harbour canvas, navy/ })).toBeVisible();
  await expect(product).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('Enter closes the list of products', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Product', exact: true }).click();
  await page.keyboard.type('harbour');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('the chart’s values can be read with the keyboard', async ({ page }) => {
  await page.goto('/products/20001?quantity=100');
  const figure = page.getByRole('figure', { name: 'Stock calendar', exact: true });
  await expect(figure).toBeVisible();
  const chart = figure.locator('[tabindex="0"]').first();
  await chart.focus();
  await page.keyboard.press('End');
  await expect(figure).toContainText('410');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(figure).toContainText(/available/);
});

for (const [opener, role] of [
  ['Choose a date', 'dialog'],
  ['Export', 'menu'],
] as const) {
  test(`${opener}: what is open keeps the focus while the page scrolls`, async ({ page }) => {
    await page.goto('/?product=20001&quantity=80');
    await page.getByRole('button', { name: opener, exact: true }).press('Enter');
    const opened = page.getByRole(role, { name: opener, exact: true });
    await expect(opened.locator(':focus')).toHaveCount(1);
    // The menu takes End for its last action.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(opened.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused();
  });
}

test('a skip link bypasses the navigation', async ({ page }) => {
  await page.goto('/calendars');
  await expect(page.getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
});

test('a check started from the result moves focus to the new result', async ({ page }) => {
  await page.goto('/?product=20003&quantity=400');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await answer.getByRole('button', { name: /^Use 30/ }).press('Enter');
  await expect(answer).toBeFocused();
  await expect(answer.locator('time').first()).toHaveAttribute('datetime', addDays(today, 20));
  await page.getByRole('button', { name: /^up to 10.25/ }).press('Enter');
  await expect(answer).toBeFocused();
  await page.getByRole('link', { name: /30\sm/ }).press('Enter');
  await expect(answer).toBeFocused();
  await expect(answer.locator('time').first()).toHaveAttribute('datetime', addDays(today, 20));
});

test('the focused element is visible and not covered by sticky parts', async ({ page }) => {
  const isInSight = () =>
    page.locator(':focus').evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen !== null && (element.contains(seen) || seen.contains(element));
    });
  const sizes = [
    { width: 1440, height: 600, stops: 32 },
    { width: 390, height: 700, stops: 22 },
  ];
  for (const { stops, ...size } of sizes) {
    await page.setViewportSize(size);
    await page.goto(`${demoServer.url}/calendars`);
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible();
    await page.getByRole('button', { name: 'Columns', exact: true }).focus();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < stops; press += 1) {
        await page.keyboard.press(key);
        expect(await isInSight(), await page.locator(':focus').evaluate(({ outerHTML }) => outerHTML)).toBe(true);
      }
    }
  }
});

test('a result is copied, linked and added to an order by single keys, but not while typing', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/?product=20001&quantity=50');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByRole('button', { name: 'Copy for customer' })).toHaveAttribute(
    'title',
    'Copy for customer (C)',
  );
  await page.getByRole('main').focus();
  await page.keyboard.press('c');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await clipboard()).toMatch(/50\sm/);
  await page.keyboard.press('l');
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await clipboard()).toBe(page.url());
  const added = page.getByRole('link', { name: 'View order' });
  const product = page.getByRole('combobox', { name: 'Product' });
  await product.pressSequentially('alc');
  // Escape closes the list, then leaves the field, so that keys are shortcuts.
  await product.fill('harbour');
  await expect(page.getByRole('option', { name: /Harbour canvas/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(product).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(product).not.toBeFocused();
  await page.goto('/?product=20001&quantity=50');
  await expect(page.getByRole('button', { name: 'Add to order' })).toBeEnabled();
  await expect(added).toHaveCount(0);
  await page.getByRole('main').focus();
  await page.keyboard.press('a');
  await expect(added).toBeVisible();
  await added.click();
  await expect(page.getByRole('grid').getByRole('row', { name: /20001/ })).toHaveCount(1);
});
