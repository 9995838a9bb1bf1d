import { expect } from '@playwright/test';

import { Session } from '#stock/contract/gateway-responses.ts';
import { rememberedKey } from '#parts/remembered.ts';

import { signInAs, test } from './own-person.ts';
import { stockServer } from './servers.ts';
import { expectAccessible } from './expect-accessible.ts';
import {
  button,
  cell,
  check,
  grid,
  waitForStoredOrder,
  lines,
  openOrder,
  paste,
  saved,
  orderSummary,
  changeEvents,
  moveDates,
  orderCheck,
  orderMenu,
  emptyOrder,
  orderList,
} from './order-page.ts';

test('a reload restores the lines and their results', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await expect(cell(page, 2, 'Status')).toHaveText('Expected');
  await waitForStoredOrder(page, ['20001', '20006'], 2);
  await page.reload();
  await expect(cell(page, 2, 'Status')).toHaveText('Expected');
  await expect(orderSummary(page)).toContainText('Checked');
});

test('a check continues after leaving the page', async ({ page }) => {
  const gate: { open?: () => void } = {};
  const released = new Promise<void>((resolve) => (gate.open = resolve));
  await page.route(orderCheck, async (route) => {
    await released;
    await route.continue();
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 1, 'Status')).toHaveText('Checking');
  await page.getByRole('link', { name: 'Availability', exact: true }).click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/gateway/order-check'));
  gate.open?.();
  await answered;
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('link', { name: /and 1 more$/ }).click();
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
});

test('opening another order stops a check with a message', async ({ page }) => {
  await page.route(orderCheck, () => {});
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 1, 'Status')).toHaveText('Checking');
  await orderMenu(page, 'New order');
  await expect(page.getByText('The check of “Harbour canvas, navy and 1 more” stopped.')).toBeVisible();
});

test('several orders are saved by name', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await page.getByLabel('Order name').fill('Spring');
  await page.getByLabel('Customer', { exact: true }).fill('Bühnenbau Nord');
  await orderMenu(page, 'New order');
  await expect(emptyOrder(page)).toBeVisible();
  await expect(page.getByLabel('Order name')).toHaveValue('');
  await paste(page, lines('20002\t5'));
  await expect(cell(page, 1, 'Product')).toHaveText('20002');
  const orders = await orderList(page);
  await orders.getByRole('link', { name: 'Bühnenbau Nord · Spring', exact: true }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(page.getByLabel('Order name')).toHaveValue('Spring');
  await expect(page.getByLabel('Customer', { exact: true })).toHaveValue('Bühnenbau Nord');

  await orderList(page);
  await page.getByRole('button', { name: /^Delete (?!Bühnenbau)/ }).click();
  await expect(orders.getByRole('row')).toHaveCount(2);
  await expect(button(page, 'Undo')).toBeFocused();
  await page.keyboard.press('Enter');
  await orders.getByRole('link', { name: 'Moorland tweed, heather', exact: true }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20002');
});

test('the list shows what became of each order, opens it, deletes it and brings it back', async ({ page }) => {
  await page.goto('/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await button(page, 'New order').click();
  await expect(grid(page)).toBeVisible();
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 2, 'Name')).not.toBeEmpty();
  await check(page);
  await page.getByLabel('Order name').fill('Spring');
  await orderMenu(page, 'New order');
  await expect(cell(page, 1, 'Product')).toHaveText('');
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001'], 1);

  const rows = (await orderList(page)).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('All lines have a ship date');
  const spring = rows.filter({ hasText: 'Spring' });
  await expect(spring).toContainText(/2 lines.*checked \d+:\d\d/);
  await expect(spring.getByRole('cell').nth(3).locator('time')).toBeVisible();
  await expect(spring).toContainText('All lines have a ship date');
  await expectAccessible(page);

  await button(page, 'Delete Spring').click();
  await expect(rows).toHaveCount(2);
  await button(page, 'Undo').click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('link', { name: 'Spring', exact: true }).click();
  await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toHaveAttribute('aria-current', 'page');
});

test('the open order is deleted from the list with its check, and brought back', async ({ page }) => {
  await page.route(orderCheck, () => {});
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 1, 'Status')).toHaveText('Checking');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('button', { name: /^Delete .* and 1 more$/ }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();

  await page.getByRole('link', { name: 'Availability', exact: true }).click();
  await page.getByLabel('Product', { exact: true }).fill('20003');
  await page.getByLabel('Quantity', { exact: true }).fill('5');
  await page.keyboard.press('Enter');
  await button(page, 'Add to order').click();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20003');
  await expect(cell(page, 2, 'Product')).toHaveText('');
});

