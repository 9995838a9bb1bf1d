import { expect } from '@playwright/test';

import { test } from './own-person.ts';
import {
  button,
  cell,
  check,
  waitForCheck,
  grid,
  waitForStoredOrder,
  lines,
  openOrder,
  paste,
  orderCheck,
  requestedLines,
} from './order-page.ts';

test('a second tab doesn’t open an order until it takes over all of its contents', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);

  const other = await context.newPage();
  await other.goto('/order');
  await expect(other.getByText('This order is open in another tab')).toBeVisible();
  await expect(grid(other)).toHaveCount(0);
  // A note typed just before must be transferred too.
  await cell(page, 2, 'Note').click();
  await page.keyboard.type('for the stage');
  await page.keyboard.press('Enter');

  await button(other, 'Open here').click();
  await expect(cell(other, 2, 'Note')).toContainText('for the stage');
  await expect(cell(other, 1, 'Status')).toHaveText('In stock');
  await expect(page.getByText('This order was opened in another tab')).toBeVisible();
  await expect(grid(page)).toHaveCount(0);

  await cell(other, 1, 'Quantity').click();
  await other.keyboard.type('7');
  await other.keyboard.press('Enter');
  await button(page, 'Reopen here').click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('7');
  await expect(cell(page, 2, 'Status')).toHaveText('Expected');
});

test('a check that is taken over keeps its results', async ({ page, context }) => {
  const asked: number[] = [];
  await context.route(orderCheck, async (route) => {
    asked.push(...requestedLines(route.request()).map(({ productId }) => productId));
    // The first lines get results. The line added later never gets a response in this tab.
    if (asked.length > 2 && asked.length < 4) return;
    await route.continue();
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await cell(page, 3, 'Product').click();
  await page.keyboard.type('20002 x 5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 3, 'Status')).toHaveText('Checking');

  const other = await context.newPage();
  await other.goto('/order');
  await button(other, 'Open here').click();
  await expect(cell(other, 1, 'Status')).toHaveText('In stock');
  await expect(cell(other, 3, 'Status')).toHaveText('');
  await button(other, 'Check availability').click();
  await waitForCheck(other);
  await expect(cell(other, 3, 'Status')).toHaveText('Max lead time');
  // A new check requests every line again.
  expect(asked).toEqual([20_001, 20_006, 20_002, 20_001, 20_006, 20_002]);
});

test('each tab keeps its own order, through a reload too', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001']);
  const other = await context.newPage();
  await other.goto('/order');
  await button(other, 'New order').click();
  await expect(grid(other)).toBeVisible();
  await paste(other, lines('20002\t5'));
  await expect(cell(other, 1, 'Product')).toHaveText('20002');
  await waitForStoredOrder(other, ['20002']);

  await page.reload();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await other.reload();
  await expect(cell(other, 1, 'Product')).toHaveText('20002');
});

test('an order still locked by a closing page is waited for', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001']);
  const name = await page.evaluate(async () => (await navigator.locks.query()).held?.[0]?.name ?? '');
  await page.goto('/connection');
  await page.evaluate(
    (name) =>
      new Promise<void>((held) => {
        void navigator.locks.request(name, () => {
          held();
          return new Promise((released) => setTimeout(released, 1200));
        });
      }),
    name,
  );
  const other = await context.newPage();
  await openOrder(other);
  await expect(cell(other, 1, 'Product')).toHaveText('20001');
});

test('lines added in another tab appear in the open order', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001']);
  const other = await context.newPage();
  await other.goto('/?product=20002&quantity=5');
  await button(other, 'Add to order').click();
  await expect(other.getByText('Added. View order')).toBeVisible();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
  await waitForStoredOrder(page, ['20001', '20002']);
  await page.reload();
  await expect(cell(page, 2, 'Quantity')).toHaveText('5');
  await expect(grid(page).getByText('20002')).toHaveCount(1);
});

test('a link in a second tab opens next to the first tab’s order', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await button(page, 'Orders').click();
  await page.getByLabel('Order name').fill('Stage set');
  await page.keyboard.press('Escape');
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await context.newPage();
  await other.goto(link);
  await button(other, 'Save as my order').click();
  await expect(cell(other, 2, 'Product')).toHaveText('20002');
  await expect(button(other, 'Stage set')).toBeVisible();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});
