import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';

import type { OrderCheckRequest } from '#stock/contract/gateway-responses.ts';
import { type OrderContent, OrderEntries, StoredOrder } from '#stock/contract/orders.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';
import { addDays } from '#stock/calendar-date.ts';

/** Opens `/order` and waits until its products have loaded. */
export async function openOrder(page: Page): Promise<void> {
  await page.goto('/order');
  await expect(grid(page)).toBeVisible();
  await expect(page.getByText('Loading products…')).toHaveCount(0);
}

/** Opens a new order where tests share a person, whose last order `openOrder` opens. */
export async function openNewOrder(page: Page): Promise<void> {
  await page.goto('/orders');
  await button(page, 'New order').click();
  await expect(grid(page)).toBeVisible();
  await expect(page.getByText('Loading products…')).toHaveCount(0);
}

/** Chooses an item of the order's *More* menu. */
export async function orderMenu(page: Page, item: string): Promise<void> {
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Sets the ship-by date of all lines. */
export async function setShipBy(page: Page, date: string): Promise<void> {
  await orderMenu(page, 'Ship by (all lines)');
  await page.getByRole('dialog').getByLabel('Ship by', { exact: true }).fill(date);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
}

/** The instructions of an order without lines. */
export function emptyOrder(page: Page): Locator {
  return page.getByText('Paste your order lines', { exact: true });
}

/** Goes to the list of orders, and returns it. */
export async function orderList(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  return page.getByRole('table', { name: 'Orders', exact: true });
}

export function grid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Order lines', exact: true });
}

export function orderSummary(page: Page): Locator {
  return page.getByRole('region', { name: 'Order summary', exact: true });
}

export function review(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Review lines', exact: true });
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Locates the cell of a line, counted from 1, and a column whose heading starts so. */
export function cell(page: Page, line: number, column: string): Locator {
  const heading = `ancestor::*[@role="grid"]//*[@role="columnheader"][starts-with(normalize-space(.), "${column}")]`;
  return grid(page)
    .getByRole('row')
    .nth(line)
    .locator(`xpath=./*[@role="gridcell"][@aria-colindex = ${heading}/@aria-colindex]`);
}

/** Dispatches a paste of text to the focused element. */
export async function paste(page: Page, text: string, html?: string): Promise<void> {
  await page.evaluate(
    ([text, html]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text ?? '');
      if (html !== undefined) clipboardData.setData('text/html', html);
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [text, html] as const,
  );
}

export function lines(...rows: string[]): string {
  return ['Product\tQuantity\tNeeded by', ...rows].join('\n');
}

/** Waits until the lines are checked, which happens by itself. */
export async function check(page: Page): Promise<void> {
  await expect(cell(page, 1, 'Status')).not.toHaveText('');
  await waitForCheck(page);
}

export async function waitForCheck(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar', { name: 'Checking', exact: true })).toHaveCount(0);
  await expect(grid(page).getByText('Checking', { exact: true })).toHaveCount(0);
}

/** That the server has the order as it is shown. */
export function saved(page: Page): Locator {
  return page.getByText('Saved.', { exact: true });
}

/** Enters the quantity of the first line. */
export async function setQuantity(page: Page, quantity: string): Promise<void> {
  await cell(page, 1, 'Quantity').click();
  await page.keyboard.type(quantity);
  await page.keyboard.press('Enter');
}

/** Tells the page that it is shown again, which pages of tests otherwise never are. */
export async function showAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until the server has an order with exactly these products and at least this many results. */
export async function waitForStoredOrder(page: Page, products: readonly string[], answers = 0): Promise<void> {
  const isKept = ({ lines, checks }: OrderContent) =>
    lines.map(({ product }) => product).join() === products.join() &&
    checks.flatMap(({ results }) => results).length >= answers;
  await expect.poll(async () => (await savedOrders(page)).some(isKept)).toBe(true);
}

/** Returns the person's orders on the server. */
async function savedOrders(page: Page): Promise<OrderContent[]> {
  const path = new URL('/gateway/orders', page.url()).href;
  const { orders } = OrderEntries.parse(await (await page.request.get(path)).json());
  return Promise.all(
    orders.map(async ({ id }) => StoredOrder.parse(await (await page.request.get(`${path}/${id}`)).json()).content),
  );
}

/** The order check of the gateway, to be routed. */
export const orderCheck = '**/gateway/order-check';

export function isOrderCheck(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/gateway/order-check');
}

/** The lines whose results an order check requests. */
export function requestedLines(request: Request): { key: number; productId: number; quantity: number }[] {
  const { lines, keys } = request.postDataJSON() as OrderCheckRequest;
  return lines.filter(({ key }) => keys?.includes(key) ?? true);
}

/** Responds to an order check with the server's events, changed or, where null, left out. */
export async function changeEvents(route: Route, change: (event: CheckEvent) => CheckEvent | null): Promise<void> {
  const response = await route.fetch();
  const events = (await response.text()).split('\n').filter((line) => line !== '');
  const changed = events.flatMap((line) => change(JSON.parse(line) as CheckEvent) ?? []);
  const body = changed.map((event) => `${JSON.stringify(event)}\n`).join('');
  await route.fulfill({ status: response.status(), contentType: 'application/x-ndjson', body });
}

/** Moves the ship dates of some products by days. */
export function moveDates(days: number, isMoved: (key: number) => boolean = () => true) {
  return (event: CheckEvent): CheckEvent => {
    if (event.kind !== 'result' || event.result.kind !== 'result' || !isMoved(event.key)) return event;
    const { stockResult } = event.result;
    return {
      ...event,
      result: { ...event.result, stockResult: { ...stockResult, date: addDays(stockResult.date, days) } },
    };
  };
}
