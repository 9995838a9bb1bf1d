import { expect } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';

import { test } from './own-person.ts';
import {
  button,
  cell,
  check,
  waitForCheck,
  grid,
  lines,
  openOrder,
  paste,
  review,
  orderSummary,
  changeEvents,
  isOrderCheck,
  orderCheck,
  requestedLines,
  emptyOrder,
  setShipBy,
} from './order-page.ts';

const today = todayIn('UTC');

test('an unambiguous list is added and checked, and each line shows the service’s result', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', 'MT-0002\t1', '20001\t80.5', '20003\t31', '99999\t5', 'NOPE-1\t5'));
  // A product on several lines opens the review first.
  await expect(review(page)).toBeVisible();
  await review(page).getByRole('button', { name: 'Add 6 lines' }).click();
  await check(page);

  const statuses = ['In stock', 'Max lead time', 'Expected', 'Not available', 'Unknown product', 'Unknown product'];
  for (const [index, status] of statuses.entries()) {
    await expect(cell(page, index + 1, 'Status')).toHaveText(status);
  }
  await expect(cell(page, 1, 'Name')).toHaveText('Harbour canvas, navy');
  await expect(cell(page, 1, 'Unit')).toHaveText('m');
  await expect(cell(page, 1, 'Ship date').locator('time')).toHaveAttribute('datetime', addDays(today, -10));
  await expect(cell(page, 2, 'Ship date').locator('time')).toHaveAttribute('datetime', addDays(today, 45));
  // Lines of one product are promised in order: with line 1 it needs 160.5 in total.
  await expect(cell(page, 3, 'Days to ship')).toHaveText('60');
  await expect(cell(page, 3, 'Note')).toContainText('160.5\u00a0m with line 1');

  for (const [line, quantity] of [
    [1, 80],
    [3, 160.5],
  ] as const) {
    await cell(page, line, 'Ship date').click();
    await page.getByRole('link', { name: 'Open in Availability' }).click();
    await expect(page).toHaveURL(`/?product=20001&quantity=${quantity}`);
    await page.goBack();
    await expect(cell(page, line, 'Ship date')).toBeVisible();
  }

  await cell(page, 6, 'Product').click();
  await page.keyboard.type('MT-0022');
  await page.keyboard.press('Enter');
  await cell(page, 6, 'Note')
    .getByRole('button', { name: /^MT-0002/ })
    .click();
  await expect(cell(page, 6, 'Product')).toHaveText('MT-0002');
  await expect(cell(page, 6, 'Name')).toHaveText('Moorland tweed, heather');
});

test('the summary shows no complete date while lines lack a result, and its counts filter lines', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '20003\t31'));
  await check(page);
  await expect(orderSummary(page).getByLabel('First ship date', { exact: true })).toHaveAttribute(
    'datetime',
    addDays(today, -10),
  );
  await expect(orderSummary(page).locator('time')).toHaveCount(1);
  await expect(orderSummary(page)).toContainText(/^Complete on .* at max lead time without line 3; 1 of 3 today/);

  await orderSummary(page).getByRole('button', { name: 'Not available 1' }).click();
  await expect(page).toHaveURL(/show=not-available/);
  await expect(cell(page, 1, 'Product')).toHaveText('20003');
  await orderSummary(page).getByRole('button', { name: 'Not available 1' }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
});

test('the complete ship dates and the lines that delay them', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines(`20001\t80\t${addDays(today, 5)}`, `20005\t5`, '20001\t400'));
  await review(page)
    .getByRole('button', { name: /^Add 3/ })
    .click();
  await check(page);
  await expect(orderSummary(page).getByLabel('Complete ship date', { exact: true })).toHaveCount(0);
  await button(page, 'Undo').first().click();
  await expect(emptyOrder(page)).toBeVisible();

  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  const complete = orderSummary(page).getByLabel('Complete ship date', { exact: true });
  await expect(complete).toHaveAttribute('datetime', addDays(today, 3));
  await expect(
    orderSummary(page).getByLabel('Complete ship date incl. max lead time', { exact: true }),
  ).toHaveAttribute('datetime', addDays(today, 3));
  await expect(orderSummary(page)).toContainText('Line 2 (without it: today)');
});

