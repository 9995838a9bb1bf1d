import { expect, type Page, test } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { formatDateNear } from '#stock/locale-date.ts';

import { button, pages, shownIds, table } from './calendars-page.ts';
import { idAt, nameAt } from './large-stock-fixture.ts';
import { type StartedServer, startServer } from './started-server.ts';

let server: StartedServer;

test.beforeAll(async () => {
  server = await startServer(7, 'many');
});
test.afterAll(() => server.stop());

const pageSize = 25;
const placesOf = (page: number) => Array.from({ length: pageSize }, (_, index) => (page - 1) * pageSize + index);

/** Records every busy or loading element from now on. */
async function recordLoading(page: Page): Promise<() => Promise<string[]>> {
  const waits = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const look = () => {
      const waiting = document.querySelectorAll('main [aria-busy="true"], main [aria-label="Loading"]');
      for (const element of waiting) seen.push(element.outerHTML.slice(0, 200));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  return () => waits.jsonValue();
}

test('page 4,000 of 100,000 products opens from a link, and the next page shows at once', async ({ page }) => {
  const requested: string[] = [];
  const answered: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/gateway/calendars') requested.push(searchParams.get('page') ?? '');
  });
  page.on('requestfinished', (request) => answered.push(new URL(request.url()).pathname));
  const answers = (path: string) => answered.filter((each) => each === path).length;

  await page.goto(`${server.url}/calendars?page=4000&pageSize=${pageSize}`);
  await expect(pages(page)).toContainText('Page 4000 of 4002');
  await expect.poll(() => shownIds(page)).toEqual(placesOf(4000).map(idAt));
  await expect(table(page)).toContainText(nameAt(99_999));
  // This page and the prefetched next one, each with names and last updates.
  await expect.poll(() => answers('/gateway/calendars')).toBe(2);
  expect(requested).toEqual(['4000', '4001']);

  const waits = await recordLoading(page);
  await page.route('**/gateway/**', () => new Promise(() => undefined));
  await button(page, 'Next page').click();
  await expect(pages(page)).toContainText('Page 4001 of 4002');
  expect(await shownIds(page)).toEqual(placesOf(4001).map(idAt));
  await expect(table(page)).toContainText(nameAt(100_000));
  // All rows have the same, which is stated once.
  const today = todayIn('UTC');
  const yesterday = formatDateNear(addDays(today, -1), today, 'en-US', 'medium');
  const stockDate = page.getByText(`Stock data of ${yesterday}`);
  await expect(stockDate).toBeVisible();
  expect(await waits()).toEqual([]);
  expect(requested).toEqual(['4000', '4001', '4002']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(stockDate).toBeVisible();
});
