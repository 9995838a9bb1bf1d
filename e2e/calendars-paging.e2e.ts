import { type APIRequestContext, expect, type Page, test } from '@playwright/test';

import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';

import { pages, summary, table } from './calendars-page.ts';
import { demoServer } from './servers.ts';

test.use({ baseURL: demoServer.url });
// Both the page and the test load thousands of products.
test.describe.configure({ timeout: 180_000 });

const calls = /\/gateway\/calendars\?/;

/** Returns the IDs of the products on screen, taken from the links to their calendars. */
async function idsOn(page: Page): Promise<number[]> {
  const addresses = await table(page)
    .locator('a[href^="/?product="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return addresses.map((address) => Number(/product=(\d+)/.exec(address)?.[1]));
}

interface ListedProduct {
  product: { productId: number; unit: string | null };
  entries: { stockDate: CalendarDate; stockQuantity: number; isMaxLeadTime: boolean; isDeleted: boolean }[];
  lastUpdateDate: string | null;
}

/** Loads every product with its calendar, sorted by product ID. */
async function everyCalendar(request: APIRequestContext, quantity = 1): Promise<ListedProduct[]> {
  const calendars: ListedProduct[] = [];
  for (let page = 1, count = 1; calendars.length < count; page += 1) {
    const response = await request.get(`/gateway/calendars?page=${page}&pageSize=250&quantity=${quantity}`);
    const { rows, total } = (await response.json()) as { rows: ListedProduct[]; total: number };
    calendars.push(...rows);
    count = total;
  }
  return calendars;
}

/** Derives a product's tile from its entries alone: current stock first, then the first sufficient entry. */
function tileOf({ entries }: ListedProduct, today: CalendarDate, quantity: number): string {
  const real = entries.filter((entry) => !entry.isMaxLeadTime && !entry.isDeleted);
  const inForce = real.map(({ stockDate }) => stockDate).findLast((date) => date <= today) ?? '0000-01-01';
  const first = real.find((entry) => entry.stockDate >= inForce && entry.stockQuantity >= quantity)?.stockDate;
  if (first === undefined) return entries.some((entry) => entry.isMaxLeadTime) ? 'Max lead time only' : 'Not available';
  if (first <= today) return 'Today';
  if (first <= addDays(today, 7)) return 'Within 7 days';
  return first <= addDays(today, 30) ? 'Within 30 days' : 'Later';
}

async function expectTiles(page: Page, calendars: readonly ListedProduct[], quantity: number): Promise<void> {
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

test('pages of selected products contain each once, in the selected order, prefetched', async ({ page, request }) => {
  const every = (await everyCalendar(request)).map(({ product }) => product.productId);
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
  const requested: string[] = [];
  page.on('request', (sent) => calls.test(sent.url()) && requested.push(sent.url()));
  await page.goto(`/calendars?list=${encodeURIComponent(list)}&pageSize=25`);
  const seen: number[] = [];
  for (let number = 1; number <= 10; number += 1) {
    await expect(pages(page)).toContainText(`Page ${number} of 10`);
    await expect(table(page).locator(`a[href^="/?product=${chosen[(number - 1) * 25]}"]`)).toBeVisible();
    await expect.poll(async () => (await idsOn(page)).at(-1)).toBe(chosen[number * 25 - 1]);
    seen.push(...(await idsOn(page)));
    const ahead = Math.min(number + 1, 10);
    await expect.poll(() => requested.length).toBe(ahead);
    if (number < 10) await pages(page).getByRole('button', { name: 'Next page', exact: true }).click();
  }
  expect(seen).toEqual(chosen);
  expect(Math.max(...requested.map((address) => address.length))).toBeLessThanOrEqual(4096);
});

test('the service’s pages contain every product', async ({ page, request }) => {
  const every = (await everyCalendar(request)).map(({ product }) => product.productId);
  const pageCount = Math.ceil(every.length / 25);
  await page.goto(`/calendars?page=${pageCount - 1}&pageSize=25`);
  await expect(pages(page)).toContainText(`Page ${pageCount - 1} of ${pageCount}`);
  await expect.poll(() => idsOn(page)).toEqual(every.slice((pageCount - 2) * 25, (pageCount - 1) * 25));
  await pages(page).getByRole('button', { name: 'Next page', exact: true }).click();
  await expect.poll(() => idsOn(page)).toEqual(every.slice((pageCount - 1) * 25));
  await pages(page).getByRole('button', { name: 'First page', exact: true }).click();
  await expect.poll(() => idsOn(page)).toEqual(every.slice(0, 25));
});

test('the tiles and the oldest stock data are those of all products', async ({ page, request }) => {
  const calendars = await everyCalendar(request, 40);
  const inMeters = calendars.filter(({ product }) => product.unit === 'm');
  expect(inMeters.length).toBeLessThan(calendars.length);
  await page.goto('/calendars?quantity=40');
  await expectTiles(page, inMeters, 40);
  const oldest = summary(page).getByRole('region', { name: 'Oldest stock data', exact: true });
  const updates = inMeters.flatMap(({ lastUpdateDate }) => (lastUpdateDate === null ? [] : [lastUpdateDate]));
  await expect(oldest.locator('time')).toHaveAttribute('datetime', updates.toSorted()[0] ?? '');
});

test('a filter shows the previous page as loading until it applies', async ({ page }) => {
  await page.goto('/calendars');
  const products = page.getByRole('table', { name: 'Products', exact: true });
  await expect(products).toBeVisible();
  await page.route(/calendars\?.*tile=now/, () => undefined);
  await summary(page)
    .getByRole('button', { name: /^Today/ })
    .click();
  await expect(page.locator('[aria-busy="true"]').filter({ has: products })).toBeVisible();
  // Removing the route releases the held requests.
  await page.unroute(/calendars\?.*tile=now/);
  await expect(page.locator('[aria-busy="true"]').filter({ has: products })).toHaveCount(0);
  await expect(pages(page)).toContainText('Page 1 of');
});

test('a failed filter shows the error rather than unfiltered products', async ({ page }) => {
  await page.goto('/calendars?pageSize=10');
  await expect(pages(page)).toContainText('Page 1 of');
  const filtered = /calendars\?.*find=red/;
  await page.route(filtered, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('searchbox', { name: 'Filter products' }).fill('red');
  await expect(page.getByRole('button', { name: 'Try again', exact: true })).toBeVisible();
  await expect(page.getByText('No products match the filter.')).toHaveCount(0);
  // There is nothing to export.
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);
  await page.unroute(filtered);
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(table(page)).toBeVisible();
});
