import { expect, type Page, test } from '@playwright/test';

import type { Session } from '#stock/contract/gateway-responses.ts';
import { addDays, todayIn } from '#stock/calendar-date.ts';
import { foldText } from '#stock/fold-text.ts';

import { button, pages, shownIds, summary, table } from './calendars-page.ts';
import { demoServer } from './servers.ts';
import { canvas, lastRolls, onOrder, rightToLeft } from './stock-fixture.ts';

const today = todayIn('UTC');

test('a link shows its products in order, including those without a result', async ({ page }) => {
  await page.goto(`/calendars?ids=${lastRolls.productId},99,${canvas.productId}&quantity=100`);
  await expect(table(page)).toBeVisible();
  expect(await shownIds(page)).toEqual([lastRolls.productId, 99, canvas.productId]);
  await expect(table(page).getByText('Unknown product')).toHaveCount(1);
  await expect(page.getByText('No result for 1 product: 99')).toBeVisible();
  const row = table(page).locator('tr', { hasText: canvas.name });
  await expect(row.locator('td[data-column="available"]')).toContainText('80');
  await expect(row.locator('td[data-column="first"]')).toContainText('Today');
  await expect(row.locator('td[data-column="wanted"] time')).toHaveAttribute('datetime', addDays(today, 12));
  await expect(row.locator('td[data-column="maxLeadTime"] time')).toHaveAttribute('datetime', addDays(today, 100));
  await expect(row.locator('td[data-column="updated"] time')).toHaveAttribute('datetime', addDays(today, -1));
  await expect(table(page)).not.toContainText(/99,?999/);
});

test('a switch hides the max lead time, and is kept in the URL', async ({ page }) => {
  await page.goto(`/calendars?ids=${canvas.productId},${onOrder.productId}`);
  await button(page, 'More').click();
  await page.getByRole('switch', { name: 'Include max lead time', exact: true }).click();
  await expect(page).toHaveURL(/mlt=false/);
  const row = table(page).locator('tr', { hasText: onOrder.name });
  await expect(row.locator('td[data-column="first"]')).toContainText('Not available');
  await page.reload();
  await expect(row.locator('td[data-column="maxLeadTime"]')).toContainText('None');
});

test('rows expand to charts, and stay expanded after a reload', async ({ page }) => {
  await page.goto(`/calendars?ids=${canvas.productId},${onOrder.productId}`);
  const charts = page.getByRole('figure', { name: 'Stock calendar', exact: true });
  await button(page, `Chart of ${canvas.name}`).click();
  await expect(charts).toBeVisible();
  await charts.getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/bucket=month/);
  await page.reload();
  await expect(charts.getByRole('radio', { name: 'Month', exact: true })).toBeChecked();
  await button(page, `Chart of ${onOrder.name}`).click();
  await expect(charts).toHaveCount(2);
  await button(page, `Chart of ${canvas.name}`).click();
  await expect(charts).toHaveCount(1);
});

test('dragging the quantity on a row’s chart updates every result', async ({ page }) => {
  await page.goto(`/calendars?ids=${canvas.productId},${onOrder.productId}&quantity=50&open=${canvas.productId}`);
  const slider = page.getByRole('slider', { name: 'Quantity needed', exact: true });
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(page).not.toHaveURL(/quantity=50(&|$)/);
  const moved = new URL(page.url()).searchParams.get('quantity');
  await expect(page.getByRole('columnheader', { name: new RegExp(`Ship date for ${moved}`) })).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuenow', String(moved));
});

