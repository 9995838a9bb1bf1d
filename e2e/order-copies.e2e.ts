import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { expect, type Page } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';

import { test } from './own-person.ts';
import { cell, check, lines, openOrder, paste, review, orderMenu, emptyOrder, setShipBy } from './order-page.ts';
import { cellsOf, hasLibreOffice, recordsOf } from './saved-files.ts';
import { confirmChoices, readClipboard, fieldsOf, exportFile, clickExportItem } from './export-menu.ts';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

/** Copies all lines from the grid, and returns the clipboard's text. */
async function copyAll(page: Page): Promise<string> {
  await cell(page, 1, 'Product').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Returns the user's input of each line: product, quantity, ship by. */
async function inputsOf(page: Page, count: number): Promise<(string | null)[][]> {
  const rows = Array.from({ length: count }, async (_, index) => [
    await cell(page, index + 1, 'Product').textContent(),
    await cell(page, index + 1, 'Quantity').textContent(),
    await cell(page, index + 1, 'Ship by').textContent(),
  ]);
  return Promise.all(rows);
}

const shipBy = addDays(todayIn('UTC'), 40);
const list = `Product\tQuantity\tNeeded by\n20001\t80.5\t${shipBy}\n20002\t0.125\t\nML-0005\t5\t\n20003\t1031\t\n`;

test('checked lines copied from the grid paste unchanged', async ({ page }) => {
  await openOrder(page);
  await paste(page, list);
  await check(page);
  await cell(page, 2, 'Note').click();
  await page.keyboard.type('for the stage');
  await page.keyboard.press('Enter');
  const before = await inputsOf(page, 4);
  const copied = await copyAll(page);
  expect(copied.split(/\r?\n/)[0]).toBe(
    `20001\tHarbour canvas, navy\t80.5\tm\t${shipBy}\t${inDays(12)}\tExpected\t12\t\t`,
  );

  expect(copied, 'numbers are plain, as in a copied table').toMatch(/^20003\t[^\t]+\t1031\t/m);

  await orderMenu(page, 'New order');
  await expect(emptyOrder(page)).toBeVisible();
  await paste(page, copied);
  await expect(cell(page, 4, 'Product')).toHaveText('20003');
  await expect(review(page)).toHaveCount(0);
  expect(await inputsOf(page, 4)).toEqual(before);
  await expect(cell(page, 2, 'Note')).toContainText('for the stage');

  // Pasted into the blank row, the lines are appended. Pasted into other cells, they overwrite them.
  await cell(page, 5, 'Product').click();
  await paste(page, copied);
  await expect(cell(page, 8, 'Product')).toHaveText('20003');
  await cell(page, 5, 'Product').click();
  await paste(page, copied);
  await expect(cell(page, 9, 'Product')).toHaveText('');
  expect(await inputsOf(page, 8)).toEqual([...before, ...before]);
});

test('an order copied, cleared and pasted back keeps its notes, and no ship-by date for later lines', async ({
  page,
}) => {
  await openOrder(page);
  await paste(page, list);
  await setShipBy(page, addDays(todayIn('UTC'), 5));
  await check(page);
  const before = await inputsOf(page, 4);
  expect(before.every(([, , shipBy]) => shipBy !== '')).toBe(true);
  const notes = await Promise.all([1, 2, 3, 4].map((line) => cell(page, line, 'Note').textContent()));
  await copyAll(page);
  await orderMenu(page, 'Clear order');
  await expect(emptyOrder(page)).toBeVisible();
  await cell(page, 1, 'Product').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 4, 'Product')).toHaveText('20003');
  expect(await inputsOf(page, 4)).toEqual(before);
  await Promise.all(notes.map((note, index) => expect(cell(page, index + 1, 'Note')).toHaveText(note ?? '')));

  await orderMenu(page, 'Clear order');
  await paste(page, lines('20001\t80'));
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 1, 'Ship by')).toHaveText('');
  await orderMenu(page, 'Ship by (all lines)');
  await expect(page.getByRole('dialog').getByLabel('Ship by', { exact: true })).toHaveValue('');
});

test('ship dates copied without their statuses don’t become ship-by dates', async ({ page }) => {
  await openOrder(page);
  await paste(page, `20001\t80.5\n20002\t0.125`);
  await check(page);
  await cell(page, 1, 'Product').click();
  await cell(page, 2, 'Ship date').click({ modifiers: ['Shift'] });
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`\tm\t\t${inDays(12)}`);
  await cell(page, 3, 'Product').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 4, 'Product')).toHaveText('20002');
  expect(await inputsOf(page, 4)).toEqual([
    ['20001', '80.5', ''],
    ['20002', '0.125', ''],
    ['20001', '80.5', ''],
    ['20002', '0.125', ''],
  ]);

  // Via another program only plain text is left, so the dates could be ship-by dates.
  await cell(page, 5, 'Product').click();
  await paste(page, copied);
  await expect(review(page).getByText('Which column contains the ship-by date?')).toBeVisible();
});

