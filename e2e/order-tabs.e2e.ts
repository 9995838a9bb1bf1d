import { expect } from '@playwright/test';

import { test } from './own-person.ts';
import {
  button,
  cell,
  check,
  grid,
  lines,
  openOrder,
  paste,
  saved,
  setQuantity,
  showAgain,
  waitForStoredOrder,
  orderMenu,
  orderList,
} from './order-page.ts';

test('a second tab opens the order too, and the first shows its changes when it is shown again', async ({
  page,
  context,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await expect(saved(page)).toBeVisible();

  const other = await context.newPage();
  await openOrder(other);
  await expect(cell(other, 1, 'Status')).toHaveText('In stock');
  await setQuantity(other, '7');
  await expect(cell(other, 1, 'Quantity')).toHaveText('7');
  await expect(saved(other)).toBeVisible();
  await showAgain(page);
  await expect(cell(page, 1, 'Quantity')).toHaveText('7');
  await expect(cell(page, 2, 'Status')).toHaveText('Expected');
});

test('two tabs that change one order at once keep both versions', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  // With its result, or the other tab would have one to save.
  await waitForStoredOrder(page, ['20001'], 1);
  await expect(saved(page)).toBeVisible();
  const other = await context.newPage();
  await openOrder(other);
  await expect(cell(other, 1, 'Quantity')).toHaveText('80');
  // Neither reaches the server, so the second edit meets the first in the browser.
  await context.route('**/gateway/orders/*', (route) => route.abort());
  await setQuantity(page, '7');
  await expect(page.getByText("Not saved yet: the server can't be reached.")).toBeVisible();
  await setQuantity(other, '9');
  await expect(other.getByText('This order was changed elsewhere.')).toBeVisible();
  await context.unroute('**/gateway/orders/*');
  await expect(saved(page)).toBeVisible();
  await expect(saved(other)).toBeVisible();
  await expect(cell(page, 1, 'Quantity')).toHaveText('7');
  await expect(cell(other, 1, 'Quantity')).toHaveText('9');
  await expect((await orderList(other)).getByRole('row')).toHaveCount(3);
});

test('each tab keeps its own order, through a reload too', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001']);
  const other = await context.newPage();
  await openOrder(other);
  await orderMenu(other, 'New order');
  await expect(cell(other, 1, 'Product')).toHaveText('');
  await paste(other, lines('20002\t5'));
  await expect(cell(other, 1, 'Product')).toHaveText('20002');
  await waitForStoredOrder(other, ['20002']);

  await page.reload();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await other.reload();
  await expect(cell(other, 1, 'Product')).toHaveText('20002');
});

test('lines added in another tab appear in the open order', async ({ page, context }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await waitForStoredOrder(page, ['20001']);
  const other = await context.newPage();
  await other.goto('/?product=20002&quantity=5');
  await button(other, 'Add to order').click();
  await expect(other.getByText('Added to the order')).toBeVisible();
  await showAgain(page);
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
  await page.getByLabel('Order name').fill('Stage set');
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await context.newPage();
  await other.goto(link);
  await button(other, 'Save as my order').click();
  await expect(cell(other, 2, 'Product')).toHaveText('20002');
  await expect(other.getByLabel('Order name')).toHaveValue('Stage set');
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});
