import { expect, type Page } from '@playwright/test';

import type { CheckEvent } from '#stock/order/check-events.ts';

import { test } from './own-person.ts';
import {
  button,
  cell,
  check,
  waitForCheck,
  grid,
  changeEvents,
  isOrderCheck,
  orderCheck,
  requestedLines,
  waitForStoredOrder,
  lines,
  openOrder,
  paste,
  review,
} from './order-page.ts';

const lineCount = 450;
/** Of which the interrupted check has a result. */
const firstCount = 200;
const list = lines(...Array<string>(lineCount).fill('20006\t0.1'));

async function pasteAll(page: Page) {
  await paste(page, list);
  await page.getByRole('button', { name: `Add ${lineCount} lines` }).click();
  await expect(cell(page, 1, 'Name')).not.toHaveText('');
}

/** Passes on the results of the first lines only. `last` replaces the end; without it, the connection is lost. */
function passFirst(keys: number[], last: CheckEvent | null = null) {
  return (event: CheckEvent): CheckEvent | null => {
    if (event.kind === 'end') return last;
    if (event.kind !== 'result') return event.kind === 'start' ? event : null;
    if (keys.length >= firstCount) return null;
    keys.push(event.key);
    return event;
  };
}

/** Responds to the first request with the first lines only, until `answerTheRest`. Returns the keys of these lines. */
async function respondToFirstRequest(page: Page) {
  const answered: number[] = [];
  let calls = 0;
  let isOpen = false;
  await page.route(orderCheck, async (route) => {
    calls += 1;
    if (isOpen) return route.continue();
    if (calls === 1) await changeEvents(route, passFirst(answered));
  });
  return { answered, answerTheRest: () => (isOpen = true) };
}

function newGate() {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => (gate.open = resolve));
  return { opened, open: () => gate.open?.() };
}

