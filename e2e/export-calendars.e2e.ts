import { expect, test } from '@playwright/test';

import { addDays, todayIn } from '#lib/calendar-date.ts';

import { cellsOf, hasLibreOffice, recordsOf, sheetsByLibreOffice, sizeOfPng, wellFormed } from './read-back.ts';
import { demoServer } from './servers.ts';
import { awkwardNames, canvas, onOrder } from './stock-fixture.ts';
import {
  allowClipboard,
  choose,
  clipboard,
  fieldsOf,
  printed,
  refuseClipboard,
  rowsOnPaper,
  save,
  takeItem,
} from './take-along.ts';

const today = todayIn('UTC');
const listed = '/calendars?ids=20001,20002,20003,20004,20007&quantity=100';

interface ListedProduct {
  item: { productId: number; stock: { stockDate: string; stockQuantity: number; isMaxLeadTime: boolean }[] };
}

test('this page is taken along as the table shows it', async ({ page }) => {
  await page.goto(listed);
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const file = await save(page, 'CSV', ['This page']);
  expect(file.name).toBe(`stock-calendars-${today}.csv`);
  const records = recordsOf(file);
  const wanted = records.map((each) => [
    each.Product,
    each['Available today'],
    each['First date for 100'],
    each.Status,
    each['Dates at max lead time'],
  ]);
  expect(wanted).toEqual([
    ['20001', '80', addDays(today, 12), 'Within 30 days', ''],
    ['20002', '0', addDays(today, 45), 'Max lead time only', 'First date, First date for 100'],
    ['20003', '10.25', '', 'Nothing', ''],
    ['20004', '0', '', 'Nothing', ''],
    ['20007', '5.5', addDays(today, 8), 'Within 30 days', ''],
  ]);
  expect(records[4]?.Name).toBe(`'=HYPERLINK("http://x")`);
  expect(file.bytes.toString('utf8')).not.toContain('99999');
});

test('every entry of all products is the service’s own', async ({ page }) => {
  await page.goto('/calendars?pageSize=10');
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const records = recordsOf(await save(page, 'CSV', ['All rows', 'Calendar entries']));
  const answer = await page.request.get('/gateway/stock/calendar?page=1&pageSize=250&includeMaxLeadTime=true');
  const { results } = (await answer.json()) as { results: ListedProduct[] };
  const entries = results.flatMap(({ item }) =>
    item.stock.map(({ stockDate, stockQuantity, isMaxLeadTime }) =>
      [item.productId, stockDate, isMaxLeadTime ? '' : stockQuantity].join(' '),
    ),
  );
  expect(records.map((each) => [each.Product, each.Date, each.Available].join(' '))).toEqual(entries);
});

test('selected rows last over pages, and keep the order of the choice', async ({ page }) => {
  await page.goto('/calendars?ids=20001,20002,20003&selected=20003,20001');
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const records = recordsOf(await save(page, 'CSV', ['Selected rows']));
  expect(records.map(({ Product }) => Product)).toEqual(['20001', '20003']);
});

test('LibreOffice reads the workbook of all rows', async ({ page }) => {
  test.skip(!hasLibreOffice, 'LibreOffice (soffice) is not installed on this machine.');
  const awkward = awkwardNames.map(({ productId }) => productId);
  await page.goto(`/calendars?ids=20001,20002,20003,20004,${awkward.join(',')}&quantity=100`);
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const sheets = sheetsByLibreOffice(await save(page, 'Excel', ['All rows']));
  const [header = [], ...rows] = sheets.get('Product calendars') ?? [];
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  const later = addDays(today, 90);
  expect(column('Max lead time')).toEqual([addDays(today, 100), addDays(today, 45), '', '', later, later, later]);
  expect(column('Name').slice(4)).toEqual(awkwardNames.map(({ name }) => name));
  expect(column('SKU').slice(4)).toEqual(awkwardNames.map(({ sku }) => sku));
  const about = new Map((sheets.get('About') ?? []).map(([label = '', value = '']) => [label, value]));
  expect(about.get('Rows')).toBe('7 of 7');
  expect(about.get('Filter')).toBe('7 chosen products, for 100');
});

test('goes to the clipboard and on paper, where the browser refuses after another click or by hand', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(listed);
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Copy table' });
  const products = ['20001', '20002', '20003', '20004', '20007'];
  const copied = async () => {
    const { text, html } = await clipboard(page);
    expect(html).toContain('.sh-code{mso-number-format:"\\@"}');
    return fieldsOf(text).map(({ Product }) => Product);
  };

  await refuseClipboard(page);
  await takeItem(page, 'Copy table');
  await choose(page, ['All rows']);
  await expect(dialog.getByRole('alert')).toContainText('one more click');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Table to copy' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+c');
  expect(await copied()).toEqual(products);

  await allowClipboard(page);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied, ready to paste')).toBeVisible();
  expect(await copied()).toEqual(products);

  const report = await printed(page, ['All rows']);
  expect(report, 'thirteen columns need the page on its side').toMatch(/<article class="[^"]*wide/);
  const rows = await rowsOnPaper(page, report);
  expect(rows.map(({ Product, Name }) => [Product, Name])[0]).toEqual(['20001', 'Harbour canvas, navy']);
  expect(rows.map((row) => row['Available today'])).toEqual(['80', '0', '10.25', '0', '5.5']);
});