test('orders that an earlier version kept in the browser are saved on the server', async ({ page }) => {
  await page.goto('/healthz');
  const current = Session.parse(await (await page.request.get('/gateway/session')).json());
  const owner = rememberedKey('order', current);
  await page.evaluate(async (owner) => {
    const opening = indexedDB.open('stock-horizon', 2);
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('headers', { keyPath: 'id' }).createIndex('owner', 'owner');
      opening.result.createObjectStore('contents');
      opening.result.createObjectStore('open');
      opening.result.createObjectStore('added', { autoIncrement: true }).createIndex('order', 'order');
    });
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction(['headers', 'contents', 'added'], 'readwrite');
    const line = { key: 1, quantity: 80_000, quantityText: '80', shipBy: null, writtenUnit: '', note: '' };
    const result = { productId: 20_001, quantity: 80_000, result: { kind: 'not-available' }, settledAt: 1 };
    for (const product of ['20001', '20002']) {
      const id = `order-of-before-${product}`;
      all.objectStore('headers').put({ id, owner, name: `Spring ${product}`, changedAt: 1, lineCount: 1 });
      const check = { results: [result], calendars: [] };
      all.objectStore('contents').put({ lines: [{ ...line, product }], check, previous: null }, id);
    }
    all.objectStore('added').put({ order: 'order-of-before-20002', line: { product: '20003', quantity: null } });
    await new Promise((resolve) => all.addEventListener('complete', resolve));
    opening.result.close();
  }, owner);
  await openOrder(page);
  await waitForStoredOrder(page, ['20001']);
  await waitForStoredOrder(page, ['20002', '20003']);
});

test('an order that the browser can’t read is listed, locks no other, and is deleted', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001'], 1);
  const current = Session.parse(await (await page.request.get('/gateway/session')).json());
  await page.goto('/healthz');
  await page.evaluate(
    async (owner) => {
      const opening = indexedDB.open('stock-horizon', 3);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const all = opening.result.transaction('unsaved', 'readwrite');
      all.objectStore('unsaved').put({ id: 'a-damaged-order-of-the-test', owner, content: { name: 7, lines: null } });
      await new Promise((resolve) => all.addEventListener('complete', resolve));
      opening.result.close();
    },
    rememberedKey('order', current),
  );
  await openOrder(page);
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  const orders = await orderList(page);
  await expect(orders).toContainText("This browser's copy can't be read. Delete it.");
  await button(page, 'Delete damaged order').click();
  await expect(orders.getByRole('row')).toHaveCount(2);
  await expect(orders).not.toContainText("can't be read");
});

