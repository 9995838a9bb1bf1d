import { expect, test, type Page } from '@playwright/test';

import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';

import { cell, check, lines, openNewOrder, paste, orderSummary } from './order-page.ts';
import { recordsOf, textsOf, type SavedFile } from './saved-files.ts';
import { exampleUpstream, upstreamServer } from './servers.ts';
import { exportFile } from './export-menu.ts';

test.use({ baseURL: upstreamServer.url });
// Serial, because the tests change how the shared upstream responds.
test.describe.configure({ mode: 'serial' });
test.afterEach(() => setUpstreamMode('answers'));

const today = todayIn('UTC');
/** The max lead time's placeholder quantity, in any number format. */
const placeholder = /99[.,\s\u202f\u00a0]?999/;

async function setUpstreamMode(
  manner: 'answers' | 'fails' | 'departs' | 'huge' | 'later' | 'early' | 'refuses' | 'many' | 'slow',
) {
  await fetch(`${exampleUpstream.url}/manner/${manner}`, { method: 'PUT' });
}

/** For products that other tests have looked up, in another mode. */
const uncached = { 'cache-control': 'no-cache' };

function result(page: Page) {
  return page.getByRole('region', { name: 'Result', exact: true });
}

/** With the year only if one of the dates is in another one. */
function dateOnScreen(date: CalendarDate): string {
  const isThisYear = addDays(today, 16).slice(0, 4) === today.slice(0, 4);
  return formatDate(date, 'en-US', isThisYear ? 'short' : 'medium');
}

async function checkAvailability(page: Page, product: string, quantity: string) {
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill(product);
  await page.getByLabel('Quantity', { exact: true }).fill(quantity);
  await page.getByRole('button', { name: 'Check availability' }).click();
}

test('availability accepts only IDs, and says so', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Search by product ID only. No product catalog is imported.')).toBeVisible();
  await expect(page.getByText('Demo data.')).toHaveCount(0);
});

test('the shared token’s expiry is announced ten minutes ahead, with who can renew it', async ({ page }) => {
  await page.route('**/gateway/session', async (route) => {
    const response = await route.fetch();
    const ending = { what: 'shared-token', at: new Date(Date.now() + 9 * 60_000).toISOString() };
    await route.fulfill({ response, json: { ...((await response.json()) as object), ending } });
  });
  await page.goto('/');
  const notice = page.getByText(/shared access token expires at .* Your administrator can renew it/);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in again' })).toHaveCount(0);
});

for (const [quantity, badge, days] of [
  ['80', 'In stock', -10],
  ['100', 'Expected', 12],
  ['500', 'Max lead time', 100],
] as const) {
  test(`availability of ${quantity} is ${badge}`, async ({ page }) => {
    await checkAvailability(page, '12345', quantity);
    await expect(result(page).getByText(badge, { exact: true })).toBeVisible();
    await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, days));
    const chart = page.getByRole('figure', { name: 'Stock calendar' });
    await chart.evaluate((figure) => figure.scrollIntoView());
    await expect(chart.getByRole('application')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(placeholder);
  });
}

test('an unknown product is not found, with status and request ID', async ({ page }) => {
  await checkAvailability(page, '777', '1');
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('HTTP 404');
  await expect(alert).toContainText(/Request ID [\w-]{8,}/);
});

