import { expect } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import type { OrderEntries } from '#stock/contract/orders.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';
import { formatDateNear } from '#stock/locale-date.ts';

import { expectAccessible } from './expect-accessible.ts';
import { exportFile, printFromBrowser } from './export-menu.ts';
import { cell, check, lines, openNewOrder, openOrder, orderList, orderMenu, paste, saved } from './order-page.ts';
import { test } from './own-person.ts';
import { movePromises, passPromises } from './promised-moves.ts';
import { recordsOf } from './saved-files.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const today = todayIn('UTC');
const dayIn = (days: number) => formatDateNear(addDays(today, days), today, 'en-US', 'medium');

test('an order says which promises moved since the customer was told, and its list by how many days', async ({
  page,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20001\t40', '20006\t250'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add 3/ })
    .click();
  await check(page);
  await page.getByLabel('Order name').fill('4711');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  // Below its button.
  const heading = await page.getByLabel('Order name').boundingBox();
  const keep = page.getByRole('button', { name: 'Keep as promise' });
  expect((await keep.boundingBox())?.y).toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0));
  // The customer of the order may be filled in after that.
  const customers = page.getByRole('textbox', { name: 'Customer', exact: true });
  await customers.first().fill('Atelier Nord');
  await expect(customers.last()).toHaveValue('Atelier Nord');
  await keep.click();
  await expect(page.getByText(`Kept as promised to Atelier Nord: 3 lines, the last ${dayIn(12)}`)).toBeVisible();
  await expect(saved(page)).toBeVisible();
  const holds = page.getByText(`Promised ${dayIn(12)} · told ${dayIn(0)} · As promised`);
  await expect(holds.getByRole('link')).toHaveAttribute('href', /^\/promises\?order=.*&show=all$/);

  await movePromises(page, 27, [20_001]);
  await page.reload();
  const told = page.getByRole('status').filter({ hasText: 'promises moved' });
  await expect(told).toContainText(
    `2 of 3 open promises moved since the customer was told on ${dayIn(0)}: Line 1 ${dayIn(0)} → ${dayIn(17)}, Line 2 ${dayIn(12)} → ${dayIn(39)}`,
  );
  await expect(told.getByRole('button', { name: /^Line/ })).toHaveText(['Line 1', 'Line 2']);
  await expect(holds).toHaveCount(0);
  await expect(cell(page, 1, 'Promised')).toHaveText(dayIn(0));
  await expect(cell(page, 3, 'Promised')).toHaveText(dayIn(3));
  // Another quantity ships later than promised.
  await expect(cell(page, 2, 'Promised')).not.toHaveAttribute('data-bad');
  await cell(page, 2, 'Quantity').click();
  await page.keyboard.type('4000');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'Promised')).toHaveAttribute('data-bad');
  await expect(cell(page, 2, 'Promised')).toHaveText(/ \d+ days? later$|\d\d+ days? later$/);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(cell(page, 2, 'Promised')).not.toHaveAttribute('data-bad');
  await expectAccessible(page);

  const list = await orderList(page);
  const columns = ['Customer or name', 'State', 'Complete ship date promised', 'Complete ship date'];
  await expect(list.getByRole('columnheader').filter({ hasText: /./ })).toContainText(columns);
  const cells = list.getByRole('row', { name: /Atelier Nord/ }).getByRole('cell');
  await expect(cells.nth(0)).toHaveText(/^Atelier Nord · 47113 lines · checked \d+:\d\d/);
  await expect(cells.nth(1)).toHaveText('2 of 3 open promises at risk');
  await expect(cells.nth(2)).toContainText(`${dayIn(12)} → ${dayIn(39)}27 days later · told ${dayIn(0)}`);
  const [exported] = recordsOf(await exportFile(page, 'CSV'));
  expect(exported).toMatchObject({
    Customer: 'Atelier Nord',
    Order: '4711',
    Lines: '3',
    State: '2 of 3 open promises at risk',
    'Told on': today,
    'Complete ship date promised': addDays(today, 12),
    Now: addDays(today, 39),
    'Days later': '27',
    'Days later, worst line': '27',
  });
  expect((await printFromBrowser(page)).report).toContain('2 of 3 open promises at risk');
  // By its own check, of the present stock data.
  await expect(cells.nth(3)).toHaveText(`Complete ship date${dayIn(12)}`);
  await expectAccessible(page);

  // A line that ships later, though the order doesn't.
  await movePromises(page, 5, [20_006]);
  await page.reload();
  await expect(cells.nth(2)).toHaveText(`Promised${dayIn(12)}a line 5 days later · told ${dayIn(0)}`);
  await movePromises(page, 27, [20_001]);

  // Results of other stock data aren't shown as current.
  await page.route(/\/gateway\/orders$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as OrderEntries;
    for (const { summary } of body.orders) if (summary) summary.dataVersion = 'before';
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(cells.nth(3)).toHaveText(`Complete ship date${dayIn(12)}as of ${dayIn(0)}`);
  await expect(cells.nth(1)).toHaveText('2 of 3 open promises at risk');
  await page.getByRole('link', { name: '1 order at risk' }).click();
  await expect(page.getByText('1 of 1 order', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // An update ends the line.
  await page.getByRole('link', { name: 'Atelier Nord' }).click();
  await told.getByRole('button', { name: 'Copy update' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      /^Hello,\s+Your order: 4711\s+Harbour canvas, navy.*: now .* instead of [^]*Ship dates, not delivery dates\./,
    );
});

test('dates that were told without a copied text are kept as a promise', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20006\t250', '99999\t5'));
  await check(page);
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await orderMenu(page, 'Keep as promise');
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText(/^Kept as promised: 250/)).toContainText(dayIn(3));
  await expect(page.getByText(`Promised ${dayIn(3)} · told ${dayIn(0)} · As promised`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');

  await orderMenu(page, 'Keep as promise');
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  await expect(page.getByText('Already kept as promised.')).toBeVisible();

  // Another order of the product says so; its own promises aren't others.
  const others = page.getByText(/^Also promised: 250\s\S+, 1 open$/);
  await expect(others).toHaveCount(0);
  await cell(page, 1, 'Ship date').click();
  await page.getByRole('link', { name: 'Open in Availability' }).click();
  await expect(page).toHaveURL(/&order=/);
  await expect(page.getByRole('button', { name: 'Copy for customer' })).toBeVisible();
  await expect(others).toHaveCount(0);
  await page.goto('/?product=20006&quantity=250');
  await expect(others).toBeVisible();
  await openNewOrder(page);
  await paste(page, lines('20006\t25', '20001\t5'));
  await expect(others).toBeVisible();
});

test('promises whose date is past are closed together, and the list says what became of the order', async ({
  page,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t25'));
  await check(page);
  await page.getByLabel('Order name').fill('4712');
  await orderMenu(page, 'Keep as promise');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText(/^Kept as promised/)).toBeVisible();
  await expect(saved(page)).toBeVisible();
  // On the day after the last of their dates.
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    // There is no response if the page is left meanwhile.
    const response = await route.fetch().catch(() => null);
    const kept = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (response && kept) await route.fulfill({ response, json: { ...kept, today: addDays(today, 13) } });
  });
  await page.reload();
  const past = page.getByRole('status').filter({ hasText: '2 promised dates are past (Line 1, Line 2).' });
  await expect(past).toBeVisible();
  await expectAccessible(page);
  const list = await orderList(page);
  const cells = list.getByRole('row', { name: /4712/ }).getByRole('cell');
  await expect(cells.nth(1)).toContainText('2 promised dates past');
  await page.getByRole('link', { name: '4712' }).click();
  await past.getByRole('button', { name: 'Close: Cancelled' }).click();
  await page.getByRole('status').filter({ hasText: '2 promises closed: Cancelled' }).getByRole('button').click();
  await past.getByRole('button', { name: 'Close: Shipped' }).click();
  const closed = page.getByRole('status').filter({ hasText: '2 promises closed: Shipped' });
  await closed.getByRole('button', { name: 'Undo' }).click();
  await past.getByRole('button', { name: 'Close: Shipped' }).click();
  await expect(closed).toBeVisible();
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText(/^Shipped/);
  await expect(cell(page, 1, 'Status')).toHaveText('Shipped');
  await page.getByRole('link', { name: 'Shipped', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Promises' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByText('Promises of 4712')).toBeVisible();
  await page.goto('/orders');
  await expect(cells.nth(1)).toHaveText('Shipped');
  await expect(cells.nth(3)).toHaveText('');

  // Closed orders are last, also if they were changed last.
  await openNewOrder(page);
  await paste(page, lines('20006\t25'));
  await check(page);
  await expect(saved(page)).toBeVisible();
  await orderList(page);
  await page.getByRole('link', { name: '4712' }).click();
  await page.getByLabel('Order name').fill('4712 again');
  await expect(saved(page)).toBeVisible();
  await orderList(page);
  await expect(list.getByRole('row')).toContainText(['Customer or name', 'All lines have a ship date', '4712 again']);
});

test('a line of the notice is scrolled into view on a phone, with how much later it ships', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 660 });
  await openOrder(page);
  await paste(page, lines('20007\t2', '20006\t25', '20002\t5', '20001\t80'));
  await check(page);
  await orderMenu(page, 'Keep as promise');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText(/^Kept as promised/)).toBeVisible();
  await movePromises(page, 27, [20_001]);
  await page.reload();
  await page.getByRole('status').getByRole('button', { name: 'Line 4' }).click();
  const card = page.getByRole('grid', { name: 'Order lines' }).getByRole('row').filter({ hasText: '20001' });
  await expect(card).toBeInViewport({ ratio: 1 });
  await cell(page, 4, 'Quantity').click();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(card).toContainText(/Promised .* · \d+ days later/);
});

