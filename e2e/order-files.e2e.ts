import { fileURLToPath } from 'node:url';

import { expect } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';

import { cellXml, rowXml, stylesOf, workbookFile } from '#orders/import/workbook-file.fixture.ts';

import { test } from './own-person.ts';
import { cell, check, grid, lines, openOrder, paste, review } from './order-page.ts';

const rows = [
  ['Article', 'Quantity'],
  [20_001, 80.5],
  ['MT-0002', 5],
];

test('a workbook is imported, with a choice of sheets', async ({ page }) => {
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Prices', rows: [['nothing', 'here']] },
      { name: 'Order', rows },
    ],
  });
  await openOrder(page);
  await page.getByLabel('File with order lines').setInputFiles({
    name: 'order.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(workbook),
  });
  await expect(review(page)).toContainText('order.xlsx');
  await review(page).getByLabel('Sheet').selectOption('Order');
  await review(page).getByRole('button', { name: 'Add 2 lines' }).click();
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('Expected');
  await expect(cell(page, 2, 'Name')).toHaveText('Moorland tweed, heather');
});

test('the rows that a sheet hides or strikes out are named, and included by one choice', async ({ page }) => {
  const rows = [
    rowXml(['SKU', 'Qty']),
    rowXml([20_001, 40]),
    rowXml([20_002, 500], 'hidden="1"'),
    rowXml([20_003, 7], '', 2),
    `<row>${cellXml(20_004)}${cellXml(25, 1)}</row>`,
  ];
  const file = workbookFile([{ kind: 'chartsheet', xml: null }, { xml: `<sheetData>${rows.join('')}</sheetData>` }], {
    styles: stylesOf(['0.0" kg"']),
  });
  await openOrder(page);
  await page.getByLabel('File with order lines').setInputFiles({
    name: 'order.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  await expect(review(page).getByRole('button', { name: 'Add 2 lines' })).toBeVisible();
  await expect(review(page).getByRole('row', { name: /20002/ })).toContainText('Hidden in the sheet.');
  await expect(review(page).getByRole('row', { name: /20003/ })).toContainText('Canceled: the text is struck out.');
  await expect(review(page).getByRole('row', { name: /20004/ })).toContainText('25.0 kg');
  const hidden = review(page).getByRole('radiogroup', { name: '1 line is hidden in the sheet' });
  await hidden.getByRole('radio', { name: 'Include' }).click();
  await expect(review(page).getByRole('row', { name: /20002/ })).not.toContainText('Hidden in the sheet.');
  await review(page).getByRole('button', { name: 'Add 3 lines' }).click();
  await expect(cell(page, 2, 'Quantity')).toHaveText('500');
  await expect(cell(page, 3, 'Product')).toHaveText('20004');
});

test('several sheets say how many lines they have, and are read together', async ({ page }) => {
  const file = workbookFile([
    orderSheet('Cotton', [20_001, 40]),
    orderSheet('Wool', [20_002, 5], [20_003, 6]),
    { name: 'Linen', xml: '<sheetData><row>' },
  ]);
  await openOrder(page);
  await page.getByLabel('File with order lines').setInputFiles({
    name: 'order.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  await expect(review(page)).toContainText("Couldn't read: Linen.");
  const sheets = review(page).getByLabel('Worksheet');
  await expect(sheets.getByRole('option')).toHaveText(['Cotton (1 line)', 'Wool (2 lines)', 'All sheets (3 lines)']);
  await sheets.selectOption('All sheets (3 lines)');
  await review(page).getByRole('button', { name: 'Add 3 lines' }).click();
  await expect(cell(page, 3, 'Product')).toHaveText('20003');
});

test('a struck row of a pasted table is canceled', async ({ page }) => {
  await openOrder(page);
  const html =
    '<style>.x{text-decoration:line-through}</style><table><tr><td>20001</td><td>40</td></tr><tr><td class="x">20002</td><td class="x">5</td></tr></table>';
  await paste(page, '20001\t40\n20002\t5', html);
  await expect(review(page).getByRole('row', { name: /20002/ })).toContainText('Canceled: the text is struck out.');
  await review(page).getByRole('button', { name: 'Add 1 line' }).click();
  await expect(grid(page)).not.toContainText('20002');
});

test('a struck row pasted onto lines replaces none of them', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t40\t', '20003\t5\t'));
  await cell(page, 1, 'Product').click();
  const html = '<table><tr><td>20002</td><td>8</td></tr><tr><td><s>20004</s></td><td><del>9</del></td></tr></table>';
  await paste(page, '20002\t8\n20004\t9', html);
  await expect(review(page).getByRole('row', { name: /20004/ })).toContainText('Canceled: the text is struck out.');
  await review(page).getByRole('button', { name: 'Add 1 line' }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 3, 'Product')).toHaveText('20002');
  await expect(grid(page)).not.toContainText('20004');

  await cell(page, 2, 'Product').click();
  await paste(
    page,
    '20002\t6',
    '<style>td{text-decoration:none} .x{text-decoration:line-through}</style><table><tr><td>20002</td><td>6</td></tr></table>',
  );
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});

test('a list whose rows are all returned opens the review', async ({ page }) => {
  await openOrder(page);
  await paste(page, 'SKU\tQty\tStatus\n20001\t40\treturned\n20002\t5\trefunded');
  await expect(review(page)).toContainText('“Status” is “returned”, “refunded” in 2 lines (2, 3). Leave out?');
  await review(page).getByRole('radio', { name: 'Keep' }).check();
  await review(page).getByRole('button', { name: 'Add 2 lines' }).click();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});

test('HTML under the name .xls is imported', async ({ page }) => {
  const html =
    '<table><tr><th>SKU</th><th>Price</th><th>Qty</th></tr><tr><td>20001</td><td>12</td><td>40</td></tr><tr><td>20003</td><td>9</td><td>5</td></tr></table>';
  await openOrder(page);
  await page
    .getByLabel('File with order lines')
    .setInputFiles({ name: 'order.xls', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from(html) });
  await expect(cell(page, 2, 'Product')).toHaveText('20003');
  await expect(cell(page, 1, 'Quantity')).toHaveText('40');
});

test('a Windows-1252 CSV with semicolons is imported directly', async ({ page }) => {
  await openOrder(page);
  const text = 'Artikel;Menge;Bemerkung\r\n20003;10,25;für später\r\n20001;80,5;\r\n';
  await page.getByLabel('File with order lines').setInputFiles({
    name: 'order.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  });
  await expect(cell(page, 1, 'Quantity')).toHaveText('10.25');
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
});

for (const file of ['libreoffice-order.xlsx', 'libreoffice-order.csv']) {
  test(`a file from LibreOffice is imported and checked: ${file}`, async ({ page }) => {
    await openOrder(page);
    await page
      .getByLabel('File with order lines')
      .setInputFiles(fileURLToPath(new URL(`files/${file}`, import.meta.url)));
    // The title above the header row needs a review if it could be an order line.
    const add = review(page).getByRole('button', { name: 'Add 3 lines' });
    await expect(add.or(cell(page, 2, 'Product'))).toBeVisible();
    if (await add.isVisible()) await add.click();
    await expect(cell(page, 2, 'Quantity')).toHaveText('1.234');
    await expect(cell(page, 1, 'Ship by').locator('time')).toHaveAttribute('datetime', '2031-03-17');
    await check(page);
    await expect(cell(page, 1, 'Status')).toHaveText('Expected');
    await expect(cell(page, 3, 'Status')).toHaveText('In stock');
  });
}

test('an unreadable file shows an error', async ({ page }) => {
  await openOrder(page);
  await page.getByLabel('File with order lines').setInputFiles({
    name: 'old.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  });
  await expect(page.getByText(/is password-protected or in an old format/)).toBeVisible();
});

function orderSheet(name: string, ...lines: [number, number][]): { name: string; xml: string } {
  return { name, xml: `<sheetData>${[['SKU', 'Qty'], ...lines].map((line) => rowXml(line)).join('')}</sheetData>` };
}
