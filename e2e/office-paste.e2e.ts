import { test as base, chromium, expect, type Page } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';

import { button, cell, check, lines, openOrder, paste } from './order-page.ts';
import { desktopChromium, openDisplay, pasteIntoLibreOffice } from './saved-files.ts';
import { canvas } from './stock-fixture.ts';
import { confirmChoices, clickExportItem } from './export-menu.ts';
import { signInAs } from './own-person.ts';

/** Headed browser on a virtual display that it shares only with an office program. */
const test = base.extend<{ display: string; desktop: Page }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright derives a fixture's dependencies from the pattern
  display: async ({}, provide) => {
    const display = await openDisplay();
    await provide(display.name);
    display.close();
  },
  desktop: async ({ display, launchOptions, baseURL, locale, viewport, reducedMotion }, provide, { testId }) => {
    const env = { ...process.env, DISPLAY: display } as Record<string, string>;
    const browser = await chromium.launch({ ...launchOptions, executablePath: desktopChromium, headless: false, env });
    const page = await browser.newPage({ baseURL, locale, viewport, reducedMotion });
    await signInAs(page.context(), testId);
    await provide(page);
    await browser.close();
  },
});

test.skip(!desktopChromium, 'LibreOffice, Chromium with a window or a screen for both (Xvfb) is not installed here.');

const today = todayIn('UTC');
const inDays = (days: number) => ({ type: 'date', value: addDays(today, days) });
const number = (value: number) => ({ type: 'float', value: String(value) });
const text = (value: string) => ({ type: 'string', value });

/** Replaces the names of the products in a page of them. */
async function rename(page: Page, names: ReadonlyMap<number, string>): Promise<void> {
  await page.route('**/gateway/calendars?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { rows: { product: { productId: number; name: string } }[] };
    for (const { product } of body.rows) product.name = names.get(product.productId) ?? product.name;
    await route.fulfill({ response, json: body });
  });
}

test('a copied table pastes as numbers, dates and texts, without formulas', async ({ desktop: page, display }) => {
  const names = new Map([
    [20_001, ' =1+2'],
    [20_002, '\n=1+2'],
    [20_003, '<br>=1+2'],
    [20_004, '1-2'],
    [20_007, '0042'],
  ]);
  await rename(page, names);
  await page.goto(`/calendars?ids=${[...names.keys()].join(',')}&quantity=1100`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await clickExportItem(page, 'Copy table');
  await confirmChoices(page, ['All rows']);
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const [header = [], ...rows] = await pasteIntoLibreOffice(display, 'en-US');
  const column = (name: string) => rows.map((row) => row[header.findIndex(({ value }) => value === name)]);
  expect(column('Product')).toEqual([...names.keys()].map(number));
  expect(column('SKU').slice(3)).toEqual([text('OS-0004'), text('007')]);
  expect(column('Name')).toEqual([`' =1+2`, `'\n=1+2`, '<br>=1+2', '1-2', '0042'].map(text));
  expect(column('Available today')).toEqual([80, 0, 10.25, 0, 5.5].map(number));
  expect(column('Ship date for 1,100')).toEqual([
    inDays(100),
    inDays(45),
    { type: '', value: '' },
    { type: '', value: '' },
    inDays(8),
  ]);
});

test('so do order lines, and a customer’s copy has no apostrophe', async ({ desktop: page, display }) => {
  await page.addInitScript(() => localStorage.setItem('stock-horizon.format', 'de-DE'));
  await openOrder(page);
  await paste(page, lines(`20001\t1031,5\t${addDays(today, 90)}`, '20007\t5'));
  await check(page);
  // Beside the offer.
  await cell(page, 1, 'Note').click({ position: { x: 3, y: 3 }, timeout: 30_000 });
  await page.keyboard.type('3-4');
  await page.keyboard.press('Enter');
  await cell(page, 1, 'Product').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  const [first, second] = await pasteIntoLibreOffice(display, 'de-DE');
  expect(first).toEqual([
    text('20001'),
    text(canvas.name),
    number(1031.5),
    text('m'),
    inDays(90),
    inDays(100),
    text('Max lead time'),
    number(100),
    number(10),
    text('3-4'),
  ]);
  expect(second?.[1]).toEqual(text(`'=HYPERLINK("http://x")`));

  await button(page, 'Copy for customer').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const customer = (await pasteIntoLibreOffice(display, 'de-DE')).flat();
  expect(customer).toContainEqual(text('“=HYPERLINK("http://x") (007)”'));
  expect(customer.filter(({ type, value }) => type === 'formula' || value.startsWith("'"))).toEqual([]);
});
