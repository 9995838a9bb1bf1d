import { expect, test } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import type { ChangesPage } from '#stock/contract/changes.ts';
import { formatDate } from '#stock/locale-date.ts';

import { summary } from './calendars-page.ts';
import { expectAccessible } from './expect-accessible.ts';
import { exportFile, printReport } from './export-menu.ts';
import { partsOf } from './saved-files.ts';
import { demoServer } from './servers.ts';

test.use({ baseURL: demoServer.url });

test('figures and products that run short lead to their rows', async ({ page }) => {
  await page.goto('/overview');
  const rows = page.getByRole('table', { name: 'Runs short' }).getByRole('row');
  // Some are sold out soon.
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.getByText('No order or promise is at risk.')).toBeVisible();
  await page.getByLabel('Quantity per product').fill('20 m');
  await expect(page).toHaveURL(/quantity=20&unit=m/);
  const first = formatDate(addDays(todayIn('UTC'), 2), 'en-US', 'short');
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText(first);
  // They are the first by day: sorted otherwise, they would be taken for the first of all.
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  const all = page.getByRole('link', { name: /^Show [\d,]+ products$/ });
  const found = /[\d,]+/.exec((await all.textContent()) ?? '')?.[0] ?? 'no number';
  // A low window shows what follows without scrolling.
  expect(Number(found.replace(',', ''))).toBeGreaterThan(10);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await rows.count()).toBe(10 + 1);
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await rows.count()).toBe(5 + 1);
  await all.click();
  const soon = summary(page).getByRole('button', { name: /^Runs short/ });
  await expect(soon).toHaveAttribute('aria-pressed', 'true');
  await expect(soon).toContainText(found);
  await page.goBack();
  const within30 = page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Available in 0 to 30/ });
  const available = /([\d,]+) of [\d,]+ products/.exec((await within30.textContent()) ?? '')?.[1] ?? 'no figure';
  await within30.click();
  await expect(page.getByText(new RegExp(`^${available} of [\\d,]+ products$`))).toBeVisible();
  await page.goBack();
  const figure = page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Short now/ });
  const [count = 'no figure'] = /^[\d,]+/.exec((await figure.locator('[data-figure]').textContent()) ?? '') ?? [];
  await figure.click();
  await expect(summary(page).getByRole('button', { name: /^Short now/ })).toContainText(count);
});

test('each day leads to the products that fall short on it', async ({ page }) => {
  await page.goto('/overview?quantity=20&unit=m');
  const days = page.getByRole('list', { name: 'Products that fall short by day' });
  await expect(days.getByRole('listitem')).toHaveCount(28);
  const counts = await days.locator('b').allTextContents();
  const sum = counts.reduce((total, count) => total + Number(count), 0);
  await expect(page.getByRole('link', { name: `Show ${sum} products` })).toBeVisible();
  const worst = days.locator('[data-most]').first();
  const [, count, day] = /^(\d+) products? falls? short on (.+)$/.exec((await worst.getAttribute('aria-label')) ?? '')!;
  expect(Number(count)).toBe(Math.max(...counts.map(Number)));
  await worst.click();
  const rows = page.getByRole('main').getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(Number(count));
  for (const row of await rows.all()) await expect(row).toContainText(day!);
});

test('figures and changes of another quantity are gone at once', async ({ page }) => {
  const response = await page.request.get('/gateway/calendars');
  const { counts } = (await response.json()) as { counts: object };
  const held: (() => void)[] = [];
  await page.route(/\/gateway\/changes\?/, async (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('quantity') === '20';
    if (!isFirst) await new Promise<void>((resolve) => void held.push(resolve));
    const change = { gone: 0, later: 1, earlier: 0, same: 0 };
    const now = Date.now();
    const state = { today: new Date().toISOString().slice(0, 10), receivedAt: now, isStale: false, dataVersion: '1' };
    const page1 = { since: now, historyFrom: now - 1, rows: [], page: 1, pageSize: 5, unit: 'm' };
    await route.fulfill({ json: { ...state, ...page1, counts: change, countsThen: counts } }).catch(() => null);
  });
  await page.goto('/overview?quantity=20&unit=m');
  const figures = page.getByRole('region', { name: 'Figures' });
  const moved = page.getByRole('region', { name: 'Moved since yesterday' });
  await expect(figures).toContainText('last week');
  await expect(moved.getByRole('link', { name: 'Show 1 change' })).toHaveAttribute('href', /quantity=20/);
  await expect(moved.getByText('1 moved', { exact: true })).toBeVisible();
  await expect(moved.getByRole('link', { name: 'Since last Monday' })).toHaveAttribute('href', /since=monday/);
  await page.getByLabel('Quantity per product').fill('30 m');
  await expect(page).toHaveURL(/quantity=30/);
  await expect.poll(() => held.length).toBeGreaterThan(1);
  await expect(figures).toContainText('last week …');
  await expect(moved).toHaveCount(0);
  for (const release of held) release();
  await expect(moved.getByRole('link', { name: 'Show 1 change' })).toHaveAttribute('href', /quantity=30/);
  await expect(figures).toContainText(/last week \d/);
});