test('pasted IDs are shown, and lines without a product are rejected with the reason', async ({ page }) => {
  await page.goto('/calendars');
  await button(page, 'Select products').click();
  await expect(page.getByLabel('Search products')).toBeFocused();
  await page.getByLabel('Search products').fill('300 m navy canvas');
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: canvas.name })).toBeVisible();
  await page.getByText('Paste', { exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Product IDs or SKUs' });
  let fails = true;
  await page.route('**/gateway/products/resolve', (route) =>
    fails ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await field.fill(`${rightToLeft.productId}\n${canvas.sku}\nNOPE-1\n#N/A`);
  await expect(button(page, 'Try again')).toBeVisible();
  fails = false;
  await button(page, 'Try again').press('Enter');
  await expect(page.getByText('2 entries not recognized')).toBeVisible();
  await button(page, 'Add 2 products').press('Enter');
  await expect(field).toHaveValue('NOPE-1\n#N/A');
  await field.fill(`${rightToLeft.productId} / ${canvas.sku}; NOPE-1 300`);
  await expect(page.getByText('2 products recognized, 2 unknown')).toBeVisible();
  await field.fill('NOPE-1 300');
  await expect(page.getByText('Not used: 300')).toBeVisible();
  // Focus moves to the field, as the button has nothing left to add.
  await expect(field).toBeFocused();
  await button(page, 'Show 2 products').click();
  await expect(page).toHaveURL(`/calendars?ids=${rightToLeft.productId},${canvas.productId}`);
  await expect.poll(() => shownIds(page)).toEqual([rightToLeft.productId, canvas.productId]);
});

/** Selects 250 products, too many for a URL, and returns their IDs. */
async function showLongList(page: Page): Promise<number[]> {
  await page.goto('/calendars');
  return selectLongList(page);
}

/** Adds IDs of which the catalog has only some. */
async function addPasted(page: Page, ids: readonly number[]): Promise<void> {
  await page.getByRole('textbox', { name: 'Product IDs or SKUs' }).fill(ids.join('\n'));
  await page.getByRole('button', { name: /^Add [\d,]+ unknown IDs$/ }).click();
  await page.getByRole('button', { name: /^Add [\d,]+ products$/ }).click();
}

async function selectLongList(page: Page): Promise<number[]> {
  await button(page, 'Select products').click();
  await page.getByText('Paste', { exact: true }).click();
  const ids = Array.from({ length: 250 }, (_, index) => 20_250 - index);
  await addPasted(page, ids);
  await button(page, 'Show 250 products').click();
  await expect(page).toHaveURL(/\/calendars\?list=/);
  return ids;
}

test('a selection too long for a URL is saved as a list', async ({ page }) => {
  const ids = await showLongList(page);
  await expect(pages(page)).toContainText('Page 1 of 10');
  await page.reload();
  await expect(pages(page)).toContainText('Page 1 of 10');
  await button(page, 'Last page').click();
  await expect(pages(page)).toContainText('Page 10 of 10');
  await expect(table(page).getByText(canvas.name)).toBeVisible();
  await expect.poll(() => shownIds(page)).toEqual(ids.slice(-25));
});

async function openLists(on: Page): Promise<void> {
  await button(on, 'Select products').click();
  await on.getByText('Saved lists', { exact: true }).click();
}

async function rename(on: Page, name: string, next: string): Promise<void> {
  await button(on, `Rename ${name}`).click();
  await on.getByLabel(`New name for ${name}`).fill(next);
  await on.keyboard.press('Enter');
  await expect(button(on, `Rename ${next}`)).toBeFocused();
}

test('selected rows are saved as a list by typing its name', async ({ page }) => {
  const name = `Names ${Math.random().toString(36).slice(2)}`;
  await page.goto(`/calendars?ids=${lastRolls.productId},${canvas.productId}&selected=${canvas.productId}`);
  await button(page, 'Save as list').click();
  const field = page.getByRole('textbox', { name: 'List name' });
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(page.getByText(`Saved as ${name}`)).toBeVisible();
  await button(page, 'Watch').click({ trial: true });

  await button(page, 'Clear selection').click();
  await table(page).getByRole('checkbox').nth(1).check();
  await button(page, 'Save as list').click();
  await field.fill(name);
  await page.keyboard.press('Enter');
  await button(page, `Replace ${name}`).click();
  await expect(field).toHaveCount(0);
  await openLists(page);
  await expect(page.getByRole('button', { name: `${name} 1 product`, exact: true })).toBeVisible();
  await page.getByRole('button', { name: `${name} 1 product`, exact: true }).click();
  await expect.poll(() => shownIds(page)).toEqual([lastRolls.productId]);
});

test('a saved list is renamed, deleted and restored, on every device', async ({ page, browser }) => {
  // Of the local user, who has the lists of all tests.
  const own = Math.random().toString(36).slice(2);
  const [autumn, winter, summer] = ['Autumn', 'Winter', 'Summer'].map((season) => `${season} ${own}`) as [
    string,
    string,
    string,
  ];
  await page.goto(`/calendars?ids=${lastRolls.productId},${canvas.productId}`);
  await button(page, 'Select products').click();
  await page.getByLabel('List name').fill(autumn);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Saved as ${autumn}`)).toBeVisible();
  await button(page, 'Show 2 products').click();
  await expect(page.getByRole('button', { name: `List: ${autumn}` })).toBeVisible();
  await button(page, 'Select products').click();
  await page.getByText('Saved lists', { exact: true }).click();
  await rename(page, autumn, winter);

  const other = await (await browser.newContext()).newPage();
  await other.goto('/calendars');
  await openLists(other);
  await rename(other, winter, summer);
  // The old name is still on screen here; what is renamed is the list as it is now.
  const isRenamed = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await rename(page, winter, winter);
  await isRenamed;
  await button(other, `Delete ${summer}`).click();
  await expect(other.getByText(`${winter} is deleted.`)).toBeVisible();
  await button(other, 'Undo').click();
  await expect(button(other, `Delete ${winter}`)).toBeVisible();
  await other.context().close();

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(winter);
  await page.getByRole('option', { name: `List: ${winter}` }).click();
  await expect(page.getByText(`List: ${winter}`)).toBeVisible();
  await openLists(page);
  await page.getByRole('button', { name: `${winter} 2 products` }).click();
  await expect(page).toHaveURL(/list=/);
  await expect(button(page, 'Select products')).toBeFocused();
  await expect.poll(() => shownIds(page)).toEqual([lastRolls.productId, canvas.productId]);
  await openLists(page);
  await page.getByLabel('List name').fill(winter.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText(`A list named ${winter} already exists.`)).toBeVisible();
  await button(page, `Add to ${winter}`).click();
  await expect(page.getByText(`Saved as ${winter}`)).toBeVisible();
  await button(page, `Delete ${winter}`).click();
  await expect(page.getByText(`${winter} is deleted.`)).toBeVisible();
  // The list on screen can be restored too: Undo has focus.
  await page.keyboard.press('Enter');
  await expect(button(page, `Delete ${winter}`)).toBeVisible();
});

test('lists saved by an earlier version in the browser move to the server', async ({ page }) => {
  const own = Math.random().toString(36).slice(2);
  await page.goto('/calendars');
  await expect(button(page, 'Select products')).toBeVisible();
  await page.evaluate(async (name) => {
    const { personId, market, service } = (await (await fetch('/gateway/session')).json()) as Session;
    const { company, salesOrganization, territoryId } = market ?? {};
    const owner = `stock-horizon:lists:${JSON.stringify([service.baseUrl, company, salesOrganization, territoryId, personId])}`;
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('stock-horizon-lists', 1);
      opening.addEventListener('upgradeneeded', () => {
        const store = opening.result.createObjectStore('lists', { keyPath: 'id' });
        store.createIndex('owner', 'owner');
        const list = { id: crypto.randomUUID(), name, productIds: [20_002, 20_001], changedAt: 1 };
        store.put({ ...list, owner });
      });
      opening.addEventListener('success', () => {
        opening.result.close();
        resolve();
      });
    });
  }, `Old ${own}`);
  await page.reload();
  await button(page, 'Select products').click();
  await page.getByText('Saved lists', { exact: true }).click();
  await page.getByRole('button', { name: `Old ${own} 2 products` }).click();
  await expect.poll(() => shownIds(page)).toEqual([20_002, 20_001]);
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(left).not.toContain('stock-horizon-lists');
});

test('a selection that can’t be saved as a list is kept in the URL', async ({ page }) => {
  await page.route('**/gateway/lists/*', (route) => route.abort());
  await page.goto('/calendars');
  await button(page, 'Select products').click();
  await page.getByText('Paste', { exact: true }).click();
  const ids = Array.from({ length: 1001 }, (_, index) => 20_001 + index);
  await addPasted(page, ids);
  await page.getByRole('button', { name: /^Show [\d,]+ products$/ }).click();
  await expect(page).toHaveURL(/#ids=/);
  await expect(pages(page)).toContainText('Page 1 of 41');
});

test('keys held down in the heatmap move through its cells', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?view=heatmap&quantity=40`);
  await page.getByRole('gridcell').first().focus();
  // Back to back, as a held key repeats on a busy page.
  const keys = Array.from({ length: 80 }, (_, press) => (press % 20 === 19 ? 'ArrowDown' : 'ArrowRight'));
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
  await page.keyboard.press('Control+Home');
  await expect(page.locator('td:focus')).toHaveAttribute('aria-colindex', '2');
});

