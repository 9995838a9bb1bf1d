import { expect, type Browser, type Page } from '@playwright/test';

import {
  button,
  cell,
  check,
  lines,
  openOrder,
  paste,
  saved,
  setQuantity,
  showAgain,
  waitForStoredOrder,
  orderList,
} from './order-page.ts';
import { signInAs, test } from './own-person.ts';
import { stockServer } from './servers.ts';
import { canvas } from './stock-fixture.ts';

/** Opens the order of a person on another device. */
async function onOtherDevice(browser: Browser, person: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: stockServer.url, locale: 'en-US' });
  await signInAs(context, person);
  const page = await context.newPage();
  await openOrder(page);
  return page;
}

test('an order is on another device with its results, and changes of one reach the other', async ({ page, browser }, {
  testId,
  retry,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await check(page);
  await expect(saved(page)).toBeVisible();

  const other = await onOtherDevice(browser, `${testId} ${retry}`);
  await expect(cell(other, 1, 'Status')).toHaveText('In stock');
  await expect(cell(other, 2, 'Status')).toHaveText('Expected');
  await setQuantity(other, '7');
  await expect(cell(other, 1, 'Quantity')).toHaveText('7');
  await expect(saved(other)).toBeVisible();

  await showAgain(page);
  await expect(cell(page, 1, 'Quantity')).toHaveText('7');
  await other.context().close();
});

test('two devices that change one order overwrite nothing', async ({ page, browser }, { testId, retry }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await expect(saved(page)).toBeVisible();
  const other = await onOtherDevice(browser, `${testId} ${retry}`);
  await expect(cell(other, 1, 'Quantity')).toHaveText('80');
  await setQuantity(other, '7');
  await expect(saved(other)).toBeVisible();

  await setQuantity(page, '9');
  await expect(page.getByText('This order was changed elsewhere. Your version is kept as this copy.')).toBeVisible();
  await expect(cell(page, 1, 'Quantity')).toHaveText('9');
  await button(page, 'Show the other version').click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('7');
  await expect((await orderList(page)).getByRole('row')).toHaveCount(3);
  await other.context().close();
});

test('what is entered while the server can’t be reached is said, survives a reload, and is saved later', async ({
  page,
  browser,
}, { testId, retry }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await expect(saved(page)).toBeVisible();
  await page.route('**/gateway/orders/*', (route) => route.abort());
  await setQuantity(page, '9');
  await expect(page.getByText("Not saved yet: the server can't be reached.")).toBeVisible();
  await page.reload();
  await expect(cell(page, 1, 'Quantity')).toHaveText('9');
  await page.unroute('**/gateway/orders/*');
  await expect(saved(page)).toBeVisible();

  const other = await onOtherDevice(browser, `${testId} ${retry}`);
  await expect(cell(other, 1, 'Quantity')).toHaveText('9');
  await other.context().close();
});

test('sign-out leaves no order in the browser, and asks about one that the server doesn’t have', async ({ page }, {
  testId,
  retry,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await expect(saved(page)).toBeVisible();
  await page.route('**/gateway/orders/*', (route) => route.abort());
  await setQuantity(page, '9');
  await expect(page.getByText("Not saved yet: the server can't be reached.")).toBeVisible();
  await page.getByRole('button', { name: /^Preferences of/ }).click();
  await button(page, 'Sign out').click();
  await button(page, 'Keep lines and sign out').click();
  await expect(page.getByRole('dialog', { name: 'Sign in to Stock Horizon' })).toBeVisible();

  await page.unroute('**/gateway/orders/*');
  await signInAs(page.context(), `${testId} ${retry}`);
  await openOrder(page);
  await expect(cell(page, 1, 'Quantity')).toHaveText('9');
  await expect(saved(page)).toBeVisible();
  await page.getByRole('button', { name: /^Preferences of/ }).click();
  await button(page, 'Sign out').click();
  await expect(page.getByRole('dialog', { name: 'Sign in to Stock Horizon' })).toBeVisible();
  await expect(storedOrders(page)).resolves.toEqual([]);
});

/** The keys of all orders in the browser's storage. */
function storedOrders(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('stock-horizon');
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('unsaved').objectStore('unsaved').getAllKeys();
          keys.addEventListener('success', () => resolve(keys.result));
        });
      }),
  );
}

test('a damaged order is listed apart, locks no other, and can be deleted', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  // With its result: what this browser still has to send is listed by the product's ID.
  await waitForStoredOrder(page, ['20001'], 1);
  const damaged = [{ id: 'a-damaged-order-of-this-test', changedAt: Date.now() }];
  await page.route('**/gateway/orders', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), damaged } });
  });
  const problem = { type: 'urn:stock-horizon:problem:damaged-document', title: 'Damaged', status: 410 };
  await page.route('**/gateway/orders/a-damaged*', async (route) => {
    if (route.request().method() !== 'DELETE')
      return route.fulfill({ status: 410, contentType: 'application/problem+json', json: problem });
    expect(route.request().headers()['if-match']).toBe('*');
    damaged.pop();
    return route.fulfill({ status: 204 });
  });
  await page.goto('/orders');
  const row = page.getByRole('row').filter({ hasText: 'Damaged order' });
  await expect(row).toContainText("It can't be decrypted.");
  await expect(page.getByRole('row').filter({ hasText: canvas.name })).toBeVisible();
  await button(page, 'Delete damaged order').click();
  await expect(row).toHaveCount(0);
});