test('without a change since yesterday, the week is a click away', async ({ page }) => {
  await page.route(/\/gateway\/changes\?/, async (route) => {
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as ChangesPage | null | undefined;
    if (!response || !body) return;
    const none = { gone: 0, later: 0, earlier: 0, same: 0 };
    await route.fulfill({ response, json: { ...body, historyFrom: body.since - 1, rows: [], counts: none } });
  });
  await page.goto('/overview?quantity=20&unit=m');
  const moved = page.getByRole('region', { name: 'Moved since yesterday' });
  await moved.getByRole('link', { name: 'Changes since last Monday' }).click();
  await expect(page).toHaveURL(/\/calendars\?.*view=moved/);
  await expect(page).toHaveURL(/since=monday/);
  await expect(page).toHaveURL(/quantity=20/);
});

test('exports a workbook of figures, promises at risk and changes, or prints', async ({ page }) => {
  await page.goto('/overview?quantity=100&unit=m');
  await page.getByRole('table', { name: 'Runs short' }).waitFor();
  const parts = partsOf(await exportFile(page, 'Excel'));
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(['Summary', 'At risk', 'Moved']);
  const sheet = (number: number) => parts.get(`xl/worksheets/sheet${number}.xml`) ?? '';
  expect(sheet(1), 'numbers').toMatch(/<c r="B2"[^>]*><v>\d+<\/v>/);
  expect(sheet(1), 'not without figures of last week').not.toContain('last week');
  expect(sheet(1)).toContain('Quantity per product: 100');
  expect(sheet(1), 'where it is from').toMatch(/>Retrieved[^<]*: /);
  expect(sheet(2)).toMatch(/>Promised<.*>Now<.*>Status</);
  expect(sheet(3)).toContain('>What changed<');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Excel', 'Print']);
});

test('states a failure, with the way to try again', async ({ page }) => {
  await page.route(/\/gateway\/calendars/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/overview');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute(/\/gateway\/calendars/);
  await retry.click();
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('81%');
});

for (const locale of ['en-US', 'de-DE'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('prints the figures and the first rows on one page', async ({ page }) => {
      await page.goto('/overview?quantity=100&unit=m');
      await page.getByRole('table').first().waitFor();
      for (const format of locale === 'en-US' ? ['A4', 'Letter'] : ['A4']) {
        const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1');
        expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
      }
    });
  });

test('a desktop shows each panel without scrolling, in the same place with and without a quantity', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/overview');
  const short = page.getByRole('region', { name: 'Runs short in the next 4 weeks' });
  const moved = page.getByRole('region', { name: /^Moved since/ });
  const places = async () => Promise.all([short, moved].map(async (panel) => (await panel.boundingBox())?.x));
  await expect(moved).toBeVisible();
  const before = await places();
  await page.goto('/overview?quantity=100&unit=m');
  await expect(page.getByRole('table', { name: 'Runs short' }).getByRole('row').nth(5)).toBeInViewport({ ratio: 1 });
  await expect(moved).toBeInViewport({ ratio: 1 });
  expect(await places()).toEqual(before);
  const atRisk = page.getByRole('region', { name: 'Orders and promises at risk' });
  await expect(atRisk).toBeInViewport({ ratio: 1 });
  await page.route(/\/gateway\/promises/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(atRisk.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('is the page that the user starts with, if chosen', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('stock-horizon.start-page', '/overview'));
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
  await expect(page).toHaveURL(/\/overview$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Availability' }).click();
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible();
  await page.goto('/?product=10001');
  await expect(page.getByRole('region', { name: 'Figures' })).toHaveCount(0);
});

test('a phone shows each product whole, without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/overview?quantity=40&unit=m');
  const table = page.getByRole('table', { name: 'Runs short' });
  await table.waitFor();
  const { scrollWidth, clientWidth } = await table.evaluate(({ parentElement }) => parentElement!);
  expect(scrollWidth).toBe(clientWidth);
  const row = table.getByRole('row').nth(1);
  // A name of two lines at most, and its figures below; their names stand once above the rows.
  expect((await row.boundingBox())!.height).toBeLessThan(88);
  for (const name of ['Falls short on', 'Short that day', 'Next ship date'])
    await expect(table.getByText(name)).toBeVisible();
});

test('the menu prints the figures and the first of many products', async ({ page }) => {
  await page.goto('/overview?quantity=100&unit=m');
  await page.getByRole('table').first().waitFor();
  const report = await printReport(page);
  expect(report, 'in portrait').not.toMatch(/^<article class="[^"]*wide/);
  expect(report).toContain('Available in 0 to 30 days');
  expect(report).toMatch(/<h2>Runs short in the next 4 weeks \(10 of \d+\)<\/h2>/);
  expect(report, 'quantities have their units').toMatch(/<td[^>]*>\d+(\.\d+)?&nbsp;m<\/td>/);
  expect(report).toMatch(/Of another unit, not counted<\/dt><dd>[\d,]+/);
  expect(report, 'nobody in a meeting needs the address of the service').not.toContain('http:');
});
