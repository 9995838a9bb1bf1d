import { type Browser, expect, type Page, test } from '@playwright/test';

import { type CalendarDate, daysBetween, todayIn } from '#stock/calendar-date.ts';

import { exportFile, printReport, rowsOfReport } from './export-menu.ts';
import {
  button,
  cell,
  check,
  lines,
  openNewOrder,
  orderCheck,
  paste,
  orderSummary,
  waitForStoredOrder,
} from './order-page.ts';
import { recordsOf } from './saved-files.ts';
import { type StartedServer, startServer } from './started-server.ts';
import { clockChanges } from './stock-fixture.ts';

/** Each entry's date on screen in the en-US format. It must be the same in every time zone. */
const datesOnScreen = ['Mar 14, 2027', 'Mar 28, 2027', 'Apr 4, 2027', 'Sep 26, 2027'];

const timeZones = ['America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Auckland'];

for (const timezoneId of timeZones) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('shows the dates of the service, unshifted', async ({ page }) => {
      await page.goto(`/?product=${clockChanges.productId}&quantity=15`);
      await expect(shipDate(page)).toHaveAttribute('datetime', '2027-03-28');
      await expect(shipDate(page)).toContainText('March 28, 2027');

      await page.goto(`/products/${clockChanges.productId}`);
      const entries = page.getByRole('table', { name: 'Calendar entries', exact: true });
      for (const text of datesOnScreen) await expect(entries).toContainText(text);
      await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toContainText(/Sep(tember)? 26/);
    });
  });
}

/** Product 2018: 2 from the day of the tests on, 3 a day later. */
const growing = `productId,stockDate,stockQuantity
2018,2026-11-25,2
2018,2026-11-26,3
`;

/** Product 2024: more was there on the day before. */
const sold = `productId,stockDate,stockQuantity
2024,2026-11-24,10
2024,2026-11-25,2
2024,2026-11-26,0
2024,2026-11-27,5
`;

