import { expect, type CDPSession, type Locator } from '@playwright/test';

import { button, cell, grid, lines, openOrder, paste } from './order-page.ts';
import { test } from './own-person.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** Moves a finger from the middle of a card by some pixels. */
async function swipe(finger: CDPSession, card: Locator, across: number, down = 0): Promise<void> {
  // It may still be scrolling.
  await card.tap({ trial: true });
  const box = await card.boundingBox();
  if (box === null) throw new Error('The card is not on screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const share of [0.25, 0.5, 0.75, 1])
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + across * share, y: y + down * share }],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a line is deleted by a swipe, and comes back by Undo', async ({ page, context }) => {
  const finger = await context.newCDPSession(page);
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250', '20002\t5'));
  const cards = grid(page)
    .getByRole('row')
    .filter({ hasText: /2000\d/ });
  await expect(cards).toHaveText([/In stock/, /Expected/, /Max lead time/]);
  await cell(page, 1, 'Quantity').tap();
  await expect(page.locator('[data-active]')).toBeVisible();
  await expect(page.locator('[data-fill-handle]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const second = cards.filter({ hasText: '20006' });

  // A short swipe, and one down the page, delete nothing.
  await swipe(finger, second, -60);
  await swipe(finger, second, 20, -140);
  await expect(second).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));

  await swipe(finger, second, -180);
  await expect(page.getByText('Line 2 deleted.')).toBeVisible();
  await expect(cards).toHaveText([/20001/, /20002/]);
  // It doesn't leave what is below it to a tap that comes too late.
  await page.waitForTimeout(11_000);
  await button(page, 'Undo: Line 2 deleted.').click();
  await expect(cards).toHaveText([/20001/, /20006.*Expected/, /20002/]);
  await swipe(finger, second, -180);
  await button(page, 'Dismiss').click();
  await expect(page.getByText('Line 2 deleted.')).toHaveCount(0);
});

test('lines are entered one after another, and a tap on a quantity edits it', async ({ page }) => {
  await openOrder(page);
  await button(page, 'Line').tap();
  await page.keyboard.type('20001');
  await page.keyboard.press('Enter');
  await page.keyboard.type('80');
  await page.keyboard.press('Enter');
  await page.keyboard.type('20006');
  await page.keyboard.press('Enter');
  await page.keyboard.type('250');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 'Quantity')).toContainText('80');
  await expect(cell(page, 2, 'Quantity')).toContainText('250');

  await cell(page, 1, 'Quantity').tap();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('45');
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 'Quantity')).toContainText('80');
  // A keyboard is connected, and nothing is edited.
  await page.keyboard.type('35');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'Quantity')).toContainText('35');
});

test('a line that is entered whole is followed by the next one', async ({ page }) => {
  await openOrder(page);
  await button(page, 'Line').tap();
  const product = (row: number) => grid(page).getByLabel(`Product, row ${row}`);
  await page.keyboard.type('20001 x 80');
  await page.keyboard.press('Enter');
  await expect(product(2)).toBeFocused();
  await page.keyboard.type('20006 x 250');
  await page.getByRole('option', { name: /20006/ }).first().tap();
  await expect(product(3)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 'Quantity')).toContainText('80');
  await expect(cell(page, 2, 'Quantity')).toContainText('250');
});

test('a card says its status, its dates in an order, and deletes its line from a menu', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await expect(grid(page)).toContainText(/20006.*Expected/);
  const card = grid(page).getByRole('row').filter({ hasText: '20001' });
  const first = await card.boundingBox();
  expect(first!.y).toBeLessThan(420);
  const [quantity, date, status] = await Promise.all(
    ['Quantity', 'Ship date', 'Status'].map(async (name) => (await cell(page, 1, name).boundingBox())!),
  );
  expect(quantity!.y).toBeLessThan(date!.y);
  expect(date!.y).toBeLessThan(status!.y);
  await card.locator('[data-gutter]').tap();
  await page.getByRole('menuitem', { name: 'Delete row' }).tap();
  await expect(card).toHaveCount(0);
  const undo = button(page, 'Undo: Deleted 1 row');
  await expect(undo, 'above the bar').toBeInViewport({ ratio: 1 });
  await undo.tap();
  await expect(card).toHaveCount(1);
});

test('what is said of the selected line is above the bar', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t250'));
  await expect(grid(page)).toContainText(/20006.*Expected/);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [detail, bar] = await Promise.all(
    [page.getByRole('link', { name: 'Open in Availability' }), button(page, 'Line')].map(
      async (part) => (await part.boundingBox())!,
    ),
  );
  expect(detail!.y + detail!.height).toBeLessThanOrEqual(bar!.y);
});

test('what is typed after a tap replaces a quantity', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await cell(page, 1, 'Quantity').tap();
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'Quantity')).toHaveText('40');
});

test('a further line is edited above the bar', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t25', '20003\t10', '20004\t5', '20006\t250'));
  await expect(grid(page)).toContainText(/20006.*Expected/);
  await button(page, 'Line').tap();
  const editor = page.getByRole('combobox', { name: 'Product, row 6' });
  await expect(editor).toBeFocused();
  const [field, bar] = await Promise.all(
    [editor, button(page, 'Line')].map(async (part) => (await part.boundingBox())!),
  );
  expect(field!.y + field!.height).toBeLessThanOrEqual(bar!.y);
});

test('an empty order has its menu beside its name', async ({ page }) => {
  await openOrder(page);
  const [name, more] = await Promise.all(
    [page.getByLabel('Order name'), button(page, 'More')].map(async (part) => (await part.boundingBox())!),
  );
  expect(more!.y).toBeLessThan(name!.y + name!.height);
});

test('a suggested product leads to its quantity', async ({ page }) => {
  await openOrder(page);
  const [product, ...below] = await Promise.all(
    ['Product', 'Quantity', 'Ship by'].map(async (column) => (await cell(page, 1, column).boundingBox())!),
  );
  expect(product!.width).toBeGreaterThan(300);
  expect(Math.min(...below.map(({ y }) => y))).toBeGreaterThanOrEqual(product!.y + 44);
  await button(page, 'Line').tap();
  await page.keyboard.type('20001');
  await page.getByRole('option', { name: /20001/ }).first().tap();
  const quantity = page.getByRole('textbox', { name: 'Quantity, row 1' });
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveAttribute('placeholder', 'Quantity');
  const missing = page.getByText(/Enter a quantity/).filter({ visible: true });
  await expect(cell(page, 1, 'Name')).not.toHaveText('Loading…');
  await expect(missing).toHaveCount(0);
  await page.keyboard.press('Escape');
  await cell(page, 2, 'Product').tap();
  await cell(page, 1, 'Quantity').tap();
  await expect(missing).toHaveCount(1);
  await page.keyboard.type('80');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 'Quantity')).toContainText('80');

  await button(page, 'Line').tap();
  await page.keyboard.type('20006');
  await page.getByRole('option', { name: /20006/ }).first().tap();
  await page.keyboard.press('Escape');
  // What is filled in automatically leads to what the user fills in.
  await cell(page, 2, 'Ship date').tap();
  await page.keyboard.type('250');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(cell(page, 2, 'Quantity')).toContainText('250');
});