test('a new check is compared with the previous one', async ({ page }) => {
  let later = false;
  await page.route(orderCheck, async (route) => {
    await changeEvents(
      route,
      moveDates(later ? 4 : 0, (key) => key === 2),
    );
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  later = true;
  await button(page, 'Recheck all').click();
  await expect(orderSummary(page)).toContainText('1 line changed');
  await orderSummary(page).getByRole('button', { name: 'Line 2', exact: true }).last().click();
  await expect(cell(page, 2, 'Product')).toHaveAttribute('aria-selected', 'true');
  const weight = (line: number) =>
    cell(page, line, 'Previously')
      .locator('time')
      .evaluate((time) => getComputedStyle(time).fontWeight);
  expect([await weight(1), await weight(2)]).toEqual(['400', '600']);
  await expect(cell(page, 2, 'Note')).toContainText('4 days later');
});

test('a link opens read-only with then and now side by side, and can be saved as an order', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await orderMenu(page, 'New order');
  await paste(page, lines('20003\t3'));
  await waitForStoredOrder(page, ['20003']);

  const other = await context.newPage();
  await other.goto(link);
  const second = other.getByRole('table', { name: 'Order lines' }).getByRole('row').nth(2);
  await expect(second.getByRole('cell').nth(4)).toContainText('Expected');
  await expect(second.getByRole('cell').nth(5)).toContainText('Expected');
  await expect(orderSummary(other)).toContainText('When shared');
  await expect(orderSummary(other).getByLabel('Complete ship date', { exact: true })).toBeVisible();
  expect(await orderSummary(other).textContent()).toMatch(/\d in \d+ days/);
  await expect(other.getByRole('grid')).toHaveCount(0);
  await expect(other.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(other);
  await button(other, 'Save as my order').click();
  await expect(other).not.toHaveURL(/#share/);
  await expect(cell(other, 2, 'Product')).toHaveText('20006');
  await expect(cell(other, 2, 'Status')).toHaveText('Expected');
  await expect((await orderList(other)).getByRole('row')).toHaveCount(4);
});

test('what a link claims is marked as the sender’s, and is nowhere taken for a result', async ({ page, browser }) => {
  const origin = new URL(stockServer.url).origin;
  const id = `forged-order-${Date.now()}`;
  const { today } = Session.parse(await (await page.request.get('/gateway/session')).json()).service;
  const quantity = 250_000;
  const claimed = { productId: 20_006, quantity, kind: 'in-stock', date: today, checkedAt: Date.now() };
  const note = 'In stock, confirmed for today';
  const content = {
    name: 'Forged',
    lines: [{ key: 1, product: '20006', quantity, note }],
    checks: [{ day: today, dataVersion: '1', results: [claimed] }],
    previous: { checkedAt: 1, results: [{ ...claimed, key: 1, checkedAt: undefined }] },
    summary: { day: today, checkedAt: 1, complete: { kind: 'in-stock', date: today }, open: 0, late: 0 },
  };
  const put = await page.request.put(`/gateway/orders/${id}`, {
    data: content,
    headers: { Origin: origin, 'If-None-Match': '*' },
  });
  expect(put.status()).toBe(201);
  const share = await page.request.post(`/gateway/orders/${id}/shares`, {
    data: { days: 30 },
    headers: { Origin: origin },
  });
  const { key } = (await share.json()) as { key: string };

  const context = await browser.newContext();
  await signInAs(context, `${id} of another person`);
  const other = await context.newPage();
  await other.goto(`${stockServer.url}/order#share=${key}`);
  await expect(other.getByText("Read-only order from a link, with the sender's results")).toBeVisible();
  const table = other.getByRole('table', { name: 'Order lines' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Line',
    'Product',
    'Quantity',
    'Ship by',
    'When shared',
    'Now',
    'Note',
  ]);
  const line = table.getByRole('row').nth(1).getByRole('cell');
  await expect(line.nth(4)).toContainText('In stock');
  await expect(line.nth(5)).toContainText('Expected');
  await expect(line.nth(6).getByText(`Sender: ${note}`, { exact: true })).toBeVisible();
  // The claim is nowhere but there.
  const dates = orderSummary(other)
    .getByRole('row')
    .filter({ hasText: 'Complete ship date, stock only' })
    .getByRole('cell');
  await expect(dates.nth(1)).toContainText(/in \d+ days/);
  expect(await dates.nth(1).textContent()).not.toBe(await dates.nth(0).textContent());
  await expectAccessible(other);

  await button(other, 'Save as my order').click();
  await expect(cell(other, 1, 'Status')).toHaveText('Expected');
  await context.close();
});

test('a link that was revoked, and one of an earlier version, say in one sentence that they can’t be opened', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(button(other, 'Save as my order')).toBeVisible();

  await orderMenu(page, 'Links to this order');
  const links = page.getByRole('list', { name: 'Links to this order' });
  await links.getByRole('button', { name: /^Revoke link of / }).click();
  await expect(page.getByText('No valid links')).toBeVisible();
  await other.reload();
  await expect(other.getByText("This link can't be opened")).toBeVisible();
  await expect(other.getByText('It is unknown, has expired, was revoked, or is of another market.')).toBeVisible();
  await expectAccessible(other);

  const old = await context.newPage();
  await old.goto('/order#order=q1YqU7JSSlTSUcrJzEstVrKKro7VUUosLs5Myy9SsjIw0AEA');
  await expect(old.getByText('It was made by an earlier version. Ask the sender for a new one.')).toBeVisible();
  await button(old, 'Go to Orders').click();
  await expect(cell(old, 1, 'Product')).toHaveText('20001');
});

test('other screens add to the order', async ({ page }) => {
  await page.goto('/?product=20001&quantity=80');
  await button(page, 'Add to order').click();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
  await page.goto('/products/20002?quantity=5');
  await button(page, 'Add to order').click();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');

  // The order is named beside the button, where others are offered.
  await page.getByLabel('Customer', { exact: true }).fill('Klein & Co.');
  await expect(saved(page)).toBeVisible();
  await page.goto('/?product=20003&quantity=7');
  await expect(button(page, 'Order: Klein & Co.')).toHaveText('Klein & Co.');
  await button(page, 'Add to order').click();
  const added = page.getByRole('status').filter({ hasText: 'Added to Klein & Co.' });
  await added.getByRole('button', { name: 'Undo' }).click();
  await expect(added).toHaveCount(0);
  await button(page, 'Order: Klein & Co.').click();
  await page.getByRole('menuitem', { name: 'New order' }).click();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20003');
  await page.goto('/?product=20004&quantity=8');
  await button(page, 'Other order').click();
  await page.getByRole('menuitem', { name: 'Klein & Co.' }).click();
  await expect(added).toBeVisible();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(cell(page, 3, 'Product')).toHaveText('20004');
});

test('the saved order is requested once, before its page is there', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001'], 1);
  const requested: string[] = [];
  page.on('request', (request) => {
    // The page before may still write the results.
    const isRead = request.method() === 'GET' && /^\/gateway\/orders\/./.test(new URL(request.url()).pathname);
    if (isRead) requested.push(request.method());
  });
  const release: (() => void)[] = [];
  await page.route(/\/order-page-[^/]*\.js/, async (route) => {
    await new Promise<void>((resolve) => release.push(resolve));
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => requested).toEqual(['GET']);
  for (const go of release) go();
  await expect(cell(page, 1, 'Name')).toHaveText('Harbour canvas, navy');
  expect(requested).toEqual(['GET']);
});

test('an order link that is only pointed at opens no order', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001'], 1);
  await page.goto('/orders');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/^\/gateway\/orders\/./.test(new URL(request.url()).pathname)) requested.push(request.method());
  });
  const link = page.getByRole('link', { name: 'Harbour canvas, navy', exact: true });
  const loaded = page.waitForResponse(/\/order-page-[^/]*\.js/);
  await link.hover();
  await loaded;
  await link.click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  expect(requested).toEqual(['GET']);
});