test('closing the tab warns during a check, and not after it', async ({ page }) => {
  const gate = newGate();
  await page.route(orderCheck, async (route) => {
    await gate.opened;
    await route.continue();
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(cell(page, 1, 'Status')).toHaveText('Checking');

  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();

  gate.open();
  await waitForCheck(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('a reload during a check keeps the results, and requests only the rest', async ({ page }) => {
  await openOrder(page);
  const { answered, answerTheRest } = await respondToFirstRequest(page);
  await pasteAll(page);
  await expect(grid(page).getByText('Expected').first()).toBeVisible();
  await waitForStoredOrder(page, Array<string>(lineCount).fill('20006'), firstCount);

  page.on('dialog', (dialog) => void dialog.accept());
  const again: number[] = [];
  page.on('request', (request) => {
    if (isOrderCheck(request)) again.push(...requestedLines(request).map(({ key }) => key));
  });
  answerTheRest();
  await page.reload();
  await expect.poll(() => new Set([...answered, ...again]).size).toBe(lineCount);
  await waitForCheck(page);
  await expect(cell(page, 1, 'Status')).toHaveText('Expected');
  expect(again.filter((key) => answered.includes(key))).toEqual([]);
});

for (const screen of ['on the order', 'from another screen']) {
  test(`a check continues after a sign-in, ${screen}: nothing lost or requested twice`, async ({ page }) => {
    const answered: number[] = [];
    let isSignedOut = false;
    await page.route(/\/gateway\/(order-check|availability)/, async (route) => {
      const request = route.request();
      if (isSignedOut) return route.fulfill(signedOut);
      if (!isOrderCheck(request)) return route.fallback();
      if (answered.length > 0) {
        answered.push(...requestedLines(request).map(({ key }) => key));
        return route.continue();
      }
      // The session ends during the first response.
      isSignedOut = true;
      return changeEvents(route, passFirst(answered, { kind: 'signed-out' }));
    });
    await page.route('**/gateway/session', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      isSignedOut = false;
      return route.fulfill({ status: 200, contentType: 'application/json', body: '{}' });
    });
    await openOrder(page);
    await pasteAll(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Access token', { exact: true })).toBeVisible();
    await expect(page.getByText('Waiting for sign-in')).toBeAttached();
    if (screen === 'from another screen') {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Availability', exact: true }).click();
      await page.getByRole('combobox', { name: 'Product', exact: true }).fill('20001');
      await page.getByLabel('Quantity', { exact: true }).fill('80');
      await page.getByRole('button', { name: 'Check availability' }).click();
    }
    await dialog.getByLabel('Access token', { exact: true }).fill('a token');
    await dialog.getByLabel('Subscription key', { exact: true }).fill('a key');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog).toBeHidden();

    // The check continues on any screen.
    await expect.poll(() => answered.length).toBe(lineCount);
    expect(new Set(answered).size).toBe(lineCount);
    if (screen === 'from another screen') {
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByRole('link', { name: new RegExp(`and ${lineCount - 1} more$`) }).click();
    }
    await waitForCheck(page);
    await expect(page.getByText('No result', { exact: true })).toHaveCount(0);
    await expect(cell(page, 1, 'Status')).toHaveText('Expected');
  });
}

test('if product lookup fails, IDs are checked, other lines show why, and Retry finishes', async ({ page }) => {
  await page.route('**/gateway/products/**', (route) => route.fulfill({ status: 500, body: '' }));
  const asked: number[] = [];
  page.on('request', (request) => {
    if (isOrderCheck(request)) asked.push(...requestedLines(request).map(({ productId }) => productId));
  });
  await openOrder(page);
  await paste(page, lines('20001\t80', 'MT-0002\t5', 'Meridian lining, silver\t7'));
  // Without a catalog, a name among codes may be no product.
  await expect(review(page)).toContainText("Couldn't load product names and units.");
  await button(page, 'Add 3 lines').click();
  await check(page);
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  for (const line of [2, 3]) {
    await expect(cell(page, line, 'Status')).toHaveText('No result');
    await expect(cell(page, line, 'Note')).toContainText("Couldn't look up the product. · ");
  }
  await expect(grid(page).getByText('Loading…')).toHaveCount(0);
  expect(asked).toEqual([20_001]);

  await page.unrouteAll();
  await button(page, 'Retry').click();
  await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
  await expect(cell(page, 3, 'Status')).not.toHaveText('No result');
  await waitForCheck(page);
  await expect(cell(page, 1, 'Name')).toHaveText('Harbour canvas, navy');
  await expect(button(page, 'Retry')).toHaveCount(0);
  expect(asked).toEqual([20_001, 20_002, 20_005]);
});

test('a recheck cancelled during product lookup does not start', async ({ page }) => {
  const gate = newGate();
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await check(page);
  await page.route('**/gateway/products/resolve', async (route) => {
    await gate.opened;
    await route.continue();
  });
  const asked: number[] = [];
  page.on('request', (request) => {
    if (isOrderCheck(request)) asked.push(...requestedLines(request).map(({ productId }) => productId));
  });
  await cell(page, 2, 'Product').click();
  await page.keyboard.type('20006');
  await page.keyboard.press('Enter');
  await button(page, 'Recheck all').click();
  await expect(page.getByText('Loading products…')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByText('Loading products…')).toBeHidden();
  gate.open();
  await expect(cell(page, 2, 'Name')).not.toHaveText('Loading…');
  await expect.poll(() => asked).toEqual([20_006]);
});

const signedOut = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Sign in.' }),
};

test('a paste while the order opens, or outside its lines, is not lost', async ({ page }) => {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => (gate.open = resolve));
  await page.route('**/gateway/session', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/order');
  await expect(page.getByRole('heading', { name: 'New order', exact: true })).toBeVisible();
  await paste(page, lines('20001\t80'));
  gate.open?.();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');

  await paste(page, lines('20002\t5'));
  await review(page).getByRole('button', { name: 'Add 1 line' }).click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});