test('arrow keys move between the heatmap’s cells, and each has a label', async ({ page }) => {
  await page.goto('/calendars?ids=20001,20002,20003&view=heatmap&bucket=day&quantity=40');
  // The last column says the gap; keys stay on the days.
  const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount')) - 1;
  await page.getByRole('gridcell').nth(4).hover();
  await expect(page.getByRole('columnheader').and(page.locator('[data-marked]'))).toHaveCount(1);
  await page.getByRole('gridcell').first().focus();
  const cell = page.locator('td:focus');
  const place = async () => [
    Number(await cell.locator('..').getAttribute('aria-rowindex')),
    Number(await cell.getAttribute('aria-colindex')),
  ];
  const first = await cell.getAttribute('aria-label');
  // Row and column indexes start at 1 and include the headers.
  const walk: [key: string, row: number, column: number][] = [
    ['ArrowRight', 2, 3],
    ['ArrowDown', 3, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 3, 2],
    ['ArrowUp', 2, 2],
    ['ArrowUp', 2, 2],
    ['End', 2, columns],
    ['ArrowRight', 2, columns],
    ['PageDown', 4, columns],
    ['ArrowDown', 4, columns],
    ['Home', 4, 2],
    ['PageUp', 2, 2],
    ['Control+End', 4, columns],
    ['Control+Home', 2, 2],
  ];
  for (const [key, row, column] of walk) {
    await page.keyboard.press(key);
    await expect.poll(place, key).toEqual([row, column]);
  }
  await expect(cell).toHaveAttribute('aria-label', String(first));
  await page.keyboard.press('End');
  await expect(cell).not.toHaveAttribute('aria-label', String(first));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/product=20002/);
});