test('names that start with a tab or a line end run nowhere', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const names = new Map([
    [20_001, '\t=1+1'],
    [20_002, '\r@SUM(1)'],
    [20_003, '+1 %'],
  ]);
  await page.route('**/gateway/products/resolve', async (route) => {
    const response = await route.fetch();
    const { products } = (await response.json()) as { products: { productId: number; name: string }[] };
    for (const product of products) product.name = names.get(product.productId) ?? product.name;
    await route.fulfill({ response, json: { products } });
  });
  await page.goto('/calendars?ids=20001,20002,20003');
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const records = recordsOf(await save(page, 'CSV', ['All rows']));
  expect(records.map(({ Name }) => Name)).toEqual(["'\t=1+1", "'\r@SUM(1)", "'+1 %"]);
  await takeItem(page, 'Copy table');
  await choose(page, ['All rows']);
  await expect(page.getByText('Copied, ready to paste')).toBeVisible();
  const { text, html } = await clipboard(page);
  expect(fieldsOf(text).map(({ Name }) => Name)).toEqual(["' =1+1", "' @SUM(1)", "'+1 %"]);
  expect(html).not.toMatch(/<td[^>]*>\s*[=+@-][^\d<]/);
  expect(html).toContain('@SUM(1)');
});

test('a page that cannot be had is named, in the file and on screen, and asked for again', async ({ page }) => {
  let fails = true;
  await page.route(/\/gateway\/stock\/calendar\?.*page=3&/, (route) =>
    fails ? route.fulfill({ status: 503, json: { title: 'Busy', status: 503 } }) : route.continue(),
  );
  await page.goto(`${demoServer.url}/calendars`);
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  const file = await save(page, 'CSV', ['All rows']);
  expect(file.name).toBe(`stock-calendars-${today}-demo-data-incomplete.csv`);
  const records = recordsOf(file);
  expect(records).toHaveLength(4750);
  expect(records[0]?.Rows).toMatch(/^4750 of 5000; missing: Page 3 of 20/);
  await expect(page.getByRole('alert')).toContainText('4,750 of 5,000');
  fails = false;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(`stock-calendars-${today}-demo-data.csv`);
});

test('is cancelled without a file', async ({ page }) => {
  await page.route(/\/gateway\/stock\/calendar\?.*page=[2-9]/, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 2000);
    });
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${demoServer.url}/calendars`);
  await page.getByRole('table', { name: 'Product calendars' }).waitFor();
  await takeItem(page, 'CSV');
  await choose(page, ['All rows']);
  await expect(page.getByRole('progressbar', { name: 'Exporting' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
});

for (const [view, screen] of [
  ['heatmap', 'heatmap'],
  ['compare&selected=20001,20002', 'compare'],
] as const) {
  test(`the ${screen} is a picture that stands alone, and a report with it`, async ({ page }) => {
    await page.goto(`${listed}&view=${view}`);
    await page.getByRole('figure').first().waitFor();
    const svg = await save(page, 'SVG', ['White']);
    expect(svg.name).toBe(`stock-${screen}-${today}.svg`);
    const root = wellFormed(svg.bytes.toString('utf8')).documentElement;
    expect(root?.getElementsByTagName('title').item(0)?.textContent).toContain('Product');
    if (screen === 'heatmap') expect(svg.bytes.toString('utf8')).toContain('Moorland tweed, heather');
    const width = Number(root?.getAttribute('width'));
    expect(width).toBeGreaterThan(400);
    const png = await save(page, 'PNG', ['Dark']);
    expect(png.name).toBe(`stock-${screen}-${today}.png`);
    expect(sizeOfPng(png).width).toBe(Math.round(width * 2));
    const products = cellsOf(await save(page, 'Excel', ['All rows'])).map(({ Product }) => Product);
    expect(products).toEqual(['20001', '20002', '20003', '20004', '20007']);
    const report = await printed(page, [screen === 'compare' ? 'Selected rows' : 'All rows']);
    const onPaper = screen === 'compare' ? products.slice(0, 2) : products;
    expect((await rowsOnPaper(page, report)).map(({ Product }) => Product)).toEqual(onPaper);
    expect(report).toContain('<svg');
  });
}

test('a picture of a comparison has every product of it, also on scales of their own', async ({ page }) => {
  await page.goto(`${listed}&view=compare&selected=20001,20002&scale=separate`);
  await page.getByRole('figure', { name: 'Product comparison', exact: true }).waitFor();
  const svg = (await save(page, 'SVG', ['White'])).bytes.toString('utf8');
  for (const { name } of [canvas, onOrder]) expect(svg).toContain(name);
});
