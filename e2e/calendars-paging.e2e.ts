import { type APIRequestContext, expect, type Page, type Route, test } from '@playwright/test';

import type { ProductCalendar } from '#contract/envelope.ts';
import { addDays, type CalendarDate, todayIn } from '#lib/calendar-date.ts';

import { pages, summary, table } from './calendars-page.ts';
import { demoServer } from './servers.ts';
import { confirmChoices, clickExportItem } from './export-menu.ts';

test.use({ baseURL: demoServer.url });
// Both the page and the test load thousands of products.
test.describe.configure({ timeout: 180_000 });

const calls = /\/gateway\/stock\/calendar\?/;

/** Returns the IDs of the products on screen, taken from the links to their calendars. */
async function idsOn(page: Page): Promise<number[]> {
  const addresses = await table(page)
    .locator('a[href^="/products/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return addresses.map((address) => Number(/\/products\/(\d+)/.exec(address)?.[1]));
}

/** Loads every calendar of the service, sorted by product ID. */
async function everyCalendar(request: APIRequestContext): Promise<ProductCalendar[]> {
  const calendars: ProductCalendar[] = [];
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const response = await request.get(`/gateway/stock/calendar?page=${page}&pageSize=500&includeMaxLeadTime=true`);
    const { results, totalPageCount } = (await response.json()) as {
      results: { item: ProductCalendar }[];
      totalPageCount: number;
    };
    calendars.push(...results.map(({ item }) => item));
    pageCount = totalPageCount;
  }
  return calendars;
}

/** Derives a product's tile from its entries alone: current stock first, then the first sufficient entry. */
function tileOf({ stock }: ProductCalendar, today: CalendarDate, quantity: number): string {
  const real = stock.filter((entry) => !entry.isMaxLeadTime && !entry.isDeleted);
  const inForce = real.map(({ stockDate }) => stockDate).findLast((date) => date <= today) ?? '0000-01-01';
  const first = real.find((entry) => entry.stockDate >= inForce && entry.stockQuantity >= quantity)?.stockDate;
  if (first === undefined) return stock.some((entry) => entry.isMaxLeadTime) ? 'Max lead time only' : 'Not available';
  if (first <= today) return 'Today';
  if (first <= addDays(today, 7)) return 'Within 7 days';
  return first <= addDays(today, 30) ? 'Within 30 days' : 'Later';
}

/** Returns the earliest last update of the products that have one. Requests 1,000 products at a time. */
async function oldestUpdate(request: APIRequestContext, ids: readonly number[]): Promise<string> {
  const dates: string[] = [];
  let left = ids.map((productId) => ({ productId, quantity: 1 }));
  while (left.length > 0) {
    const asked = left.slice(0, 1000);
    const headers = { origin: demoServer.url };
    const response = await request.post('/gateway/stock', { headers, data: { products: asked } });
    const answer = (await response.json()) as {
      results?: { item: { lastUpdateDate: string } }[];
      unavailableProductIds?: number[];
    };
    dates.push(...(answer.results ?? []).map(({ item }) => item.lastUpdateDate));
    const without = new Set(answer.unavailableProductIds);
    expect(response.ok() || without.size > 0).toBe(true);
    left = response.ok() ? left.slice(1000) : left.filter(({ productId }) => !without.has(productId));
  }
  return dates.toSorted()[0] ?? '';
}

async function expectTiles(page: Page, calendars: readonly ProductCalendar[], quantity: number): Promise<void> {
  const tiles = [
    'Today',
    'Within 7 days',
    'Within 30 days',
    'Later',
    'Max lead time only',
    'Not available',
    'No result',
  ];
  const counts = new Map(tiles.map((tile) => [tile, 0]));
  for (const calendar of calendars) {
    const tile = tileOf(calendar, todayIn(), quantity);
    counts.set(tile, (counts.get(tile) ?? 0) + 1);
  }
  for (const [tile, count] of counts) {
    const figure = new Intl.NumberFormat('en-US').format(count);
    await expect(summary(page).getByRole('button', { name: new RegExp(`^${tile} ${figure}( |$)`) })).toBeVisible();
  }
}

async function loadAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load all products', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading products', exact: true })).toHaveCount(0, {
    timeout: 45_000,
  });
}

test('pages of selected products contain each once, in the selected order, prefetched', async ({ page, request }) => {
  const every = (await everyCalendar(request)).map(({ productId }) => productId);
  const chosen = Array.from({ length: 250 }, (_, index) => every[(index * 1777) % every.length] ?? 0);
  await page.goto('/calendars');
  await page.getByRole('button', { name: 'Select products', exact: true }).click();
  await page.getByText('Paste', { exact: true }).click();
  await page.getByLabel('Product IDs or SKUs').fill(chosen.join('\n'));
  await page.getByRole('button', { name: 'Add 250 products', exact: true }).click();
  await page.getByRole('button', { name: 'Show 250 products', exact: true }).click();
  await expect(page).toHaveURL(/list=/);
  const list = new URL(page.url()).searchParams.get('list') ?? '';

  // Leaves the page, so that its prefetches aren't counted.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (sent) => calls.test(sent.url()) && asked.push(sent.url()));
  await page.goto(`/calendars?list=${encodeURIComponent(list)}&pageSize=25`);
  const seen: number[] = [];
  for (let number = 1; number <= 10; number += 1) {
    await expect(pages(page)).toContainText(`Page ${number} of 10`);
    await expect(table(page).locator(`a[href^="/products/${chosen[(number - 1) * 25]}"]`)).toBeVisible();
    await expect.poll(async () => (await idsOn(page)).at(-1)).toBe(chosen[number * 25 - 1]);
    seen.push(...(await idsOn(page)));
    const ahead = Math.min(number + 1, 10);
    await expect.poll(() => asked.length).toBe(ahead);
    if (number < 10) await pages(page).getByRole('button', { name: 'Next page', exact: true }).click();
  }
  expect(seen).toEqual(chosen);
  expect(Math.max(...asked.map((address) => address.length))).toBeLessThanOrEqual(4096);
});

