import { readFileSync } from 'node:fs';

import { expect } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';

import { expectAccessible } from './expect-accessible.ts';
import { exportFile, printFromBrowser, printReport } from './export-menu.ts';
import { movePromises, passPromises, rollPromises, showPastPromises } from './promised-moves.ts';
import { check, lines, openOrder, paste } from './order-page.ts';
import { test } from './own-person.ts';
import { partsOf, recordsOf } from './saved-files.ts';
import { stockServer } from './servers.ts';

test.use({ baseURL: stockServer.url, permissions: ['clipboard-read', 'clipboard-write'] });

test('a date copied for a customer is kept, updated and closed', async ({ page }) => {
  await page.goto('/promises');
  await expect(page.getByText('No promises yet')).toBeVisible();
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByLabel('Customer', { exact: true }).fill('Atelier Nord');
  await page.getByLabel('Reference', { exact: true }).fill('4711');
  await expect(page.getByText(/^250\sm on \w+ \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('link', { name: 'Show promises' }).click();

  const table = page.getByRole('table', { name: 'Promises' });
  const row = table.getByRole('row', { name: /Atelier Nord/ });
  await expect(row).toContainText('4711');
  await expect(row).toContainText(/On time|Due today/);
  await expectAccessible(page);
  await row.getByRole('cell', { name: '4711', exact: true }).click();
  await expect(table).toContainText('Hello,');
  await expect(table.getByRole('figure', { name: 'Stock calendar' })).toContainText('Quantity needed: 250');
  await expectAccessible(page);
  // Nothing to tell while the date holds.
  await expect(page.getByRole('button', { name: 'Copy update' })).toHaveCount(0);
  await movePromises(page, 6);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Checked. 1 of 1 open promise moved.')).toBeVisible();
  await expect(row).toContainText('6 days later');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Checked. Nothing changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy update' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Hello,\s+Order 4711, .*: now .* instead of .*\.\s+Ship date, not delivery date\.\s+Checked on .*\.$/);
  await expect(page.getByText('Copied and noted as told.')).toBeVisible();
  await expect(row).toContainText('first promised');
  await expect(table.getByText('told', { exact: true })).toHaveCount(2);
  await expect(table.getByText(/Order 4711, /)).toBeVisible();
  await table.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByText('told', { exact: true })).toHaveCount(1);
  await expect(table.getByText(/Order 4711, /)).toHaveCount(0);
  await expect(row).not.toContainText('first promised');
  await page.getByLabel('Language of the text for the customer').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Copy update' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Guten Tag,\s+Bestellung 4711, .*: jetzt .* statt .*\.\s+Versanddatum, kein Lieferdatum/);
  await expect(table.getByText('told', { exact: true })).toHaveCount(2);

  const csv = (await exportFile(page, 'CSV')).bytes.toString('utf8');
  expect(csv).toMatch(/Atelier Nord,4711,20001/);
  expect(csv).toContain(',First promised,Promised,Now,');
  const [, first = '', last = ''] = /,m,([\d-]+),([\d-]+),/.exec(csv) ?? [];
  expect(Date.parse(last) - Date.parse(first), csv).toBe(6 * 86_400_000);
  await page.getByRole('button', { name: 'Close: Shipped' }).click();
  await expect(page.getByText('No promise with this status')).toBeVisible();
  const done = page.getByRole('status').filter({ hasText: 'Shipped' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Close: Shipped' }).click();
  await expect(page.getByText('No promise with this status')).toBeVisible();
  await page.getByRole('link', { name: 'Show all promises' }).click();
  await expect(row).toContainText('Shipped');
  // It is no longer checked.
  await expect(row.getByRole('cell').nth(5)).toHaveText('–');
  await page.getByRole('radio', { name: 'Closed (1)' }).check({ force: true });
  await page.reload();
  await expect(row).toContainText('Shipped');
  await row.getByRole('button', { expanded: false }).click();
  await expect(table.getByRole('listitem').first()).toHaveText(/\d{1,2}:\d\d.*Shipped$/);
});

test('the last promise that is worse leaves the list once its customer is told, and the way back stays', async ({
  page,
}) => {
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('link', { name: 'Show promises' }).waitFor();
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    // There is no response if the page is left, or the test ends, meanwhile.
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (!response || !body) return;
    for (const { now, promised, changes } of body.promises)
      if (changes.length === 1) Object.assign(now, { kind: 'expected', date: addDays(promised.date, 6) });
      else Object.assign(now, promised);
    await route.fulfill({ response, json: body });
  });
  await page.goto('/promises?show=worse');
  await page.getByRole('button', { name: 'No customer' }).click();
  await page.getByRole('button', { name: 'Copy update' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Copied and noted as told.' });
  await expect(page.getByText('No promise with this status')).toBeVisible();
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Copy update' })).toBeVisible();
});

test('an offer that was copied is kept: its part now, and the rest later', async ({ page }) => {
  await page.goto('/?product=20001&quantity=250');
  const offer = page.getByRole('list', { name: 'Offers' }).getByRole('listitem').filter({ hasText: 'the remaining' });
  await offer.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByLabel('Customer', { exact: true }).fill('Atelier Nord');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(
    page.getByText(/^Kept as promised to Atelier Nord: 120.5\sm of Harbour canvas, navy \(HC-0001\), .*; 129.5\sm of /),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Show promises' }).click();
  const rows = page.getByRole('table', { name: 'Promises' }).getByRole('row', { name: /Atelier Nord/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'after another' })).toHaveCount(1);
});

test('the lines of an order are kept, with its customer and reference filled in', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await check(page);
  await page.getByLabel('Order name').fill('4711');
  await page.getByRole('textbox', { name: 'Customer', exact: true }).fill('Atelier Nord');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  const customers = page.getByRole('textbox', { name: 'Customer', exact: true });
  await expect(customers).toHaveCount(2);
  for (const customer of await customers.all()) await expect(customer).toHaveValue('Atelier Nord');
  await expect(page.getByLabel('Reference', { exact: true })).toHaveValue('4711');
  await expect(page.getByText('2 dates', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('link', { name: 'Show promises' }).click();
  const rows = page.getByRole('table', { name: 'Promises' }).getByRole('row', { name: /Atelier Nord/ });
  await expect(rows.filter({ hasText: '4711' })).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Moorland tweed' })).toContainText(/(max lead time.*){2}On time/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows.first().getByRole('button').getByText('4711', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Promises shown' }).selectOption('All (2)');
  await expect(page).toHaveURL(/show=all/);
  // The date now only where it is another.
  const now = (product: string) => rows.filter({ hasText: product }).locator('[data-column="now"]');
  await expect(now('Moorland tweed')).toBeHidden();
  await rollPromises(page, 3);
  await page.reload();
  await expect(rows.filter({ hasText: 'Moorland tweed' })).toContainText(/3 days later, same lead time/);
  // Its words wrap beside the customer.
  const surplus = () =>
    page.getByRole('table').evaluate(({ parentElement: at }) => (at === null ? 1 : at.scrollWidth - at.clientWidth));
  await page.setViewportSize({ width: 340, height: 844 });
  expect(await surplus()).toBeLessThanOrEqual(0);
  await expect(now('Moorland tweed')).toBeVisible();
  await expect(now('Harbour canvas')).toBeHidden();
  // The days by which its date moved on are no risk, and the same everywhere.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(rows.filter({ hasText: 'Moorland tweed' })).toContainText(/\+3.*3 days later, same lead time/);
  await rows.filter({ hasText: 'Moorland tweed' }).getByText('3 days later, same lead time').hover();
  await expect(page.getByRole('tooltip', { name: /counts from each day/ })).toBeVisible();
  await page.goto('/orders');
  const told = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /Atelier Nord/ });
  await expect(told).toContainText(/Same lead time.*→.*3 days later · max lead time · told/);
  await expect(page.getByText('order at risk')).toHaveCount(0);
  await told.getByRole('link', { name: /Atelier Nord/ }).click();
  await expect(page.getByText('Same lead time')).toBeVisible();
  await expect(page.getByRole('row', { name: /Moorland tweed/ })).toContainText('3 days later');
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/promises');
  expect((await exportFile(page, 'CSV')).bytes.toString('utf8')).toContain(',"First promised, Promised, Now"');
  await rows.first().getByRole('button').click();
  await expect(page.getByText('Product · Quantity · Ship date')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open order' })).toBeVisible();
  await expect(page.getByText(/^Moorland tweed.* · 5\sm · .*, subject to the maximum lead time$/m)).toBeVisible();

  // What moved is marked and counted alike in the list of orders and on the overview.
  await movePromises(page, 12);
  await page.goto('/orders');
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /Atelier Nord/ });
  await expect(row.getByText('2 promises at risk')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/overview');
  const atRisk = page.getByRole('region', { name: 'Orders and promises at risk' });
  await expect(atRisk.getByRole('link', { name: '1 order at risk' })).toBeVisible();
  // The order is named once, each line that moved has its own dates.
  await expect(atRisk.getByRole('row')).toHaveCount(3);
  const risk = (row: number) => atRisk.getByRole('row').nth(row).getByRole('cell');
  await expect(risk(1).nth(0)).toHaveText(/^Atelier Nord · 4711(80\sm Harbour canvas|5\sm Moorland tweed)/);
  await expect(risk(2).nth(0)).toHaveText(/^(80\sm Harbour canvas|5\sm Moorland tweed)/);
  for (const row of [1, 2]) await expect(risk(row).nth(3)).toHaveText(/^\d+ days later$/);
  await expectAccessible(page);
  const report = await printReport(page);
  expect(report).toMatch(/Orders at risk<\/\w+><\w+[^>]*>1<.*Promises at risk<\/\w+><\w+[^>]*>2</s);
  expect(report.match(/>\d+ days later</g)).toHaveLength(2);
  await atRisk.getByRole('link', { name: '1 order at risk' }).click();
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Show all orders' }).click();
  await expect(page.getByRole('link', { name: '1 order at risk' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await atRisk.getByRole('link', { name: '2 promises at risk' }).click();
  await expect(rows).toHaveCount(2);

  // Past dates that nobody closed are no risk: their list says what there is to close.
  await passPromises(page);
  await page.goto('/overview');
  await expect(atRisk.getByText('No order or promise is at risk.')).toBeVisible();
  await atRisk.getByRole('link', { name: '2 past promises' }).click();
  await expect(page).toHaveURL(/show=past/);
  await expect(rows).toHaveCount(2);
  await page.goto('/orders');
  await page.getByRole('link', { name: 'Atelier Nord' }).click();
  await expect(page.getByText('2 promised dates are past')).toBeVisible();
});

test('what is promised of a product is said beside its results', async ({ page }) => {
  await page.goto('/?product=20001&quantity=300');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText('Also promised: 300 m, 1 open')).toBeVisible();
  await expectAccessible(page);
  // The same goods may be for another customer.
  await page.reload();
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await expect(page.getByText('Already kept as promised.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep for another customer' }).click();
  await expect(page.getByLabel('Customer', { exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Keep as promise' })).toBeVisible();
  await page.goto('/?product=20001');
  await page.getByRole('link', { name: 'Also promised: 300 m, 1 open' }).click();
  await expect(page.getByText(/^Promises of /)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.goto('/?product=20002&quantity=5');
  await expect(page.getByRole('heading', { name: 'Moorland tweed, heather' })).toBeVisible();
  await expect(page.getByText('Also promised')).toHaveCount(0);
});

test('promises are found by customer, from the list and from everywhere', async ({ page }) => {
  const today = todayIn('UTC');
  for (const customer of ['Atelier Nörd', 'Bluhm'])
    await page.request.put(`${stockServer.url}/gateway/promises/letter-for-${customer.slice(0, 4)}-and-others`, {
      data: {
        customer,
        day: today,
        checkedAt: Date.now(),
        lines: [
          {
            productId: 20_001,
            product: 'Canvas',
            quantity: 10_000,
            unit: 'm',
            promised: { kind: 'expected', date: addDays(today, 12) },
          },
        ],
        text: 'Hello',
      },
      headers: { Origin: stockServer.url },
    });
  await page.goto('/promises');
  const rows = page.getByRole('table', { name: 'Promises' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const filter = page.getByRole('searchbox', { name: 'Filter promises' });
  await filter.fill('nord canvas');
  await expect(rows).toHaveText([/Atelier Nörd/]);
  await expect(page).toHaveURL(/find=nord/);
  expect(recordsOf(await exportFile(page, 'CSV')).map(({ Customer }) => Customer)).toEqual(['Atelier Nörd']);
  // Of what matches, the last one that was open is closed.
  await rows.getByRole('button', { name: 'Atelier Nörd' }).click();
  await page.getByRole('button', { name: 'Close: Ordered' }).click();
  await expect(page.getByText('No open promise matches')).toBeVisible();
  await page.getByRole('link', { name: 'Closed (1)' }).click();
  await expect(rows.first()).toHaveText(/Atelier Nörd.*Ordered/);
  await filter.fill('nobody');
  await expect(page.getByText('No promise matches the filter')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search products and pages' }).fill('bluh');
  // Before products whose names resemble it.
  await expect(page.getByRole('option').first()).toHaveText('Promises of Bluhm');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/Bluhm/]);
  await expect(filter).toHaveValue('Bluhm');
});

test('a promise kept by mistake is undone, and a failure keeps what was typed', async ({ page }) => {
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.route(/\/gateway\/promises\//, (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel('Customer', { exact: true }).fill('Atelier Nord');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Customer', { exact: true })).toHaveValue('Atelier Nord');
  await page.unroute(/\/gateway\/promises\//);
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Keep as promise' })).toBeVisible();
  await page.goto('/promises');
  await expect(page.getByText('No promises yet')).toBeVisible();
});

test('the report sums up past promises by week and product, on screen and in a file', async ({ page }) => {
  await page.goto('/promises?report=week');
  await expect(page.getByText('No past promises yet')).toBeVisible();
  const linen = { productId: 20_001, product: 'Heavy linen' };
  const tweed = { productId: 20_002, product: 'Moorland tweed', weeksAgo: 2, slip: 0 };
  await showPastPromises(page, [
    { ...linen, weeksAgo: 1, slip: 0, closed: 'shipped' },
    { ...linen, weeksAgo: 1, slip: 4 },
    tweed,
    tweed,
    // Neither one that is due today nor one that was cancelled counts.
    { ...linen, weeksAgo: 0, slip: 5 },
    { ...linen, weeksAgo: 1, slip: 9, closed: 'cancelled' },
  ]);
  await page.goto('/promises');
  await page.getByRole('radio', { name: 'Report' }).check({ force: true });
  await expect(page).toHaveURL(/report=week/);
  const report = page.getByRole('region', { name: 'Promises report' });
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures).toHaveText(
    /^On time until their date75\s?%3 of 4 promisesMedian slip4 daysof 1 later promise$/,
  );
  const table = report.getByRole('table', { name: 'Promises report' });
  const cells = async (row: number) => {
    const texts = await table.getByRole('row').nth(row).getByRole('cell').allTextContents();
    return texts.slice(1).map((text) => text.replaceAll('\u00a0', ' '));
  };
  await expect(table.getByRole('row')).toHaveCount(4);
  expect(await cells(1)).toEqual(['2', '1 50%', '1', '4 days']);
  expect(await cells(2)).toEqual(['2', '2 100%', '0', '–']);
  expect(await cells(3)).toEqual(['4', '3 75%', '1', '4 days']);
  await expect(report).toContainText('Promises whose first date is past, without cancelled ones.');
  await expectAccessible(page);

  await report.getByRole('radio', { name: 'By product' }).check({ force: true });
  await expect(page).toHaveURL(/report=product/);
  await expect(table.getByRole('row').nth(1)).toContainText('Heavy linen');
  expect(await cells(1)).toEqual(['2', '1 50%', '1', '4 days']);
  await page.reload();
  await expect(table.getByRole('row').nth(2)).toContainText('Moorland tweed');

  const download = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^stock-promises-report-by-product-/);
  const csv = readFileSync(await saved.path(), 'utf8');
  expect(csv).toMatch(/^20001,Heavy linen,2,1,50,1,4$/m);
  expect(csv).toMatch(/^20002,Moorland tweed,2,2,100,0,$/m);
  const parts = partsOf(await exportFile(page, 'Excel'));
  expect(parts.get('xl/workbook.xml')).toMatch(/"Summary".*"Promises report".*"About"/s);
  const summary = /On time until their date.*<v>75<.*>3 of 4 promises<.*>Median slip<.*On time: the last check/s;
  expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(summary);
  const { report: printed } = await printFromBrowser(page);
  expect(printed).toContain('<h1>Promises report</h1>');
  expect(printed).toContain('On time: the last check until that date still found it.');

  // A phone has it without scrolling sideways, and the way back is to the list.
  await page.setViewportSize({ width: 390, height: 844 });
  const { scrollWidth, clientWidth } = await table.evaluate(({ parentElement }) => parentElement!);
  expect(scrollWidth).toBe(clientWidth);
  await page.goBack();
  // One that was missed stays at risk.
  const shown = page.getByRole('combobox', { name: 'Promises shown' });
  await expect(shown.getByRole('option', { name: 'At risk (2)' })).toBeAttached();
  // What is still to be closed says since when.
  await shown.selectOption('Past (2)');
  await expect(page).toHaveURL(/show=past/);
  await expect(page.getByRole('table', { name: 'Promises' }).getByText(/^Past 14 days ago$/)).toHaveCount(2);
  await expect(report).toHaveCount(0);
});

test('on a phone, a promise without a customer is named by its reference, and a click anywhere opens it', async ({
  page,
}) => {
  await page.goto('/?product=20001&quantity=250');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await page.getByLabel('Reference', { exact: true }).fill('4711');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await page.getByRole('link', { name: 'Show promises' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/promises');
  await expect(page.getByRole('button', { name: '4711', exact: true })).toBeVisible();
  const phone = page.getByRole('table', { name: 'Promises' });
  await phone.getByText('Harbour canvas').filter({ visible: true }).click();
  await expect(page.getByText('Told to the customer')).toBeVisible();
});

test('the printed overview says how many promises at risk it leaves out', async ({ page }) => {
  const due = { productId: 20_001, product: 'Heavy linen', weeksAgo: -2, slip: 4 };
  await showPastPromises(
    page,
    Array.from({ length: 12 }, () => due),
  );
  await page.goto('/overview');
  await expect(page.getByRole('link', { name: '12 promises at risk' })).toBeVisible();
  // A promise leads to itself in the list, with what the customer was told.
  const atRisk = page.getByRole('region', { name: 'Orders and promises at risk' });
  await atRisk.getByRole('link', { name: 'Heavy linen' }).first().click();
  await expect(page).toHaveURL(/promises\?show=worse#/);
  await expect(page.getByText('Told to the customer')).toHaveCount(1);
  await page.goBack();
  expect(await printReport(page)).toContain('<h2>Orders and promises at risk (10 of 12)</h2>');
});

test('states a failure, with the way to try again', async ({ page }) => {
  // Until the click: another request that succeeds before it would take the button away.
  await page.route(/\/gateway\/promises/, async (route) => {
    if (await page.evaluate(() => document.documentElement.dataset.retried === undefined))
      await route.fulfill({ status: 500, json: {} });
    else await route.continue();
  });
  await page.goto('/promises');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await retry.evaluate((button) =>
    button.addEventListener('click', () => (document.documentElement.dataset.retried = ''), { capture: true }),
  );
  await retry.click();
  await expect(page.getByText('No promises yet')).toBeVisible();
});
