import { expect, test } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';

import { canvas, lastRolls, rightToLeft, withdrawn } from './stock-fixture.ts';

const today = todayIn('UTC');

test('a calendar shows its chart, its entries and the max lead time as a date', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toBeVisible();
  const entries = page.getByRole('table', { name: 'Calendar entries', exact: true });
  await expect(entries).toBeVisible();
  await expect(entries).toContainText('120.5');
  await expect(entries).toContainText('410');
  await expect(entries.getByText('Max lead time', { exact: true })).toBeVisible();
  await expect(entries.getByText('Increase', { exact: true })).toHaveCount(2);
  await expect(entries.getByText('Decrease', { exact: true })).toHaveCount(1);
  await expect(page.locator('main')).not.toContainText(/99,?999/);
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer.locator('time').first()).toHaveAttribute('datetime', addDays(today, 12));
});

test('the chart shows the max lead time with its date, which can be hidden', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}`);
  const current = page.getByRole('navigation', { name: 'Main navigation' }).locator('[aria-current]');
  await expect(current).toHaveText(['Availability']);
  const chart = page.getByRole('figure', { name: 'Stock calendar', exact: true });
  await expect(chart.getByText(/Max lead time/).first()).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const checkbox = page.getByRole('switch', { name: 'Include max lead time', exact: true });
  await expect(checkbox).toBeChecked();
  await checkbox.uncheck();
  await expect(chart.getByText(/Max lead time/)).toHaveCount(0);
  const entries = page.getByRole('table', { name: 'Calendar entries', exact: true });
  await expect(entries.getByText('Max lead time', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(checkbox).not.toBeChecked();
});

test('a calendar of many years shows its first entries, and the rest on request', async ({ page }) => {
  await page.route('**/gateway/availability?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    const entries = Array.from({ length: 900 }, (_, index) => {
      const stockDate = addDays(today, index);
      return { stockDate, stockQuantity: index, isMaxLeadTime: false, isDeleted: false };
    });
    await route.fulfill({ response, json: { ...body, calendar: { entries, unreadable: 0 } } });
  });
  await page.goto(`/products/${canvas.productId}`);
  const rows = page.getByRole('table', { name: 'Calendar entries', exact: true }).locator('tbody tr');
  await expect(rows).toHaveCount(200);
  await page.getByRole('button', { name: 'Show 500 more of 900 entries' }).click();
  await expect(rows).toHaveCount(700);
  await page.getByRole('button', { name: 'Show 200 more of 900 entries' }).click();
  await expect(rows).toHaveCount(900);
  await expect(page.getByRole('button', { name: /more of 900 entries/ })).toHaveCount(0);
});

test('a selected product appears among the recent products', async ({ page }) => {
  // `/products` without an ID redirects to all products.
  await page.goto('/products?quantity=5');
  await expect(page).toHaveURL('/calendars?quantity=5');
  await expect(page.getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search products and pages' }).fill(lastRolls.sku);
  await page.getByRole('option', { name: new RegExp(lastRolls.name) }).click();
  await expect(page).toHaveURL(new RegExp(`product=${lastRolls.productId}`));
  await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toContainText('10.25');
  await page.goto('/calendars');
  await expect(page.getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: new RegExp(lastRolls.name) }).click();
  await expect(page).toHaveURL(new RegExp(`product=${lastRolls.productId}`));
});

test('a known product without entries shows a message', async ({ page }) => {
  await page.goto(`/products/${withdrawn.productId}`);
  await expect(page.getByText('No stock calendar', { exact: true }).first()).toBeVisible();
});

test('an unknown product shows a message', async ({ page }) => {
  await page.goto('/products/99999');
  await expect(page.getByText(/unknown|not known/i).first()).toBeVisible();
});

test('another quantity keeps the calendar while its result is loading', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  const entries = page.getByRole('table', { name: 'Calendar entries', exact: true });
  await expect(entries).toContainText('60');
  const held: (() => void)[] = [];
  await page.route('**/gateway/availability?*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByLabel('Quantity', { exact: true }).fill('400');
  await page.getByLabel('Quantity', { exact: true }).press('Enter');
  const region = page.getByRole('region', { name: 'Result', exact: true });
  await expect(region.locator('time')).toHaveCount(0);
  await expect(entries).toContainText('60');
  await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toBeVisible();
  for (const release of held) release();
  await expect(region.locator('time').first()).toHaveAttribute('datetime', addDays(today, 60));
});

test('a right-to-left name does not change the page’s direction', async ({ page }) => {
  await page.goto(`/products/${rightToLeft.productId}`);
  await expect(page.getByText(rightToLeft.name).first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl');
});

test('a selected period stays selected after a reload', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}`);
  const fourWeeks = page.getByRole('radio', { name: '4 weeks', exact: true });
  await fourWeeks.check();
  await expect(page).toHaveURL(/from=/);
  await page.reload();
  await expect(fourWeeks).toBeChecked();
});

test.describe('with touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on the chart keeps the value on screen', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}`);
    const figure = page.getByRole('figure', { name: 'Stock calendar', exact: true });
    await expect(figure.getByText(/^Today, .* 80\sm available$/)).toBeVisible();
    await page.getByRole('radio', { name: '4 weeks', exact: true }).tap();
    const chart = figure.getByRole('application');
    await chart.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart has no place.');
    await page.touchscreen.tap(box.x + box.width - 50, box.y + box.height / 2);
    await expect(figure.getByText(/^From .* 120\.5\sm available$/).first()).toBeVisible();
  });
});