test.describe('a server with a clock of its own', () => {
  // They share one server, whose clock they set.
  test.describe.configure({ mode: 'serial' });

  let server: StartedServer;
  test.beforeAll(async () => {
    server = await startServer(9, 'fixture');
    await server.tell({ now: '2026-11-25T12:00:00Z' });
    await server.tell({ stock: growing });
    await server.tell({ stock: sold });
  });
  test.afterAll(() => server.stop());

  /** Opens a page in a time zone at the server's time. */
  async function openIn(browser: Browser, timezoneId: string, now: string): Promise<Page> {
    await server.tell({ now });
    const context = await browser.newContext({ timezoneId, baseURL: server.url });
    const page = await context.newPage();
    await page.clock.install({ time: new Date(now) });
    return page;
  }

  test('west of the service, its day is the day of every page', async ({ browser }) => {
    // November 24, 16:30.
    const page = await openIn(browser, 'America/Los_Angeles', '2026-11-25T00:30:00Z');
    const note = page.getByText('Dates are those of the warehouse (UTC): Nov 25.');
    const refusal = await page.request.get('/gateway/availability?productId=2024&quantity=10');
    expect(await refusal.json()).toMatchObject({ result: { stockResult: { kind: 'not-available' } } });

    await page.goto('/?product=2024&quantity=10');
    await expect(result(page)).toContainText('Quantity not available');
    await expect(result(page)).toContainText('Maximum available quantity: 5, from November 27.');
    await expect(note).toHaveCount(1);
    await page.goto('/products/2024?quantity=10');
    await expect(result(page)).toContainText('Quantity not available');
    await page.goto('/calendars?ids=2024&quantity=10');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Not available');
    await openNewOrder(page);
    await paste(page, lines('2024\t10'));
    await check(page);
    await expect(cell(page, 1, 'Status')).toHaveText('Not available');
    await page.context().close();
  });

  for (const [timezoneId, now] of [
    ['America/Los_Angeles', '2026-11-25T00:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-25T11:00:00Z'],
  ] as const)
    test(`says dates instead of today in ${timezoneId}`, async ({ browser }) => {
      const page = await openIn(browser, timezoneId, now);
      await page.goto('/?product=2018&quantity=2');
      await expect(shipDate(page)).toHaveAttribute('datetime', '2026-11-25');
      await expect(result(page)).toContainText('can ship on Wednesday, November 25 from stock');
      await expect(page.getByRole('main')).not.toContainText(/today|tomorrow|not reliable/i);
      await page.goto('/products/2018?quantity=3');
      await expect(shipDate(page)).toHaveAttribute('datetime', '2026-11-26');
      await expect(result(page)).not.toContainText(/today|tomorrow/i);
      await page.goto('/calendars?ids=2018&quantity=2');
      await expect(page.getByRole('button', { name: /^Short now/ })).toHaveAttribute(
        'title',
        'Less than 2 available on Nov 25',
      );
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Nov 25');
      await expect(page.getByRole('main')).not.toContainText(/today|tomorrow/i);
      await openNewOrder(page);
      await paste(page, lines('2018\t2'));
      await check(page);
      await expect(cell(page, 1, 'Ship date')).toHaveText('Nov 25');
      await expect(page.getByRole('main')).not.toContainText(/today|tomorrow/i);
      await page.context().close();
    });

  test('a ship-by date that passes while the page is open shows an error at its field', async ({ browser }) => {
    const page = await openIn(browser, 'UTC', '2026-11-25T23:58:00Z');
    await page.goto('/?product=20001&quantity=80&shipBy=2026-11-25');
    await expect(result(page)).toContainText(/on time/i);
    await server.tell({ now: '2026-11-26T00:03:00Z' });
    await page.clock.fastForward('05:00');
    await expect(result(page)).not.toContainText(/on time/i);
    await expect(page.getByText('Enter today or a later date.')).toBeVisible();
    await page.context().close();
  });

  for (const path of ['/?product=2018', '/products/2018?'])
    test(`a result left open overnight, or over an import, is of its day on ${path}`, async ({ browser }) => {
      const page = await openIn(
        browser,
        'UTC',
        path === '/?product=2018' ? '2026-11-26T12:00:00Z' : '2026-11-28T12:00:00Z',
      );
      const [day, next] = path === '/?product=2018' ? ['Nov 26', 'Nov 27'] : ['Nov 28', 'Nov 29'];
      await page.goto(`${path}&quantity=2`);
      await expect(result(page)).toContainText(/^.*2 (?:of 2018 )?can ship today from stock\./);
      await server.tell({ now: `2026-11-${next.slice(-2)}T07:05:00Z` });
      await page.clock.fastForward('19:05:00');
      const note = page.getByText(`Checked ${day}. The day or the stock data has changed since.`);
      await expect(note).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(/today|tomorrow/i);
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(note).toHaveCount(0);
      await expect(result(page)).toContainText(/^.*2 (?:of 2018 )?can ship today from stock\./);

      await server.tell({ stock: `productId,stockDate,stockQuantity\n2018,2026-11-${next.slice(-2)},1\n` });
      await page.clock.fastForward('00:31');
      await expect(page.getByText(`Checked ${next}. The day or the stock data has changed since.`)).toBeVisible();
      await page.getByRole('button', { name: 'New stock data: refresh' }).click();
      await expect(result(page)).toContainText('Quantity not available');
      await server.tell({ stock: `productId,stockDate,stockQuantity\n2018,2026-11-${next.slice(-2)},3\n` });
      await page.context().close();
    });

  test('texts and files of a result left open overnight have its date and no today', async ({ browser }) => {
    const page = await openIn(browser, 'UTC', '2026-11-29T12:00:00Z');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/?product=2018&quantity=2');
    await expect(result(page)).toContainText(/^.*2 (?:of 2018 )?can ship today from stock\./);
    await server.tell({ now: '2026-11-30T07:05:00Z' });
    await page.clock.fastForward('19:05:00');
    await expect(page.getByText('Checked Nov 29.')).toBeVisible();
    await page.getByRole('button', { name: 'Copy for customer' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('We can ship 2 on Sunday, November 29, 2026.');
    expect(await copied()).toContain('Checked on Nov 29, 2026');
    expect(await copied()).not.toMatch(/today|November 30/i);
    const csv = await exportFile(page, 'CSV');
    expect(csv.name).toBe('stock-availability-2026-11-29.csv');
    expect(recordsOf(csv)[0]).toMatchObject({ 'Ship date': '2026-11-29' });
    const event = (await exportFile(page, 'Calendar file (.ics)')).bytes.toString('utf8');
    expect(event).toContain('DTSTART;VALUE=DATE:20261129');
    expect(event).not.toMatch(/today/i);
    const rows = await rowsOfReport(page, await printReport(page));
    expect(rows.map((row) => row['Ship date'])).toEqual(['Nov 29, 2026', 'Nov 29, 2026', '']);
    await page.context().close();
  });

  test('products left open overnight are exported with their date and no today', async ({ browser }) => {
    const page = await openIn(browser, 'UTC', '2026-11-30T12:00:00Z');
    await page.goto('/calendars?ids=2018&quantity=2');
    const table = page.getByRole('table', { name: 'Products' });
    await expect(table).toContainText('Available today');
    await server.tell({ now: '2026-12-01T07:05:00Z' });
    await page.clock.fastForward('19:05:00');
    await expect(page.getByText('Checked Nov 30. Refresh to check again.')).toBeVisible();
    await expect(table).not.toContainText(/today/i);
    const before = { 'Available on Nov 30': '3', 'Ship date for 2': '2026-11-30', Status: 'Nov 30' };
    const now = { 'Available on Dec 1': '3', 'Ship date for 2': '2026-12-01', Status: 'Dec 1' };
    const records = async (scope: string) => recordsOf(await exportFile(page, 'CSV', [scope]))[0];
    expect(await records('This page')).toMatchObject(before);
    expect(await records('All rows')).toMatchObject(now);
    const [printed] = await rowsOfReport(page, await printReport(page, ['This page']));
    expect(printed).toMatchObject({ 'Available on Nov 30': '3', Status: 'Nov 30' });
    await page.getByRole('radio', { name: 'Heatmap' }).check({ force: true });
    await expect(page.getByRole('figure')).toBeVisible();
    expect(await records('This page')).toMatchObject({ 'Available on Nov 30': '3', Status: 'Nov 30' });
    await page.context().close();
  });

  test('an order’s results of another day are grey and dated, and no promise until checked again', async ({
    browser,
  }) => {
    const page = await openIn(browser, 'UTC', '2026-12-01T12:00:00Z');
    await openNewOrder(page);
    await paste(page, lines('2018\t3', '2024\t1'));
    await check(page);
    await waitForStoredOrder(page, ['2018', '2024'], 2);
    await server.tell({ now: '2026-12-02T07:05:00Z' });
    await page.clock.fastForward('19:05:00');
    await expect(cell(page, 1, 'Status')).toHaveText('Checked Dec 1');
    await expect(cell(page, 1, 'Ship date')).not.toHaveText('Today');
    await expect(orderSummary(page).locator('time')).toHaveCount(0);
    await expect(button(page, 'Recheck all')).toHaveCount(0);
    await orderSummary(page).getByRole('button', { name: 'Check again' }).first().click();
    await expect(cell(page, 1, 'Status')).toHaveText('In stock');
    await expect(orderSummary(page).getByLabel('First ship date', { exact: true })).toHaveCount(1);
    await waitForStoredOrder(page, ['2018', '2024'], 2);

    // An order that is opened on another day is checked by itself, and compared with what it was.
    await server.tell({ now: '2026-12-03T07:05:00Z' });
    await page.clock.setSystemTime('2026-12-03T07:05:00Z');
    let isReleased = false;
    await page.route(orderCheck, async (route) => {
      await expect.poll(() => isReleased).toBe(true);
      await route.continue().catch(() => undefined);
    });
    await page.reload();
    await expect(cell(page, 1, 'Ship date')).not.toHaveText('Today');
    await expect(orderSummary(page).locator('time')).toHaveCount(0);
    isReleased = true;
    await expect(cell(page, 1, 'Status')).toHaveText('In stock');
    await expect(page.getByRole('columnheader', { name: /^Previously, Dec 2/ })).toBeVisible();
    await page.context().close();
  });

  for (const timezoneId of timeZones)
    test(`counts whole days from the service's day, across clock changes, in ${timezoneId}`, async ({ browser }) => {
      for (const now of [
        '2027-03-14T06:59:59Z',
        '2027-03-14T10:00:00Z',
        '2027-04-03T14:30:00Z',
        '2027-04-04T00:30:00Z',
        '2027-04-04T16:00:00Z',
      ]) {
        const page = await openIn(browser, timezoneId, now);
        await page.goto(`/?product=${clockChanges.productId}&quantity=25`);
        await expect(shipDate(page)).toHaveAttribute('datetime', '2027-04-04');
        const today = now.slice(0, 10) as CalendarDate;
        const isLocal = todayIn(timezoneId, new Date(now)) === today;
        const days = daysBetween(today, '2027-04-04');
        const words = days > 1 ? `in ${days} days` : isLocal ? ['today', 'tomorrow'][days] : 'April 4 ?Sunday';
        await expect(result(page), now).toContainText(new RegExp(words ?? '', 'i'));
        await expect(page.getByText('Dates are those of the warehouse')).toHaveCount(isLocal ? 0 : 1);
        await page.context().close();
      }
    });
});

function result(page: Page) {
  return page.getByRole('region', { name: 'Result', exact: true });
}

function shipDate(page: Page) {
  return result(page).locator('time').first();
}