test('a malformed list is reviewed: problems first, fixed in place, nothing lost', async ({ page }) => {
  await openOrder(page);
  await paste(
    page,
    ['Order 4711', '', 'Article\tQty', '20001\t1,234', '20002\tlots', '20003\t12', '20003\t3', 'Total\t1246'].join(
      '\n',
    ),
  );
  const dialog = review(page);
  await expect(dialog).toContainText('1 line needs attention');
  await expect(dialog.getByRole('row').nth(1)).toContainText("“lots” isn't a number.");
  await dialog.getByLabel('Quantity in line 5').fill('40 m');
  await expect(dialog).not.toContainText('needs attention');
  await dialog.getByLabel('Ship by, line 5').fill('asap');
  await expect(dialog).toContainText("“asap” isn't a date");
  await dialog.getByLabel('Ship by, line 5').fill('');
  await expect(dialog).not.toContainText("isn't a date");
  await dialog.getByRole('radio', { name: /^1\.234/ }).check();
  await dialog.getByRole('radio', { name: 'Add quantities' }).check();
  await dialog.getByRole('button', { name: 'Add 3 lines' }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(page, 1, 'Quantity')).toHaveText('1.234');
  await expect(cell(page, 2, 'Quantity')).toHaveText('40');
  await expect(cell(page, 3, 'Quantity')).toHaveText('15');

  await button(page, 'Undo').first().click();
  await expect(grid(page).getByText('20002')).toHaveCount(0);
  await button(page, 'Redo').click();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});

test('rejected lines can be exported with their reasons', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t5', '20002\t0', '20003\t-4'));
  const download = page.waitForEvent('download');
  await review(page).getByRole('button', { name: 'Download skipped lines' }).click();
  const file = await download;
  const chunks = await (await file.createReadStream()).toArray();
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text).toContain('Line,Text,Reason');
  expect(text.split('\r\n').filter((line) => /^[34],/.test(line))).toHaveLength(2);
});

test('a unit other than the product’s is shown without conversion', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t12 pcs'));
  await expect(cell(page, 1, 'Note')).toContainText('Unit is pcs in the list, but the product is sold in m.');
  await expect(cell(page, 1, 'Quantity')).toContainText('12');
});

test('an edited line loses its result at once, and only it is checked again', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '20006\t250'));
  await check(page);
  const requested = page.waitForRequest(isOrderCheck);
  await cell(page, 2, 'Quantity').click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'Status')).toHaveText('');
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  expect(requestedLines(await requested)).toEqual([{ key: 2, productId: 20002, quantity: 7000 }]);
  await waitForCheck(page);
  await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
});