test('a selection too long for a URL survives a reload and a link', async ({ page, browser }) => {
  const ids = Array.from({ length: 200 }, (_, index) => 10_101 + index);
  await page.goto(`${demoServer.url}/calendars?pageSize=10&selected=${ids.join()}`);
  await table(page).getByRole('checkbox').nth(1).check();
  await expect(page).toHaveURL(/selected=kept/);
  await page.reload();
  await expect(page.getByText('201 selected')).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.getByText('201 selected')).toBeVisible();
  await other.context().close();
  await table(page).getByRole('checkbox').nth(1).uncheck();
  await expect(page).toHaveURL(/selected=10101,/);
});

test('paging covers every product in both directions, and past the end shows the last page', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?page=2&pageSize=25`);
  await expect(pages(page)).toContainText('Page 2 of 200');
  const second = await shownIds(page);
  expect(second).toHaveLength(25);
  await button(page, 'Next page').click();
  await expect(pages(page)).toContainText('Page 3 of 200');
  await expect.poll(async () => (await shownIds(page))[0]).toBe((second.at(-1) ?? 0) + 1);
  await page.goBack();
  await expect(pages(page)).toContainText('Page 2 of 200');
  await expect.poll(() => shownIds(page)).toEqual(second);
  await page.goto(`${demoServer.url}/calendars?page=4000&pageSize=25`);
  await expect(pages(page)).toContainText('Page 200 of 200');
  await expect(page.getByText("Page 4000 doesn't exist. Showing the last page, 200.")).toBeVisible();
  await expect(page).toHaveURL(/page=200/);
  await expect(table(page).getByRole('columnheader', { name: 'First ship date', exact: true })).toBeVisible();
  await button(page, 'More').click();
  await page.getByLabel('Products per page', { exact: true }).selectOption('50');
  await expect(pages(page)).toContainText('Page 100 of 100');
});

test('pages after a failed page can be opened', async ({ page }) => {
  await page.route(/\/gateway\/calendars\?.*\bpage=3&/, (route) => route.fulfill({ status: 502, body: 'no' }));
  await page.goto(`${demoServer.url}/calendars?page=2&pageSize=10`);
  await button(page, 'Next page').click();
  await expect(button(page, 'Try again')).toBeVisible();
  await expect(pages(page)).toContainText('Page 3 of 500');
  await button(page, 'Next page').click();
  await expect.poll(() => shownIds(page)).toContain(10_031);
});

test('the next page is prefetched', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/gateway/calendars?'))
      requested.push(new URL(request.url()).searchParams.get('page') ?? '');
  });
  await page.goto(`${demoServer.url}/calendars?page=7`);
  await expect(table(page)).toBeVisible();
  await expect.poll(() => requested).toEqual(['7', '8']);
  await button(page, 'Next page').click();
  await expect(pages(page)).toContainText('Page 8 of 200');
  await expect.poll(() => requested).toEqual(['7', '8', '9']);
});

test('all products are summarized, sorted and filtered by tile at once', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?quantity=100&page=3`);
  await table(page).getByRole('button', { name: 'Available today' }).click();
  await expect(page).toHaveURL(/sort=available/);
  await expect(pages(page)).toContainText('Page 1 of 200');
  const tiles = summary(page).getByRole('group', { name: 'Products by first ship date' }).getByRole('button');
  const counts = await tiles.locator('span:nth-child(2)').allTextContents();
  const total = counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
  const other = await summary(page)
    .getByText(/of another unit/)
    .textContent();
  expect(total + Number(other?.replaceAll(',', '').match(/(\d+) products/)?.[1])).toBe(5000);
  await expect(table(page).getByRole('columnheader', { name: 'Available today' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await table(page).getByRole('button', { name: 'Name' }).click();
  const names = table(page).locator('td[data-column="name"] bdi[title]');
  const isSorted = async () => {
    const shown = await names.allTextContents();
    const folded = shown.map((name) => foldText(name));
    return folded.length > 0 && folded.every((name, at) => at === 0 || (folded[at - 1] ?? '') <= name);
  };
  await expect.poll(isSorted).toBe(true);
  await summary(page)
    .getByRole('button', { name: /^Not available/ })
    .click();
  const nothing = Number(counts[5]);
  await expect(pages(page)).toContainText(`Page 1 of ${Math.ceil(nothing / 25)}`);
  await page.reload();
  await expect(pages(page)).toContainText(`Page 1 of ${Math.ceil(nothing / 25)}`);
  await page.getByRole('searchbox', { name: 'Filter products' }).fill('no such name');
  await expect(page.getByText('No products match the filter.')).toBeVisible();
  await expect(page.getByText(/^0 of [\d,]+ products$/)).toBeVisible();
  await expect(pages(page)).toHaveCount(0);
  // Undoes the tile, the sort by name, and the first sort.
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await expect(pages(page)).toContainText('Page 3 of 200');
  await page.goForward();
  await expect(page).toHaveURL(/sort=available/);
});

test('products short within two weeks take one click to find, soonest first, and sort the heatmap', async ({
  page,
}) => {
  await page.goto(`${demoServer.url}/calendars?quantity=40`);
  await summary(page)
    .getByRole('button', { name: /^Runs short/ })
    .click();
  await expect(page).toHaveURL(/tile=short-soon/);
  const dates = table(page).locator('td[data-column="fallsShort"] time');
  await expect(dates).toHaveCount(25);
  await expect(table(page).getByRole('columnheader', { name: 'Falls short on' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(dates.getByText('Now')).toHaveCount(0);
  const shown = () => dates.evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  await expect.poll(async () => (await shown()).toSorted().join() === (await shown()).join()).toBe(true);
  expect((await shown()).at(-1)! <= addDays(today, 14)).toBe(true);
  await page.getByText('Heatmap', { exact: true }).click();
  await expect(page.getByLabel('Sort by', { exact: true })).toHaveValue('fallsShort');
});

test('tiles count the products that are short now, and those that run short within some weeks', async ({ page }) => {
  const ids = Array.from({ length: 25 }, (_, index) => 10_001 + index).join();
  await page.goto(`${demoServer.url}/calendars?ids=${ids}&quantity=300`);
  const cells = table(page).locator('td[data-column="fallsShort"]');
  await expect(cells).toHaveCount(25);
  const short = summary(page).getByRole('group', { name: 'Shortages' });
  const now = await cells.getByText('Now', { exact: true }).count();
  const soon = (await cells.locator('[data-soon]').count()) - now;
  expect(Math.min(now, soon)).toBeGreaterThan(0);
  await expect(short.getByRole('button', { name: /^Short now/ })).toHaveText(new RegExp(`^Short now ${now} `));
  const runsShort = short.getByRole('button', { name: /^Runs short/ });
  await expect(runsShort).toHaveText(new RegExp(`^Runs short within 2 weeks ${soon} `));
  await runsShort.click();
  await expect(cells).toHaveCount(soon);
  await button(page, 'More').click();
  await page.getByLabel('Runs short within', { exact: true }).selectOption('8 weeks');
  await expect(page).toHaveURL(/weeks=8/);
  await expect.poll(() => cells.count()).toBeGreaterThan(soon);
  await expect(cells.getByText('Now', { exact: true })).toHaveCount(0);
});

test('which products run short is left open without a quantity', async ({ page }) => {
  await page.goto('/calendars?ids=20001,20003');
  const runsShort = summary(page).getByRole('button', { name: /^Runs short/ });
  await expect(runsShort).toHaveText('Runs short within 2 weeks – Enter a quantity');
  await runsShort.click();
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
});

/** Returns a live list of the URLs of calendar page requests. */
function recordPageRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('/gateway/calendars?') && requested.push(request.url()));
  return requested;
}

test('a list is summarized and filtered as a whole', async ({ page }) => {
  const requested = recordPageRequests(page);
  await page.goto('/calendars?ids=20001,20002,20003,29999&quantity=100&tile=max-lead-time');
  const tiles = summary(page).getByRole('group', { name: 'Products by first ship date' }).getByRole('button');
  await expect(tiles).toHaveText([
    'Today 0 0%',
    'Within 7 days 0 0%',
    'Within 30 days 1 25%',
    'Later 0 0%',
    'Max lead time only 1 25%',
    'Not available 1 25%',
    'No result 1 25%',
  ]);
  await expect.poll(() => shownIds(page)).toEqual([onOrder.productId]);
  await expect(page.getByRole('button', { name: 'Max lead time only · 100\u00a0m' })).toBeVisible();
  await tiles.nth(4).click();
  await page.getByRole('searchbox', { name: 'Filter products' }).fill('crêpe');
  await expect.poll(() => shownIds(page)).toEqual([lastRolls.productId]);
  // The tile, then the text.
  expect(requested).toHaveLength(3);
  await page.getByRole('button', { name: /^Refresh/ }).click();
  await expect.poll(() => requested.length).toBe(4);
});

test('results of another day or other stock data are grayed out until refreshed', async ({ page }) => {
  let generation = 1;
  await page.route('**/gateway/session', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    session.service.generation += generation - 1;
    session.service.dataVersion = String(session.service.generation);
    await route.fulfill({ response, json: session });
  });
  await page.route('**/gateway/calendars?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, dataVersion: String(Number(body.dataVersion) + generation - 1) },
    });
  });
  await page.clock.install();
  await page.goto(`/calendars?ids=${canvas.productId},${lastRolls.productId}`);
  const first = table(page).locator('td[data-column="first"] time').first();
  await expect(first).toHaveText(/^Today/);
  generation = 2;
  await page.clock.fastForward(60_000);
  await expect(page.getByText(/^Checked \w+ \d+\. Refresh to check again\.$/)).toBeVisible();
  await expect(first).not.toHaveText(/Today/);
  await button(page, 'Refresh').click();
  await expect(first).toHaveText(/^Today/);
  await expect(page.getByText(/Refresh to check again/)).toHaveCount(0);
});

