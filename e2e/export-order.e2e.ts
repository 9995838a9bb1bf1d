import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';

import { test } from './own-person.ts';
import { button, cell, check, lines, openOrder, paste, changeEvents, moveDates, orderCheck } from './order-page.ts';
import {
  eventsOf,
  hasLibreOffice,
  hasPoppler,
  partsOf,
  pagesOfPdf,
  pdfByLibreOffice,
  recordsOf,
  sheetsByLibreOffice,
} from './saved-files.ts';
import { clickExportItem, readClipboard, printReport, denyClipboard, rowsOfReport, exportFile } from './export-menu.ts';

const today = todayIn('UTC');
const day = (days: number) => formatDate(addDays(today, days), 'en-US', 'medium');
const order = lines('20001\t100', '20002\t5', '20003\t1000', '99999\t1', '20007\t2');

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openOrder(page);
  await paste(page, order);
  await check(page);
});

test('an order is exported with its results, line by line', async ({ page }) => {
  const file = await exportFile(page, 'CSV');
  expect(file.name).toBe(`stock-order-${today}.csv`);
  const records = recordsOf(file);
  expect(
    records.map((each) => [each.Product, each.Quantity, each['Ship date'], each['Stock date'], each.Status]),
  ).toEqual([
    ['20001', '100', addDays(today, 12), addDays(today, 12), 'Expected'],
    ['20002', '5', addDays(today, 45), addDays(today, 45), 'Max lead time'],
    ['20003', '1000', '', '', 'Not available'],
    ['99999', '1', '', '', 'Unknown product'],
    ['20007', '2', today, addDays(today, -2), 'In stock'],
  ]);
  expect(records.map((each) => each['Max lead time'])).toEqual(['', 'Max lead time', '', '', '']);
  expect(records.map((each) => each['Short by'])).toEqual(['', '', '970', '', '']);
  expect(records[4]?.Name).toBe(`'=HYPERLINK("http://x")`);
});

test('the files of an order are named after its customer and its name', async ({ page }) => {
  await page.getByLabel('Order name').fill('PO 88214');
  await page.getByRole('textbox', { name: 'Customer', exact: true }).fill('Søholt & Co.');
  expect((await exportFile(page, 'CSV')).name).toBe(`stock-order-${today}-søholt-co-po-88214.csv`);
  expect((await exportFile(page, 'Calendar file (.ics)')).name).toBe(`stock-order-${today}-søholt-co-po-88214.ics`);
});

test('only the selected lines, with the sort order and filter on screen', async ({ page }) => {
  await cell(page, 1, 'Product').click();
  await cell(page, 2, 'Product').click({ modifiers: ['Shift'] });
  const file = await exportFile(page, 'CSV', ['Selected rows']);
  expect(recordsOf(file).map(({ Product }) => Product)).toEqual(['20001', '20002']);
  await page.goto('/order?show=max-lead-time');
  await expect(cell(page, 1, 'Product')).toHaveText('20002');
  expect(recordsOf(await exportFile(page, 'CSV')).map(({ Product }) => Product)).toEqual(['20002']);
});

test('LibreOffice reads the workbook of an order', async ({ page }) => {
  test.skip(!hasLibreOffice, 'LibreOffice (soffice) is not installed on this machine.');
  const file = await exportFile(page, 'Excel');
  const sheets = sheetsByLibreOffice(file, { asShown: true });
  const [header = [], ...rows] = sheets.get('Order lines') ?? [];
  const [quantity, shipDate, name] = ['Quantity', 'Ship date', 'Name'].map((column) => header.indexOf(column));
  expect(rows.map((row) => [row[quantity ?? -1], row[shipDate ?? -1]])).toEqual([
    ['100', addDays(today, 12)],
    ['5', addDays(today, 45)],
    ['1,000', ''],
    ['1', ''],
    ['2', today],
  ]);
  expect([...sheets.keys()].toSorted()).toEqual(['About', 'Order lines', 'Summary']);
  const summary = new Map((sheets.get('Summary') ?? []).map(([label = '', value = '']) => [label, value]));
  expect(header.slice(0, 9)).toEqual([
    'Line',
    'Product',
    'Name',
    'Quantity',
    'Unit',
    'Ship by',
    'Ship date',
    'Status',
    'Note',
  ]);
  expect(summary.get('Checked')).toContain(day(0));
  expect(summary.get('First ship date')).toBe(today);
  expect(summary.get('Incomplete')).toContain('2 lines have no ship date');
  expect(summary.get('Lines')).toBe('3 of 5 with a ship date');
  expect(rows[4]?.[name ?? -1]).toBe('=HYPERLINK("http://x")');
  expect(partsOf(file).get('xl/worksheets/sheet2.xml')).toMatch(/<c r="B2"[^>]*><v>20001<\/v>/);
  if (!hasPoppler) return;
  const { pages } = pagesOfPdf(pdfByLibreOffice(file));
  const heads = ['Complete ship date, stock only', 'Quantity', 'Retrieved'];
  expect(pages.map((words) => heads.filter((head) => words.includes(head)))).toEqual(heads.map((head) => [head]));
});

