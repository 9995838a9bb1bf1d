import { expect, test, type Page } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { formatDateNear } from '#stock/locale-date.ts';

import { canvas } from './stock-fixture.ts';

const today = todayIn('UTC');
const dateIn = (days: number) => formatDateNear(addDays(today, days), today, 'en-US', 'long');

const figureOf = (page: Page) => page.getByRole('figure', { name: 'Stock calendar', exact: true });
const plotOf = (page: Page) => figureOf(page).getByRole('application', { name: 'Available quantity over time' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const thresholdOf = (page: Page) => figureOf(page).getByRole('slider', { name: 'Quantity needed', exact: true });
const resultDate = (page: Page) => page.getByRole('region', { name: 'Result', exact: true }).locator('time').first();

async function centreOf(page: Page) {
  await thresholdOf(page).scrollIntoViewIfNeeded();
  const box = await thresholdOf(page).boundingBox();
  if (!box) throw new Error('The line of the quantity has no place.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a chart is described in one sentence', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}`);
  await expect(plotOf(page)).toHaveAccessibleDescription(
    new RegExp(`^From 80 meters today to 410 on ${dateIn(60)}; max lead time date ${dateIn(100)}\\.`),
  );
});

test('a chart is read with the keyboard alone', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}`);
  const said = figureOf(page).getByRole('status');
  await plotOf(page).focus();
  for (const [key, text] of [
    ['ArrowRight', `From ${dateIn(12)}: 120.5 m available`],
    ['PageDown', `From ${dateIn(60)}: 410 m available`],
    ['PageUp', `From ${dateIn(30)}: 60 m available`],
    ['End', `Max lead time date ${dateIn(100)}: any quantity from then, not backed by stock`],
    ['Home', `From ${dateIn(-40)}: 15 m available`],
  ] as const) {
    await page.keyboard.press(key);
    await expect(said).toHaveText(text.replaceAll(' m ', '\u00a0m '));
  }
});