test('a quantity is one of a unit, and products of other units are counted nowhere', async ({ page }) => {
  const kilograms = { productId: 20_001, unit: 'kg' };
  await page.route('**/gateway/calendars?*', async (route) => {
    const url = new URL(route.request().url());
    const unit = url.searchParams.get('unit') ?? 'm';
    url.searchParams.delete('unit');
    const response = await route.fetch({ url: url.href });
    const body = await response.json();
    const rows = body.rows.map((row: { product: { productId: number } }) => {
      const isOther = row.product.productId === kilograms.productId && unit !== 'kg';
      return isOther ? { ...row, result: { kind: 'other-unit' } } : row;
    });
    const units = ['m', 'kg'].map((each) => ({ unit: each, count: 1 }));
    const { tiles } = body.counts;
    const counts = { ...body.counts, tiles: { ...tiles, now: tiles.now - 1 }, otherUnit: 1 };
    await route.fulfill({ response, json: { ...body, rows, units, unit, counts } });
  });
  await page.goto(`/calendars?ids=20001,20002&quantity=40`);
  await expect(table(page).locator('td[data-column="wanted"]').first()).toContainText('Other unit');
  await expect(summary(page)).toContainText("1 product of another unit isn't counted.");
  await page.goto(`/calendars?ids=20001,20002&quantity=40&tile=max-lead-time`);
  await expect(page.getByText(/^[01] of 1 product$/)).toBeVisible();
  await page.getByRole('button', { name: 'Max lead time only · 40\u00a0m' }).click();
  await button(page, 'More').click();
  await page.getByLabel('Unit of the quantity').selectOption('kg');
  await expect(page).toHaveURL(/unit=kg/);
  await expect(table(page).locator('td[data-column="wanted"]').first()).not.toContainText('Other unit');
  await page.unrouteAll({ behavior: 'wait' });
});

