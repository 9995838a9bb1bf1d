import { expect } from '@playwright/test';

import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import { formatDate, formatDateNear } from '#stock/locale-date.ts';

import { lessToday, routeChanges } from './calendars-page.ts';
import { recordsOf } from './saved-files.ts';
import { exportFile } from './export-menu.ts';
import { cell } from './order-page.ts';
import { test } from './own-person.ts';
import { demoServer, stockServer } from './servers.ts';

test('changes name the orders and promises of a product, and open them', async ({ page }) => {
  const order = (id: string, name: string, customer: string | undefined, ...products: string[]) =>
    page.request.put(`${stockServer.url}/gateway/orders/${id}`, {
      data: { name, customer, lines: products.map((product, at) => ({ key: at + 1, product })), checks: [] },
      headers: { Origin: stockServer.url, 'If-None-Match': '*' },
    });
  await order('order-of-the-canvas', 'Spring', 'Atelier Nord', '20001', '20002');
  await order('order-without-a-name', '', undefined, 'HC-0001');
  await order('order-of-the-tweed', 'Autumn', undefined, '20002');
  await order('order-of-the-blankets', 'Blankets', undefined, '20001');
  const today = todayIn('UTC');
  const promise = (id: string, productId: number, of: object) =>
    page.request.put(`${stockServer.url}/gateway/promises/letter-of-the-${id}`, {
      data: {
        ...of,
        day: today,
        checkedAt: Date.now(),
        lines: [
          {
            productId,
            product: 'Cotton',
            quantity: 10_000,
            unit: 'm',
            promised: { kind: 'in-stock', date: today },
          },
        ],
        text: 'Hello',
      },
      headers: { Origin: stockServer.url },
    });
  await promise('spring-order', 20_001, { customer: 'Atelier Nord', orderId: 'order-of-the-canvas' });
  await promise('single-line', 20_003, { customer: 'Atelier Süd', reference: '4712' });
  await routeChanges(page, [
    [20_001, lessToday],
    [20_003, ([first]) => first && (first.stockQuantity += 1)],
  ]);
  await page.goto('/calendars?view=moved');
  const changed = page.getByRole('table', { name: 'Changes' });
  const orders = changed.locator('tbody td[data-column="orders"]');
  const single = 'Atelier Süd · 4712 (promise)';
  // The promise of an order goes with it.
  await expect(orders).toHaveText([/^Atelier Nord · Spring Due today.*and 1 other$/, `${single} Due today`]);
  await expect(orders.first().getByRole('link')).toHaveText(['Atelier Nord · Spring', 'Blankets']);
  const records = recordsOf(await exportFile(page, 'CSV'));
  expect(records.map((record) => record['Orders and promises'])).toEqual([
    'Atelier Nord · Spring, Blankets, Harbour canvas, navy',
    single,
  ]);

  // Whichever order is open in this tab.
  for (const [link, product] of [
    ['Harbour canvas, navy', 'HC-0001'],
    ['Atelier Nord · Spring', '20001'],
  ] as const) {
    await orders.first().getByRole('button', { name: 'and 1 other' }).click();
    await expect(orders.first().getByRole('link')).toHaveCount(3);
    await orders.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(/\/order$/);
    await expect(cell(page, 1, 'Product')).toHaveText(product);
    await page.goBack();
  }
  await orders.getByRole('link', { name: single }).click();
  await expect(page).toHaveURL(/\/promises\?show=all#letter-of-the-single-line-0$/);
  await expect(page.getByRole('table', { name: 'Promises' })).toContainText('Hello');
});

const add = (quantity: number) => (entries: { stockQuantity: number }[]) => {
  for (const entry of entries) entry.stockQuantity += quantity;
};

test('a ship date at max lead time that moved is said once', async ({ page }) => {
  await routeChanges(page, [
    [20_002, (entries) => entries.filter(({ isMaxLeadTime }) => isMaxLeadTime).forEach(moveByWeek)],
  ]);
  await page.goto('/calendars?view=moved&quantity=9000');
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)).toContainText(
    /20002Ship date at max lead time changed from \w{3} \d+(, \d{4})? to \w{3} \d+(, \d{4})?7 days later/,
  );
});

