import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';

import { cell, check, openOrder, review } from './order-page.ts';

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
