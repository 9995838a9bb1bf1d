import { expect, test } from '@playwright/test';

import { addDays, todayIn } from '#lib/calendar-date.ts';

import { button, cell, check, finished, grid, lines, openOrder, paste, review, verdict } from './order-page.ts';

const today = todayIn('UTC');

test('a clear list goes straight in, is checked, and each line says what the service says', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', 'MT-0002\t1', '20001\t80.5', '20003\t31', '99999\t5', 'NOPE-1\t5'));
  // A product on several lines is asked about first.
  await expect(review(page)).toBeVisible();
  await review(page).getByRole('button', { name: 'Add 6 lines' }).click();
  await check(page);

  const statuses = ['In stock', 'Max lead time', 'Expected', 'Not available', 'Unknown product', 'Unknown product'];
  for (const [index, status] of statuses.entries()) {
    await expect(cell(page, index + 1, 'Status')).toHaveText(status);
  }
  await expect(cell(page, 1, 'Name')).toHaveText('Harbour canvas, navy');
  await expect(cell(page, 1, 'Unit')).toHaveText('m');
  await expect(cell(page, 1, 'Answer').locator('time')).toHaveAttribute('datetime', addDays(today, -10));
  await expect(cell(page, 2, 'Answer').locator('time')).toHaveAttribute('datetime', addDays(today, 45));
  await expect(cell(page, 3, 'Days')).toHaveText('12');
  // 160.5 of one product together is more than any of its lines.
  await expect(cell(page, 1, 'Note')).toContainText('together 160.5');
});

test('the verdict names no complete date over lines without an answer, and counts narrow the lines', async ({
  page,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '20003\t31'));
  await check(page);
  await expect(verdict(page).getByLabel('First ship date', { exact: true })).toHaveAttribute(
    'datetime',
    addDays(today, -10),
  );
  await expect(verdict(page).locator('time')).toHaveCount(1);
  await expect(verdict(page)).toContainText('not known: 1 line without an answer');

  await verdict(page).getByRole('button', { name: 'Not available 1' }).click();
  await expect(page).toHaveURL(/show=not-available/);
  await expect(cell(page, 1, 'Product')).toHaveText('20003');
  await verdict(page).getByRole('button', { name: 'Not available 1' }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
});

test('the complete dates and what holds them up', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines(`20001\t80\t${addDays(today, 5)}`, `20005\t5`, '20001\t400'));
  await review(page)
    .getByRole('button', { name: /^Add 3/ })
    .click();
  await check(page);
  await expect(verdict(page).getByLabel('Complete date', { exact: true })).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(button(page, 'Check availability')).toBeDisabled();

  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  const complete = verdict(page).getByLabel('Complete date', { exact: true });
  await expect(complete).toHaveAttribute('datetime', addDays(today, 3));
  await expect(verdict(page).getByLabel('Complete date including max lead time', { exact: true })).toHaveAttribute(
    'datetime',
    addDays(today, 3),
  );
  await expect(verdict(page)).toContainText('line 2, without it: today');
});

test('an ugly list is reviewed: problems first, fixed in place, nothing lost', async ({ page }) => {
  await openOrder(page);
  await paste(
    page,
    ['Order 4711', '', 'Article\tQty', '20001\t1,234', '20002\tlots', '20003\t12', '20003\t3', 'Total\t1246'].join(
      '\n',
    ),
  );
  const dialog = review(page);
  await expect(dialog).toContainText('1 line needs a look');
  await expect(dialog.getByRole('row').nth(1)).toContainText('The quantity “lots” is not a number.');
  await dialog.getByLabel('Quantity in line 5').fill('40 m');
  await expect(dialog).not.toContainText('needs a look');
  await dialog.getByRole('radio', { name: /^1\.234/ }).check();
  await dialog.getByRole('radio', { name: 'Add them up' }).check();
  await dialog.getByRole('button', { name: 'Add 3 lines' }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(page, 1, 'Quantity')).toHaveText('1.234');
  await expect(cell(page, 2, 'Quantity')).toHaveText('40');
  await expect(cell(page, 3, 'Quantity')).toHaveText('15');

  await button(page, 'Undo').click();
  await expect(grid(page).getByText('20002')).toHaveCount(0);
  await button(page, 'Redo').click();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});

test('refused lines can be taken home with their reasons', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t5', '20002\t0', '20003\t-4'));
  const download = page.waitForEvent('download');
  await review(page).getByRole('button', { name: 'Download refused lines' }).click();
  const file = await download;
  const chunks = await (await file.createReadStream()).toArray();
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toContain('Line,Text,Reason');
  expect(text.split('\r\n').filter((line) => /^[34],/.test(line))).toHaveLength(2);
});

test('a unit that differs from the product is shown and converts nothing', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t12 pcs'));
  await expect(cell(page, 1, 'Note')).toContainText('The list says pcs, the product is sold by m.');
  await expect(cell(page, 1, 'Quantity')).toContainText('12');
});

test('an edited line loses its answer at once, and it alone is asked again', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '20006\t250'));
  await check(page);
  await cell(page, 2, 'Quantity').click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'Status')).toHaveText('');
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');

  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/gateway/stock'),
  );
  await button(page, 'Check availability').click();
  expect((await asked).postDataJSON()).toEqual({ products: [{ productId: 20002, quantity: 7 }] });
  await finished(page);
  await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
});

test('lines that failed say why, and a retry asks for just those', async ({ page }) => {
  let fails = true;
  await page.route('**/gateway/stock', async (route) => {
    if (fails) await route.fulfill({ status: 503, json: { statusCode: 503, message: 'Down for a moment' } });
    else await route.continue();
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('Not answered');
  await expect(cell(page, 1, 'Note')).toContainText('Down for a moment');
  fails = false;
  await button(page, 'Retry').click();
  await finished(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(button(page, 'Retry')).toHaveCount(0);
});

test('a cancelled check keeps what has come', async ({ page }) => {
  await page.route('**/gateway/stock', () => new Promise(() => undefined));
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await button(page, 'Check availability').click();
  await expect(page.getByRole('progressbar', { name: 'Checking', exact: true })).toBeVisible();
  await expect(cell(page, 1, 'Status')).toHaveText('Checking');
  await button(page, 'Cancel').click();
  await expect(cell(page, 1, 'Status')).toHaveText('');
});

test('an answer for another quantity is never shown as a promise', async ({ page }) => {
  await page.route('**/gateway/stock', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.results[0].item.stockQuantity += 1;
    await route.fulfill({ response, json: body });
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('Answer not trusted');
  await expect(cell(page, 1, 'Answer').locator('time')).toHaveCount(0);
  await expect(cell(page, 1, 'Note')).toContainText('another quantity: 81');
});

test('one day for all lines, and lateness by it', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t100', '20001\t1'));
  await review(page)
    .getByRole('button', { name: /^Add 2/ })
    .click();
  await page.getByLabel('Needed by for all lines').fill(addDays(today, 5));
  await check(page);
  await expect(cell(page, 1, 'Days')).toHaveText('12, 7 late');
  await verdict(page).getByRole('button', { name: 'Late 1' }).click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('100');
  await expect(grid(page).getByText('7 late')).toHaveCount(1);
});