test('failed lines show why, and Retry requests only those', async ({ page }) => {
  let fails = true;
  await page.route(orderCheck, async (route) => {
    if (fails) await route.fulfill({ status: 503, json: { statusCode: 503, message: 'Down for a moment' } });
    else await route.continue();
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('No result');
  await expect(cell(page, 1, 'Note')).toContainText('Down for a moment');
  fails = false;
  await button(page, 'Retry').click();
  await waitForCheck(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(button(page, 'Retry')).toHaveCount(0);
});

test('a failed recheck keeps the earlier results, shows a message, and can be retried', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await check(page);
  await page.route(orderCheck, (route) => route.fulfill({ status: 503, json: { statusCode: 503 } }));
  await button(page, 'Recheck all').click();
  await expect(page.getByText("Couldn't recheck 2 lines. Their earlier results are shown.")).toBeVisible();
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(cell(page, 1, 'Note')).toContainText("couldn't recheck. The stock service reported an error.");
  await expect(orderSummary(page).getByLabel('First ship date', { exact: true })).toHaveCount(1);
  await page.unroute(orderCheck);
  await button(page, 'Retry').click();
  await waitForCheck(page);
  await expect(button(page, 'Retry')).toHaveCount(0);
  await expect(cell(page, 1, 'Note')).not.toContainText('recheck');
});

test('a cancelled check keeps its results so far', async ({ page }) => {
  await page.route(orderCheck, () => new Promise(() => undefined));
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(page.getByRole('progressbar', { name: 'Checking', exact: true })).toBeVisible();
  await expect(cell(page, 1, 'Status')).toHaveText('Checking');
  await button(page, 'Cancel').click();
  await expect(cell(page, 1, 'Status')).toHaveText('');
});

test('a result for another quantity is never shown as a promise', async ({ page }) => {
  await page.route(orderCheck, async (route) => {
    const result = { kind: 'not-trusted', finding: { kind: 'other-quantity', quantity: 81 } } as const;
    await changeEvents(route, (event) => (event.kind === 'result' && event.key === 1 ? { ...event, result } : event));
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('Result not reliable');
  await expect(cell(page, 1, 'Ship date').locator('time')).toHaveCount(0);
  await expect(cell(page, 1, 'Note')).toContainText('another quantity: 81');
});

test('one ship-by date for all lines, and days late against it', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t100', '20006\t1'));
  await setShipBy(page, addDays(today, 5));
  await check(page);
  await expect(cell(page, 1, 'Days to ship')).toHaveText('12');
  await expect(cell(page, 1, 'Days late')).toHaveText('7');
  await expect(cell(page, 1, 'Note')).toContainText(/80\sm today, the rest .* · 20\sm short/);
  await orderSummary(page).getByRole('button', { name: 'Late 1' }).click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('100');
  await expect(grid(page).getByText('20006')).toHaveCount(0);
});

test('lines of one product are promised in list order, by ID or SKU, on screen and in exports', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', 'HC-0001\t40.5'));
  await review(page)
    .getByRole('button', { name: /^Add 2/ })
    .click();
  await check(page);
  await expect(cell(page, 1, 'Ship date')).toHaveText('Today');
  await expect(cell(page, 2, 'Ship date').locator('time')).toHaveAttribute('datetime', addDays(today, 12));
  const complete = orderSummary(page).getByLabel('Complete ship date', { exact: true });
  await expect(complete).toHaveAttribute('datetime', addDays(today, 12));
  await expect(orderSummary(page).getByRole('button', { name: 'In stock 1' })).toBeVisible();

  // Without the first line, all of the stock goes to the second.
  await cell(page, 1, 'Product').click();
  await page.keyboard.press('ControlOrMeta+-');
  await expect(cell(page, 1, 'Product')).toHaveText('HC-0001');
  await expect(cell(page, 1, 'Ship date')).toHaveText('Today');
  await expect(complete).toHaveAttribute('datetime', addDays(today, -10));
});

test('a line in another unit than its product is promised once its quantity is confirmed', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t12 pcs', '20006\t1'));
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('Unit differs');
  await expect(orderSummary(page).getByRole('button', { name: 'Unit differs 1' })).toBeVisible();
  await expect(orderSummary(page).getByLabel('Complete ship date', { exact: true })).toHaveCount(0);
  await cell(page, 1, 'Note').getByRole('button', { name: 'Use 12\u00a0m' }).click();
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(orderSummary(page).getByLabel('Complete ship date', { exact: true })).toHaveCount(1);
});

test('a late line is split into what ships on time and the rest', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines(`20001\t100\t${addDays(today, 5)}`));
  await check(page);
  await expect(cell(page, 1, 'Days late')).toHaveText('7');
  await expect(cell(page, 1, 'Note')).toContainText('80\u00a0m today, the rest');
  await cell(page, 1, 'Note').getByRole('button', { name: 'Split line' }).click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
  await expect(cell(page, 2, 'Quantity')).toHaveText('20');
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(cell(page, 2, 'Ship date').locator('time')).toHaveAttribute('datetime', addDays(today, 12));
});