test('from the max lead time date on no quantity is short', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=500`);
  await figureOf(page).getByText('All', { exact: true }).click();
  const { width } = (await plotOf(page).boundingBox())!;
  await plotOf(page).hover({ position: { x: width / 2, y: 150 } });
  await expect(plotOf(page).getByText(/ short$/)).toBeVisible();
  await plotOf(page).hover({ position: { x: width - 4, y: 150 } });
  await expect(plotOf(page).getByText('Max lead time: any quantity, not backed by stock')).toBeVisible();
  await expect(plotOf(page).getByText(/ short$/)).toBeHidden();
});

test('moving the cursor redraws no line', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  const readout = figureOf(page)
    .getByText(/ available$/)
    .first();
  await plotOf(page).hover({ position: { x: 200, y: 150 } });
  const before = await readout.textContent();
  await expect(figureOf(page).getByText(/^\d+\sm (short|to spare)$/)).toBeVisible();
  const redrawn = await plotOf(page).evaluateHandle((plot) => {
    const redrawn: string[] = [];
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.matches('.recharts-curve, .recharts-area, .recharts-line'))
          redrawn.push(target.outerHTML);
    }).observe(plot, { subtree: true, childList: true, attributes: true });
    return redrawn;
  });
  for (const x of [250, 300, 400, 500]) await page.mouse.move(((await plotOf(page).boundingBox())?.x ?? 0) + x, 400);
  await expect(readout).not.toHaveText(before ?? '');
  expect(await redrawn.jsonValue()).toEqual([]);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the line moves to newer stock data, with motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.clock.install();
    await page.goto(`/?product=${canvas.productId}`);
    const lines = plotOf(page).locator('.recharts-area-curve');
    await expect(lines).toHaveCount(2);
    const line = lines.last();
    await page.route('**/gateway/availability?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      for (const entry of body.calendar.entries) if (entry.stockQuantity === 60) entry.stockQuantity = 30;
      await route.fulfill({ response, json: body });
    });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.clock.runFor(1000);
    const before = await line.getAttribute('d');
    await button(page, 'Refresh').evaluate((refresh: HTMLElement) => refresh.click());
    const first = async () => {
      await page.clock.runFor(20);
      return line.getAttribute('d');
    };
    await expect.poll(first).not.toBe(before);
    const moved = await line.getAttribute('d');
    await page.clock.runFor(1000);
    const after = await line.getAttribute('d');
    if (reducedMotion === 'reduce') expect(moved).toBe(after);
    else expect(moved).not.toBe(after);
  });
}

test('keys move the quantity and its date', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  await expect(resultDate(page)).toHaveAttribute('datetime', addDays(today, 12));
  await thresholdOf(page).focus();
  await expect(thresholdOf(page)).toHaveAttribute('aria-valuetext', /^100\sm: .*in 12 days/);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('PageUp');
  await expect(thresholdOf(page)).toHaveAttribute('aria-valuetext', /^250\sm: .*in 60 days/);
  await expect(page).toHaveURL(/quantity=250$/);
  await expect(resultDate(page)).toHaveAttribute('datetime', addDays(today, 60));
});

test('Escape reverts a move of the quantity', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  await thresholdOf(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(thresholdOf(page)).toHaveAttribute('aria-valuetext', /^105\sm/);
  await page.keyboard.press('Escape');
  await expect(thresholdOf(page)).toHaveAttribute('aria-valuetext', /^100\sm/);
  await expect(page).toHaveURL(/quantity=100$/);
});

test('the quantity is dragged by mouse: announced during the drag, requested after it', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  const { x, y } = await centreOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 60, { steps: 5 });
  await expect(figureOf(page).getByText(/^\d+(\.\d+)?\sm: .*in 60 days/)).toBeVisible();
  await expect(page).toHaveURL(/quantity=100$/);
  await page.mouse.up();
  await expect(page).not.toHaveURL(/quantity=100$/);
  await expect(resultDate(page)).toHaveAttribute('datetime', addDays(today, 60));
});

test('the ship-by date is moved by keys and by mouse, and the result follows', async ({ page }) => {
  await page.goto(`/?product=${canvas.productId}&quantity=100&shipBy=${addDays(today, 5)}`);
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer).toContainText('7 days late');
  const marker = figureOf(page).getByRole('slider', { name: 'Ship-by date', exact: true });
  await expect(marker).toHaveAttribute('aria-valuetext', /up to 80\sm$/);
  await marker.focus();
  await page.keyboard.press('PageUp');
  await expect(marker).toHaveAttribute('aria-valuetext', /up to 120\.5\sm$/);
  await expect(page).toHaveURL(new RegExp(`shipBy=${addDays(today, 12)}`));
  await expect(answer).toContainText('on time');
  const box = (await marker.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 12, y, { steps: 4 });
  await expect(figureOf(page).getByText(/: up to 80\sm$/)).toBeVisible();
  await page.mouse.up();
  await expect(answer).toContainText(/days? late/);
});

test('above all levels the quantity stops at the max lead time', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  await thresholdOf(page).focus();
  await page.keyboard.press('End');
  await expect(thresholdOf(page)).toHaveAttribute('aria-valuetext', /in 100 days, at max lead time$/);
  await expect(resultDate(page)).toHaveAttribute('datetime', addDays(today, 100));
});

test('the wheel scrolls the page, and zooms with Ctrl or after a click on the chart', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`/products/${canvas.productId}`);
  await plotOf(page).scrollIntoViewIfNeeded();
  await plotOf(page).hover();
  const all = figureOf(page).getByRole('radio', { name: 'All', exact: true });
  await page.evaluate(() => scrollTo(0, 0));
  await plotOf(page).hover({ position: { x: 400, y: 60 } });
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await expect(all).toBeChecked();
  await plotOf(page).hover({ position: { x: 400, y: 150 } });
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect(all).not.toBeChecked();
  await all.check();
  await plotOf(page).click({ position: { x: 400, y: 150 } });
  await page.mouse.wheel(0, -200);
  await expect(all).not.toBeChecked();
});

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('an off-screen chart is drawn when it is scrolled into view', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 200 });
    await page.goto(`/?product=${canvas.productId}&quantity=100`);
    await expect(resultDate(page)).toBeVisible();
    await expect(figureOf(page)).not.toBeInViewport();
    // Its upper edge is behind the bars.
    const { y } = (await figureOf(page).boundingBox())!;
    await page.setViewportSize({ width: 390, height: Math.round(y) + 100 });
    await expect(figureOf(page)).toBeInViewport();
    await page.waitForTimeout(500);
    await expect(figureOf(page).getByLabel('Loading')).toBeAttached();
    await figureOf(page).evaluate((figure) => figure.scrollIntoView());
    await expect(plotOf(page).locator('.recharts-area')).not.toHaveCount(0);
  });

  test('the quantity is dragged by its handle', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}?quantity=100`);
    // In one step: the figure is replaced once the chart is loaded.
    await figureOf(page).evaluate((figure) => figure.scrollIntoView());
    await thresholdOf(page).scrollIntoViewIfNeeded();
    const box = await thresholdOf(page).boundingBox();
    if (!box) throw new Error('The line of the quantity has no place.');
    const finger = await page.context().newCDPSession(page);
    const at = (y: number) => [{ x: box.x + box.width, y }];
    const middle = box.y + box.height / 2;
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(middle) });
    for (const up of [15, 30, 45, 60]) {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(middle - up) });
    }
    await expect(figureOf(page).getByText(/^\d+(\.\d+)?\sm: .*in 60 days/)).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(resultDate(page)).toHaveAttribute('datetime', addDays(today, 60));
  });
});

test('the label of the quantity needed never overlaps the max lead time line', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await page.goto(`/products/${canvas.productId}?quantity=100`);
  const label = (await figureOf(page)
    .getByText(/^100\sm needed$/)
    .boundingBox())!;
  const line = (await plotOf(page).locator('line[stroke="var(--sh-mlt)"]').last().boundingBox())!;
  expect(line.x - label.x, 'room in front of it').toBeGreaterThan(0);
  expect(label.x + label.width).toBeLessThanOrEqual(line.x);
});