test('the calendar draws only stock levels, and the max lead time as a marker', async ({ page }) => {
  await page.goto('/products/12345?quantity=100');
  await expect(page.getByRole('figure', { name: 'Stock calendar' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toContainText('120.5');
  await expect(page.getByText('Max lead time').first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(placeholder);
});

test('an order check halves its batch to isolate a product that the service rejects', async ({ page }) => {
  await openNewOrder(page);
  await paste(page, lines('12345\t100', '67890\t500', '777\t1'));
  await check(page);
  await expect(cell(page, 1, 'Status')).toContainText('Expected');
  await expect(cell(page, 2, 'Status')).toContainText('Max lead time');
  await expect(cell(page, 3, 'Status')).not.toContainText(/In stock|Expected|Max lead time/);
  await expect(orderSummary(page)).toContainText('without line 3');
  await expect(page.locator('body')).not.toContainText(placeholder);
  const files = [await exportFile(page, 'CSV'), await exportFile(page, 'Excel')];
  expect(recordsOf(files[0] as SavedFile).map((each) => [each['Ship date'], each.Status])).toEqual([
    [addDays(today, 12), 'Expected'],
    [addDays(today, 100), 'Max lead time'],
    ['', expect.not.stringMatching(/In stock|Expected|Max lead time/)],
  ]);
  for (const text of files.flatMap(textsOf)) expect(text).not.toMatch(placeholder);
});

test('calendars request each product whose stock is empty in the list', async ({ page }) => {
  await page.goto('/calendars?ids=12345,67890');
  const table = page.getByRole('table', { name: 'Products', exact: true });
  await expect(table.getByRole('row').filter({ hasText: '12345' })).toContainText('80');
  await expect(table.getByRole('row').filter({ hasText: '67890' })).toContainText('80');
  await expect(page.locator('body')).not.toContainText(placeholder);
  for (const item of ['CSV', 'Excel'])
    for (const text of textsOf(await exportFile(page, item, ['This page']))) expect(text).not.toMatch(placeholder);
});

test('a response that breaks the contract is never shown as data', async ({ page }) => {
  await setUpstreamMode('departs');
  await checkAvailability(page, '12345', '41');
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('Unexpected response from the stock service');
  await expect(alert).toContainText('results[0].item.itemId: is missing');
  await expect(alert).toContainText('HTTP 502');
  await expect(alert).toContainText(/Request ID [\w-]{8,}/);
});

for (const path of ['/?product=12345', '/products/12345?'])
  test(`result and calendar that differ are both shown on ${path}`, async ({ page }) => {
    await setUpstreamMode('later');
    await page.goto(`${path}&quantity=101`);
    const [before, date] = [12, 16].map((days) => dateOnScreen(addDays(today, days)));
    await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 16));
    await expect(result(page)).toContainText(
      `The stock calendar shows 101 from ${before}; the service confirms ${date}.`,
    );
  });

test('what the calendar alone says is marked as not confirmed', async ({ page }) => {
  await setUpstreamMode('later');
  await page.goto('/?product=12345&quantity=102');
  for (const name of ['Ship date by quantity', 'Split shipment'])
    await expect(page.getByRole('region', { name, exact: true })).toContainText('By the calendar, not confirmed');
});

for (const path of ['/?product=12345', '/products/12345?'])
  test(`a date on which the calendar lacks the quantity is not shown on ${path}`, async ({ page }) => {
    await setUpstreamMode('early');
    await page.goto(`${path}&quantity=103`);
    await expect(result(page)).toContainText('Result not reliable');
    await expect(result(page)).toContainText('but its calendar shows only 80');
    await expect(result(page).locator('time')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Copy for customer' })).toHaveCount(0);
  });

test('what the calendar says of an unreliable result is marked as not confirmed', async ({ page }) => {
  await setUpstreamMode('early');
  await page.goto('/?product=12345&quantity=105');
  await expect(page.getByRole('region', { name: 'Split shipment', exact: true })).toContainText('not confirmed');
});

for (const path of ['/?product=55555', '/products/55555?'])
  test(`half a calendar promises nothing on ${path}`, async ({ page }) => {
    await page.goto(`${path}&quantity=80`);
    await expect(result(page)).toContainText('Result not reliable');
    await expect(result(page)).toContainText("The stock calendar is incomplete. 1 entry can't be read.");
    await expect(result(page).locator('time')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Split shipment', exact: true })).toHaveCount(0);
  });

for (const path of ['/?product=12345&quantity=80', '/calendars?ids=12345&quantity=80']) {
  test(`a stock quantity of 1e300 is rejected on ${path}`, async ({ page }) => {
    await setUpstreamMode('huge');
    await page.setExtraHTTPHeaders(uncached);
    await page.goto(path);
    await expect(page.getByText(/stock calendar is incomplete|stockQuantity/).first()).toBeVisible();
    await expect(page.locator('main')).not.toContainText(/9,007,199|1e300|Something went wrong/);
  });
}

test('a bare 404 is settled by the calendar', async ({ page }) => {
  await setUpstreamMode('refuses');
  await page.setExtraHTTPHeaders(uncached);
  await checkAvailability(page, '12345', '104');
  await expect(result(page)).toContainText('Result not reliable');
  await expect(result(page)).toContainText(/reports 104 as not available, but its calendar shows it on/);
});

test('a failing service is paused, and the screen is refreshed when it recovers', async ({ page }) => {
  test.setTimeout(120_000);
  await checkAvailability(page, '67890', '42');
  await expect(result(page).getByText('In stock', { exact: true })).toBeVisible();
  await setUpstreamMode('fails');
  const notice = page.getByText("The stock service isn't responding.");
  let product = 1000;
  // Failures of one product alone don't pause the service.
  const lookups = Array.from({ length: 20 }, () => `/gateway/availability?productId=${(product += 1)}&quantity=1`);
  await Promise.all(lookups.map((path) => page.request.get(path)));
  await expect(async () => {
    await page.goto(`/?product=${(product += 1)}&quantity=1`);
    await expect(page.getByRole('alert').first()).toContainText(/HTTP 50[03]/, { timeout: 5000 });
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 50_000 });
  await page.goto('/?product=67890&quantity=42.5');
  await expect(page.getByRole('status').filter({ has: notice })).toContainText(/Next attempt at \d/);
  await setUpstreamMode('answers');
  // Retries automatically after the delay.
  await expect(result(page).getByText('In stock', { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(notice).toHaveCount(0);
});

test('many products are sorted and counted by their loaded calendars, whose age is stated', async ({ page }) => {
  await setUpstreamMode('slow');
  await page.goto('/calendars?quantity=100&size=10&sort=wanted&desc=true');
  const table = page.getByRole('table', { name: 'Products', exact: true });
  const state = page.getByRole('region', { name: 'Loaded stock calendars' });
  await expect(state).toContainText(/Summary and order by stock calendars of .+\s· 250 of 600 products/);
  await expect(state.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '250');
  await setUpstreamMode('many');
  await expect(state).toContainText(/Summary and order by stock calendars of [^·]+$/, { timeout: 20_000 });
  await expect(state.getByRole('progressbar')).toHaveCount(0);
  const summary = page.getByRole('region', { name: 'Summary', exact: true });
  await expect(summary.getByRole('button', { name: /^Within 30 days/ })).toContainText('600');
  // 100 are available in 12 days for every product; 80 today for two thirds of them.
  await page.getByLabel('Quantity', { exact: true }).fill('50');
  await summary.getByRole('button', { name: /^Within 30 days/ }).click();
  await expect(summary.getByRole('button', { name: /^Within 30 days/ })).toContainText('200');
  await expect(table.getByRole('row').nth(1)).toContainText(dateOnScreen(addDays(today, 12)));
  await expect(table.getByRole('link', { name: '3', exact: true })).toBeVisible();
});