test('on a phone, the reasons to close past promises are shown on demand', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await check(page);
  await orderMenu(page, 'Keep as promise');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText(/^Kept as promised/)).toBeVisible();
  await passPromises(page);
  await page.reload();
  const shipped = page.getByRole('button', { name: 'Close: Shipped' });
  await page.getByRole('button', { name: 'Close as…' }).waitFor();
  await expect(shipped).toBeHidden();
  await page.getByRole('button', { name: 'Close as…' }).click();
  await expect(shipped).toBeVisible();
});

test('the list names one delay of an order whose past promised date doesn’t hold', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20006\t250'));
  await check(page);
  await page.getByLabel('Order name').fill('4713');
  await orderMenu(page, 'Keep as promise');
  await page.getByRole('button', { name: 'Keep as promise' }).click();
  await expect(page.getByText(/^Kept as promised/)).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    const response = await route.fetch().catch(() => null);
    const kept = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    for (const { promised, now } of kept?.promises ?? [])
      for (const result of [promised, now])
        Object.assign(result, { date: addDays(today, -2), day: addDays(today, -3) });
    if (response && kept) await route.fulfill({ response, json: kept });
  });
  await page.reload();
  await expect(cell(page, 1, 'Promised')).toHaveText(`${dayIn(-2)}5 days later`);
  const cells = (await orderList(page)).getByRole('row', { name: /4713/ }).getByRole('cell');
  await expect(cells.nth(1).locator('[data-status="outdated"]')).toHaveText('1 promised date past');
  await expect(cells.nth(2)).not.toContainText('later');
  await expect(cells.nth(3)).toContainText(`${dayIn(3)}5 days after the promised date`);
  expect(recordsOf(await exportFile(page, 'CSV'))[0]).toMatchObject({ 'Days after promise': '5' });
});