const moveByWeek = (entry: { stockDate: CalendarDate }) => {
  entry.stockDate = addDays(entry.stockDate, 7);
};

test('changes are narrowed to what happened to the ship date, also in the export', async ({ page }) => {
  await routeChanges(page, [
    [20_001, lessToday],
    [20_003, add(1)],
    [20_007, add(100)],
  ]);
  await page.goto('/calendars?view=moved&quantity=20');
  const products = page.getByRole('table', { name: 'Changes' }).locator('tbody td[data-column="product"]');
  await expect(products).toHaveCount(3);
  const choice = page.getByRole('radiogroup', { name: 'Changes shown' });
  await expect(choice.getByRole('radio')).toHaveCount(4);
  await choice.getByText('Later (1)', { exact: true }).click();
  await expect(products).toHaveText([/Harbour canvas, navy/]);
  await expect(page).toHaveURL(/[?&]direction=later/);
  await expect(choice.getByText('All (3)', { exact: true })).toBeVisible();
  const file = await exportFile(page, 'CSV');
  expect(file.name).toContain('later');
  expect(recordsOf(file).map(({ Product }) => Product)).toEqual(['20001']);
  await page.goto('/calendars?view=moved&quantity=20&direction=gone');
  await expect(choice.getByRole('radio', { name: 'Less available (0)' })).toBeChecked();
  await expect(page.getByRole('cell', { name: 'No changes', exact: true })).toBeVisible();
});

test('changes are narrowed to products of my orders and promises, also in the export', async ({ page }) => {
  await routeChanges(page, [
    [20_001, lessToday],
    [20_003, add(1)],
    [20_007, add(100)],
  ]);
  await page.goto('/calendars?view=moved');
  const changed = page.getByRole('table', { name: 'Changes' });
  const ownOnly = page.getByRole('checkbox', { name: 'My orders and promises only' });
  await expect(changed.locator('tbody tr')).toHaveCount(3);
  await ownOnly.check();
  await expect(page.getByText('No changes match the filter.')).toBeVisible();

  const today = todayIn('UTC');
  const promised = { kind: 'expected', date: addDays(today, 12) };
  const line = { productId: 20_003, product: 'Cotton', quantity: 10_000, unit: 'm', promised };
  const kept = await page.request.put(`${stockServer.url}/gateway/promises/letter-of-a-changed-product`, {
    data: { day: today, checkedAt: Date.now(), lines: [line], text: 'Hello' },
    headers: { Origin: stockServer.url },
  });
  expect(kept.status()).toBe(201);
  const ordered = await page.request.put(`${stockServer.url}/gateway/orders/order-of-a-changed-product`, {
    data: { name: 'Spring', lines: [{ key: 1, product: '20007' }], checks: [] },
    headers: { Origin: stockServer.url, 'If-None-Match': '*' },
  });
  expect(ordered.status()).toBe(201);
  await page.reload();
  await expect(ownOnly).toBeChecked();
  await expect(changed.locator('tbody td[data-column="product"]')).toHaveText([/20003/, /20007/]);
  const direction = page.getByRole('radiogroup', { name: 'Changes shown' });
  await expect(direction.getByText('All (2)', { exact: true })).toBeVisible();
  const file = await exportFile(page, 'CSV');
  expect(file.name).toContain('concerned');
  expect(recordsOf(file).map(({ Product }) => Product)).toEqual(['20003', '20007']);
  await ownOnly.uncheck();
  await expect(changed.locator('tbody tr')).toHaveCount(3);
});