test('a unit typed beside the quantity selects the products of that unit', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?ids=10001,10002,10011`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await expect(table(page)).toContainText('Horn button');
  await quantity.fill('40 Stück');
  await expect(page.getByText('40\u00a0pcs', { exact: true })).toBeVisible();
  await quantity.press('Enter');
  await expect(page).toHaveURL(/quantity=40&unit=pcs/);
  await button(page, 'More').click();
  await expect(page.getByLabel('Unit of the quantity')).toHaveValue('pcs');
  await expect(quantity).toHaveValue('40');
  await expect(summary(page)).toContainText("Counted for 40\u00a0pcs. 2 products of another unit aren't counted.");
  await quantity.fill('40 kg');
  await quantity.blur();
  await expect(page.getByText('No product is sold in kg.')).toBeVisible();
  await expect(page).toHaveURL(/quantity=40&unit=pcs/);
});

test('a small share is shown as <1%', async ({ page }) => {
  const ids = Array.from({ length: 300 }, (_, index) => 10_001 + index).join();
  await page.goto(`${demoServer.url}/calendars?ids=${ids},99999999`);
  await expect(summary(page).getByRole('button', { name: /^No result/ })).toHaveText('No result 1 <1%');
});

test('ten products fit on screen, and the header row stays visible', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${demoServer.url}/calendars?quantity=40`);
  await expect(summary(page).getByRole('button', { name: /^Runs short/ })).toBeVisible();
  await expect(table(page).getByRole('row')).toHaveCount(26);
  const foot = await pages(page).boundingBox();
  const tenth = await table(page).getByRole('row').nth(10).boundingBox();
  expect(tenth!.y + tenth!.height).toBeLessThanOrEqual(foot!.y);
  await page.mouse.wheel(0, 700);
  await expect(table(page).getByRole('columnheader', { name: 'Available today' })).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'More')).toBeInViewport({ ratio: 1 });
});