test('is written for a customer without internal codes', async ({ page }) => {
  await button(page, 'Copy for customer').click();
  const unsettled = page.getByRole('dialog', { name: 'Lines without a result', exact: true });
  await expect(unsettled.getByRole('listitem')).toHaveText(['Line 4: 99999, Unknown product']);
  await unsettled.getByRole('button', { name: 'Leave out and copy' }).click();
  await expect(unsettled).toBeHidden();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const { text, html } = await readClipboard(page);
  expect(text).toContain('Harbour canvas, navy (HC-0001)\t100\u00a0m\t');
  expect(text).toContain('subject to the maximum lead time');
  expect(text).toMatch(/\tin part\tWe can ship 30\sm on .+ We can't ship the remaining 970\sm at present\./);
  expect(text).toMatch(/Checked on .+\d/);
  expect(text).not.toMatch(/20001|99999|BRU|Unknown product|not available|short/);
  expect(html).toContain('<table');

  await page.evaluate(() => navigator.clipboard.writeText(''));
  await denyClipboard(page);
  await button(page, 'Copy for customer').click();
  await unsettled.getByRole('button', { name: 'Leave out and copy' }).click();
  await expect(page.getByRole('textbox', { name: 'Order as text' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+c');
  expect(await readClipboard(page)).toEqual({ text, html });
});

test('is a workbook for a customer without anything internal', async ({ page }) => {
  await clickExportItem(page, 'For the customer (Excel)');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Lines without a result' }).getByRole('button', { name: 'Leave out' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/-customer\.xlsx$/);
  const parts = partsOf({ name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) });
  expect(parts.get('xl/workbook.xml')?.match(/<sheet [^>]*name="[^"]*"/g)).toHaveLength(1);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const all = `${sheet}${parts.get('xl/sharedStrings.xml')}`;
  for (const words of ['Harbour canvas, navy', 'HC-0001', 'Subject to the maximum lead time', 'Checked on '])
    expect(all).toContain(words);
  expect(all.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/20001|99999|BRU|\/api|Unknown product|short/);
  await expect(page.getByRole('button', { name: 'Keep as promise' })).toBeVisible();
});

test('adds its promised dates to a calendar', async ({ page }) => {
  const file = await exportFile(page, 'Calendar file (.ics)');
  expect(file.name).toBe(`stock-order-${today}.ics`);
  const events = eventsOf(file);
  expect(events.map(({ start, isDay }) => [start, isDay])).toEqual([
    [addDays(today, 12), true],
    [addDays(today, 45), true],
    [today, true],
  ]);
  expect(events[1]?.summary).toContain('subject to the maximum lead time');
});

test('is printed as a report', async ({ page }) => {
  const report = await printReport(page);
  expect(report).toContain('<thead>');
  const head = report.slice(0, report.indexOf('<table'));
  for (const words of [
    'Untitled order',
    `Complete on ${day(45)} at max lead time without lines 3 and 4; 1 of 5 on ${day(0)}`,
  ])
    expect(head).toContain(words);
  expect(report, 'a reader of the order needs no address of the service').not.toContain('/api');
  expect((await rowsOfReport(page, report)).map((row) => [row.Product, row.Quantity, row.Status])).toEqual([
    ['20001', '100', 'Expected'],
    ['20002', '5', 'Max lead time'],
    ['20003', '1,000', 'Not available'],
    ['99999', '1', 'Unknown product'],
    ['20007', '2', 'In stock'],
  ]);
});

test('a link contains the results, so that then and now are shown side by side', async ({ page, context }) => {
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.route(orderCheck, (route) =>
    changeEvents(
      route,
      moveDates(4, (key) => key === 1),
    ),
  );
  await other.goto(link);
  const first = other.getByRole('table', { name: 'Order lines' }).getByRole('row').nth(1);
  await expect(first.locator(`time[datetime="${addDays(today, 12)}"]`)).toBeVisible();
  await expect(first.locator(`time[datetime="${addDays(today, 16)}"]`)).toBeVisible();
  await expect(first).toContainText('4 days later');
  // The order is read-only, and unchanged results show the same text in both columns.
  await expect(other.getByRole('grid').or(other.getByRole('dialog'))).toHaveCount(0);
  const second = other.getByRole('table', { name: 'Order lines' }).getByRole('row').nth(2);
  const wordsOf = async (label: string) =>
    (await second.getByRole('cell').filter({ hasText: label }).textContent())?.replace(label, '');
  expect(await wordsOf('When shared')).toContain('Max lead time');
  expect(await wordsOf('Now')).toBe(await wordsOf('When shared'));
  await button(other, 'Save as my order').click();
  const previously = other.getByRole('columnheader', { name: /^Previously, \p{L}{3} \d/u });
  await expect(previously).toBeInViewport({ ratio: 1 });
  const name = previously.locator('span').first();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(
    other.getByRole('grid', { name: 'Order lines' }).locator(`time[datetime="${addDays(today, 12)}"]`),
  ).toBeVisible();
  await expect(cell(other, 1, 'Note')).toContainText('4 days later');
});