test('the day that changes are compared with is typed or picked among the recorded ones', async ({ page }) => {
  const today = todayIn('UTC');
  const ago = (days: number) => addDays(today, -days);
  await routeChanges(page, [[20_001, lessToday]], 10);
  await page.goto('/calendars?view=moved');
  await expect(page.getByText(/^Compared with the stock data of/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Changes since' }).selectOption('A date');
  await expect(page).toHaveURL(new RegExp(`since=${ago(7)}`));
  await expect(page.getByText(/^Compared with the stock data of/)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Date' });
  await field.fill('');
  await field.pressSequentially(formatDate(ago(3), 'en-GB', 'short'));
  await expect(page).toHaveURL(new RegExp(`since=${ago(7)}`));
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`since=${ago(3)}`));
  await expect(field).toHaveValue(formatDate(ago(3), 'en-US', 'figures'));
  await field.fill('');
  await field.pressSequentially(formatDate(ago(4), 'en-US', 'figures'));
  await expect(page).toHaveURL(new RegExp(`since=${ago(4)}`));

  for (const outside of [ago(12), addDays(today, 1)]) {
    await field.fill(formatDate(outside, 'en-US', 'medium'));
    await field.blur();
    await expect(field).toHaveAccessibleDescription(/^Enter a date from .+ to .+\. Earlier changes aren't recorded\.$/);
    await expect(page).toHaveURL(new RegExp(`since=${ago(4)}`));
  }
  await field.fill('');
  await field.blur();
  await expect(field).toHaveValue(formatDate(ago(4), 'en-US', 'figures'));

  await page.getByRole('button', { name: 'Choose a date' }).click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  const day = (date: typeof today) =>
    calendar.getByRole('button', { name: formatDateNear(date, today, 'en-US', 'weekday'), exact: true });
  await expect(day(ago(4))).toBeFocused();
  await expect(calendar.getByRole('button', { name: 'Clear the date' })).toHaveCount(0);
  const isMonthBefore = (date: typeof today, other: typeof today) => date.slice(0, 7) < other.slice(0, 7);
  const monthBefore = calendar.getByRole('button', { name: 'Previous month' });
  if (isMonthBefore(ago(10), ago(4))) await monthBefore.click();
  await expect(isMonthBefore(ago(11), ago(10)) ? monthBefore : day(ago(11))).toBeDisabled();
  await day(ago(10)).click();
  await expect(page).toHaveURL(new RegExp(`since=${ago(10)}`));
});

test('changes are narrowed by the text and leave out the tile and the bar of selected rows', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?quantity=50&unit=m&find=linen&tile=now&selected=10001,10002`);
  const bar = page.getByRole('region', { name: 'Selected products' });
  await expect(bar).toContainText('2 selected');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Changes', { exact: true }).click();
  await expect(page).toHaveURL(/view=moved/);
  await expect(page).not.toHaveURL(/tile=/);
  await expect(page.getByRole('button', { name: 'Text: linen' })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('changes say what quantity they are for', async ({ page }) => {
  await routeChanges(page, [[20_001, lessToday]]);
  await page.goto('/calendars?view=moved&quantity=50&unit=m');
  const changed = page.getByRole('table', { name: 'Changes' });
  await expect(changed.getByRole('columnheader', { name: 'Days for 50 m' })).toBeVisible();
  await expect(changed).toContainText(/The last 42 of 50\sm moved from today to/);
});

test('a quantity that is no longer available is named with what still is, also in the export', async ({ page }) => {
  await routeChanges(page, [
    [
      20_001,
      (entries) => entries.splice(0, entries.length, { ...entries[0]!, stockQuantity: 3, isMaxLeadTime: false }),
    ],
  ]);
  await page.goto('/calendars?view=moved');
  const changed = page.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1);
  await expect(changed).toContainText(/At most 3\sm, [\d.]+\sm before \(from \w{3} \d+/);
  await expect(changed).toContainText('Less available');
  await expect(changed.locator('[data-column="quantity"]')).toHaveText(/^−[\d.]+\sm−\d+%$/);
  const [record] = recordsOf(await exportFile(page, 'CSV'));
  expect(record?.['What changed']).toMatch(/^At most 3\sm, [\d.]+\sm before \(from /);
});