test('a phone shows the first product without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${demoServer.url}/calendars`);
  const shipDate = await table(page).locator('td[data-column="first"]').first().boundingBox();
  const foot = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  expect(shipDate!.y + shipDate!.height).toBeLessThanOrEqual(foot!.y);
});

test('a phone shows what the products are sorted by', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cells = table(page).locator('tbody tr').first().locator('td');
  await page.goto(`${demoServer.url}/calendars?quantity=50&unit=m`);
  await expect(cells.and(page.locator('[data-column="wanted"]'))).toBeVisible();
  await expect(cells.and(page.locator('[data-column="fallsShort"]'))).toBeHidden();
  await page.goto(`${demoServer.url}/calendars?quantity=50&unit=m&sort=fallsShort`);
  await expect(cells.and(page.locator('[data-column="fallsShort"]'))).toBeVisible();
  await expect(cells.and(page.locator('[data-column="maxLeadTime"]'))).toBeHidden();
});

test('Back and a reload restore focus and scroll position', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?pageSize=50`);
  const link = table(page).getByRole('link', { name: '10040', exact: true });
  await link.click();
  await expect(page).toHaveURL(/product=10040/);
  await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await page.reload();
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
});

test('a link shares a list that is too long for a URL with another user', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const ids = await showLongList(page);
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(pages(other)).toContainText('Page 1 of 10');
  await expect.poll(() => shownIds(other)).toEqual(ids.slice(0, 25));
  await button(other, 'Last page').click();
  await expect.poll(() => shownIds(other)).toEqual(ids.slice(-25));
  await other.context().close();
});

test('a link copied right after the URL changes has the new products', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/calendars');
  await button(page, 'Copy link').evaluate((copy: HTMLButtonElement) => {
    const push = window.history.pushState.bind(window.history);
    window.history.pushState = (...address) => {
      push(...address);
      setTimeout(() => copy.click());
    };
  });
  await selectLongList(page);
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.searchParams.has('list')).toBe(false);
  expect(link.hash).toMatch(/^#ids=/);
});

test('newly imported stock data is offered within a minute', async ({ page }) => {
  let isImported = false;
  let requested = 0;
  await page.route('**/gateway/session', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    if (isImported) session.service.generation += 1;
    await route.fulfill({ response, json: session });
  });
  page.on('request', (request) => void (requested += request.url().includes('/gateway/calendars') ? 1 : 0));
  await page.clock.install();
  await page.goto(`/calendars?ids=${canvas.productId}`);
  await expect(table(page)).toBeVisible();
  isImported = true;
  await page.clock.fastForward(60_000);
  const before = requested;
  await button(page, 'New stock data: refresh').click();
  await expect(button(page, 'New stock data: refresh')).toHaveCount(0);
  await expect.poll(() => requested).toBeGreaterThan(before);
});

test('a link can open the heatmap view', async ({ page }) => {
  await page.goto('/calendars?view=heatmap&quantity=100');
  const heatmap = page.getByRole('figure', { name: 'Stock heatmap', exact: true });
  await expect(heatmap).toBeVisible();
  await expect(heatmap).toHaveAttribute('aria-busy', 'false');
  const signs = await heatmap.evaluateHandle((figure) => {
    const signs: (string | null)[] = [];
    const observer = new MutationObserver(() => signs.push(figure.getAttribute('aria-busy')));
    observer.observe(figure, { attributeFilter: ['aria-busy'] });
    return signs;
  });
  await page.getByRole('radio', { name: 'Month', exact: true }).check();
  await expect.poll(() => signs.jsonValue()).toEqual(['true', 'false']);
});

test('the heatmap compares no product of another unit with the quantity', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?quantity=100&unit=m&view=heatmap&ids=10001,10011,10013`);
  const heatmap = page.getByRole('figure', { name: 'Stock heatmap', exact: true });
  await expect(heatmap).toContainText('100 m available');
  await expect(heatmap.getByRole('grid').getByText('Other unit', { exact: true })).toHaveCount(2);
  await expect(heatmap.getByRole('gridcell', { name: /of 100 kg/ })).toHaveCount(0);
});