test('the service’s pages contain every product', async ({ page, request }) => {
  const every = (await everyCalendar(request)).map(({ productId }) => productId);
  const pageCount = Math.ceil(every.length / 25);
  await page.goto(`/calendars?page=${pageCount - 1}&pageSize=25`);
  await expect(pages(page)).toContainText(`Page ${pageCount - 1} of ${pageCount}`);
  await expect.poll(() => idsOn(page)).toEqual(every.slice((pageCount - 2) * 25, (pageCount - 1) * 25));
  await pages(page).getByRole('button', { name: 'Next page', exact: true }).click();
  await expect.poll(() => idsOn(page)).toEqual(every.slice((pageCount - 1) * 25));
  await pages(page).getByRole('button', { name: 'First page', exact: true }).click();
  await expect.poll(() => idsOn(page)).toEqual(every.slice(0, 25));
});

test('all pages load despite intermittent failures, and the tiles are correct', async ({ page, request }) => {
  const calendars = await everyCalendar(request);
  await page.goto('/calendars?pageSize=25&quantity=40');
  await expect(pages(page)).toContainText('Page 1 of');
  const failed = new Set<string>();
  const fail: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Out of order' }),
    (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '0' }, body: '' }),
    (route) => route.abort(),
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { results: unknown[] };
      const half = answer.results.slice(0, answer.results.length / 2);
      await route.fulfill({ response, json: { ...answer, results: half } });
    },
    (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '' }),
    (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"results":[{"item"' }),
  ];
  // Each page's first request fails in one of these ways.
  await page.route(calls, (route) => {
    const address = route.request().url();
    if (failed.has(address)) return route.continue();
    failed.add(address);
    return fail[failed.size % fail.length]?.(route);
  });
  await loadAll(page);
  await expect(summary(page).getByRole('alert')).toHaveCount(0);
  expect(failed.size).toBeGreaterThan(fail.length);
  await expectTiles(page, calendars, 40);

  const oldest = summary(page).getByRole('region', { name: 'Oldest stock data', exact: true });
  await expect(oldest).toContainText(/dates of 25 of [\d,]+ products loaded/);
  await oldest
    .getByRole('button', {
      name: `Load the dates of all ${new Intl.NumberFormat('en-US').format(calendars.length)} products`,
    })
    .click();
  const ids = calendars.map(({ productId }) => productId);
  await expect(oldest.locator('time')).toHaveAttribute('datetime', await oldestUpdate(request, ids));
  await expect(oldest).not.toContainText('loaded');
  await expect(oldest).not.toContainText('no result');
});

test('a link with a filter shows the first page as loading until the filter applies', async ({ page }) => {
  const pagesOfAll = /calendar\?.*pageSize=250/;
  await page.route(pagesOfAll, () => undefined);
  await page.goto('/calendars?tile=now');
  const table = page.getByRole('table', { name: 'Products', exact: true });
  await expect(table).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').filter({ has: table })).toBeVisible();
  await expect(pages(page)).not.toContainText('Page 1 of');
  // Removing the route releases the held requests.
  await page.unroute(pagesOfAll);
  await expect(pages(page)).toContainText('Page 1 of');
  await expect(page.locator('[aria-busy="true"]').filter({ has: table })).toHaveCount(0);
});

test('failed pages are listed, and load on Resume', async ({ page, request }) => {
  const calendars = await everyCalendar(request);
  await page.goto('/calendars?pageSize=25');
  await expect(pages(page)).toContainText('Page 1 of');
  await page.route(/\/gateway\/stock\/calendar\?page=3&/, (route) => route.abort());
  await loadAll(page);
  await expect(summary(page).getByRole('alert')).toContainText('missing');
  await expect(summary(page)).toContainText(
    `${new Intl.NumberFormat('en-US').format(calendars.length - 250)} products`,
  );
  await page.unroute(/\/gateway\/stock\/calendar\?page=3&/);
  await summary(page).getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(summary(page).getByRole('alert')).toHaveCount(0);
  await expectTiles(page, calendars, 1);
});

test('if every page of all products fails, the page on screen stays and no file is saved', async ({ page }) => {
  await page.goto('/calendars?pageSize=10');
  await expect(pages(page)).toContainText('Page 1 of');
  const ids = await idsOn(page);
  expect(ids).toHaveLength(10);
  const pagesOfAll = /calendar\?.*pageSize=250/;
  await page.route(pagesOfAll, (route) => route.fulfill({ status: 400, body: 'no' }));
  await loadAll(page);
  await expect(summary(page).getByRole('alert')).toContainText('missing');
  expect(await idsOn(page)).toEqual(ids);
  await expect(page.getByText('No products match the filter.')).toHaveCount(0);

  // The filter has no result: the rows are dimmed and must not be exported.
  await page.getByRole('searchbox', { name: 'Filter products' }).fill('red');
  await expect(page.locator('[aria-busy="true"]').filter({ has: table(page) })).toBeVisible();
  let saved = 0;
  page.on('download', () => (saved += 1));
  await clickExportItem(page, 'CSV');
  await confirmChoices(page, ['All rows']);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
  expect(saved).toBe(0);

  await page.unroute(pagesOfAll);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  expect((await download).suggestedFilename()).not.toContain('incomplete');
  await expect(summary(page).getByRole('alert')).toHaveCount(0);
});