for (const [format, quantity] of [
  ['en-US', '1031.5'],
  ['de-DE', '1031,5'],
] as const) {
  test(`numbers are copied the same from the grid and as a table: ${quantity}`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('stock-horizon.format', chosen), format);
    await openOrder(page);
    await paste(page, `Product\tQuantity\n20001\t${quantity}\n20003\t1234567\n`);
    await check(page);
    const fromGrid = (await copyAll(page)).split(/\r?\n/).map((row) => row.split('\t')[2]);
    await clickExportItem(page, 'Copy table');
    await confirmChoices(page, ['All rows']);
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const asTable = fieldsOf((await readClipboard(page)).text).map((row) => row.Quantity);
    expect([fromGrid, asTable]).toEqual([
      [quantity, '1234567'],
      [quantity, '1234567'],
    ]);
  });
}

test('an exported order states why a line is late, keeps own notes separate, and imports unchanged', async ({
  page,
}) => {
  const list = [
    'Artikel\tMenge\tTermin\tBemerkung\tPO',
    `20001\t100\t${inDays(5)}\tfor the stage\t0042`,
    `20003\t1000\t${inDays(5)}\t\t1-2`,
    '20007\t3\t\t=1+2\t',
  ];
  await openOrder(page);
  await paste(page, list.join('\n'));
  await check(page);
  const before = await inputsOf(page, 3);
  const files = [await exportFile(page, 'Excel'), await exportFile(page, 'CSV')];
  const [late, never] = recordsOf(files[1]!);
  const own = 'for the stage · 0042';
  expect(late).toMatchObject({ Status: 'Expected', 'Days late': '7', 'Short by': '20', 'Own note': own });
  expect(late?.Note).toMatch(/^for the stage · 0042 · .*80/);
  expect(never).toMatchObject({ Status: 'Not available', 'Ship date': '', 'Short by': '989.75', 'Own note': '1-2' });
  expect(cellsOf(files[0]!).map((line) => line['Own note'])).toEqual(['for the stage · 0042', '1-2', '=1+2']);
  for (const { name, bytes } of files) {
    await orderMenu(page, 'New order');
    await expect(emptyOrder(page)).toBeVisible();
    await page.getByLabel('File with order lines').setInputFiles({ name, mimeType: '', buffer: bytes });
    await expect(cell(page, 3, 'Product')).toHaveText('20007');
    await expect(review(page)).toHaveCount(0);
    expect(await inputsOf(page, 3), name).toEqual(before);
    await expect(cell(page, 1, 'Note')).toContainText('for the stage · 0042');
    await expect(cell(page, 2, 'Note')).toContainText('1-2');
    await expect(cell(page, 3, 'Note')).toContainText('=1+2');
  }
});

test('an order from LibreOffice survives a round trip through it', async ({ page }) => {
  test.skip(!hasLibreOffice, 'LibreOffice (soffice) is not installed on this machine.');
  test.slow();
  await openOrder(page);
  await chooseFile(page, fileURLToPath(new URL('files/libreoffice-order.csv', import.meta.url)));
  await expect(cell(page, 3, 'Product')).not.toHaveText('');
  await check(page);
  const before = await inputsOf(page, 3);
  const copied = await copyAll(page);

  const folder = mkdtempSync(join(tmpdir(), 'stock-horizon-office-'));
  try {
    writeFileSync(join(folder, 'copied.csv'), copied);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    // Tab-separated, double quotes, UTF-8, starting at the first line.
    const words = ['--headless', profile, '--infilter=CSV:9,34,76,1', '--convert-to', 'xlsx', '--outdir', folder];
    execFileSync('soffice', [...words, join(folder, 'copied.csv')], { stdio: 'ignore' });
    await orderMenu(page, 'New order');
    await expect(emptyOrder(page)).toBeVisible();
    await chooseFile(page, join(folder, 'copied.xlsx'));
    await expect(cell(page, 3, 'Product')).not.toHaveText('');
    expect(await inputsOf(page, 3)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function chooseFile(page: Page, path: string) {
  await page.getByLabel('File with order lines').setInputFiles(path);
}

function inDays(days: number): string {
  return addDays(todayIn('UTC'), days);
}