test('hidden and moved columns persist', async ({ page }) => {
  await page.goto(`/calendars?ids=${canvas.productId}`);
  await button(page, 'More').click();
  await button(page, 'Columns').click();
  await page.getByRole('checkbox', { name: 'Territory' }).uncheck();
  await button(page, 'Move Name up').press('Enter');
  // Name is now first, so its Move up button is disabled.
  await expect(button(page, 'Move Name down')).toBeFocused();
  await page.getByRole('searchbox', { name: 'Filter products' }).focus();
  await expect(page.getByRole('list', { name: 'Columns of the table' })).toHaveCount(0);
  await page.reload();
  const headings = table(page).locator('thead th[data-column]');
  await expect(headings.first()).toContainText('Name');
  await expect(table(page).getByText('Territory')).toHaveCount(0);
});

test('Escape closes the list of columns', async ({ page }) => {
  await page.goto('/calendars');
  await button(page, 'More').click();
  await button(page, 'Columns').click();
  const list = page.getByRole('dialog', { name: 'Columns', exact: true });
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused();
});

/** A day, counted from today, as short dates are written: with the year if it isn't this one. */
function day(days: number): string {
  const date = addDays(today, days);
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year, timeZone: 'UTC' });
  return format.format(new Date(date));
}

test('a single product has no column of its territory, and nothing of it is cut', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${demoServer.url}/calendars?quantity=350&unit=m&find=10047`);
  await expect(summary(page)).toContainText('BRU_GLO');
  await expect(table(page).getByRole('columnheader', { name: 'Territory' })).toHaveCount(0);
  await expect(table(page).getByRole('button', { name: /^Chart of/ })).toBeInViewport({ ratio: 1 });
});

test('the heatmap says from when until when each product falls short', async ({ page }) => {
  const gap = page.getByRole('grid').locator(`tr:has-text("${canvas.name}") > td`).last();
  const address = `/calendars?view=heatmap&ids=${canvas.productId},${lastRolls.productId}`;
  for (const [quantity, text] of [
    [100, `Now to ${day(11)}, 1 more`],
    [70, `${day(30)} to ${day(59)}`],
    [500, `Now to ${day(99)}, then max lead time`],
    [20, '–'],
  ] as const) {
    await page.goto(`${address}&quantity=${quantity}`);
    await expect(gap).toHaveText(text);
  }
  await page.goto(`${address}&quantity=500`);
  await expect(page.getByRole('grid').locator(`tr:has-text("${lastRolls.name}") > td`).last()).toHaveText(
    'Not available',
  );
  const names = page.getByRole('grid').getByRole('rowheader');
  for (const order of [
    [lastRolls, canvas],
    [canvas, lastRolls],
  ]) {
    await page.getByRole('columnheader', { name: 'Gap' }).getByRole('button').click();
    await expect(names).toContainText(order.map(({ name }) => name));
  }
  expect(await page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollLeft)).toBe(0);
});
