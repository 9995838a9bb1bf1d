import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, type Page } from '@playwright/test';

import { lessToday, routeChanges } from './calendars-page.ts';
import { lines, paste } from './order-page.ts';
import { test } from './own-person.ts';
import { recordsOf } from './saved-files.ts';

/** Tasks by keys and spoken output alone: what has the focus is known from the virtual screen reader's words only. */

const readerFile = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));

/** The virtual screen reader, in the page. */
interface Reader {
  start: (options: { container: Node }) => Promise<void>;
  spokenPhraseLog: () => Promise<string[]>;
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ page }) => {
  await page.route('**/virtual-screen-reader.js', (route) =>
    route.fulfill({ path: readerFile, contentType: 'text/javascript' }),
  );
});

/** Opens a page, and starts to listen once it is loaded. */
async function listen(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeAttached();
  await page.evaluate(async (file) => {
    const { virtual } = (await import(file)) as { virtual: Reader };
    await virtual.start({ container: document.body });
    Object.assign(window, { reader: virtual });
  }, '/virtual-screen-reader.js');
}

function spoken(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { reader: Reader }).reader.spokenPhraseLog());
}

/** Waits until something is said that matches; the phrases are lines. */
async function hear(page: Page, phrase: RegExp): Promise<void> {
  await expect.poll(async () => (await spoken(page)).join('\n')).toMatch(phrase);
}

/** Presses a key until the last phrase matches. */
async function pressUntil(page: Page, key: string, phrase: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const before = (await spoken(page)).length;
    await page.keyboard.press(key);
    await expect.poll(async () => (await spoken(page)).length).toBeGreaterThan(before);
    if (phrase.test((await spoken(page)).at(-1) ?? '')) return;
  }
  throw new Error(`${phrase} isn't said: ${(await spoken(page)).join('\n')}`);
}

/** Leaves the element with the focus and comes back: the virtual reader doesn't say by itself that its state changed. */
async function sayAgain(page: Page, phrase: RegExp): Promise<void> {
  await page.keyboard.press('Shift+Tab');
  await pressUntil(page, 'Tab', phrase);
}

test('a date is checked, told and kept as a promise', async ({ page }) => {
  await listen(page, '/', 'Availability');
  await page.keyboard.type('20001 x 80.5');
  await page.keyboard.press('Enter');
  await hear(page, /^region, Result, Harbour canvas, navy.*Expected.*80\.5\sm/m);
  await page.keyboard.press('c');
  await hear(page, /^polite: Copied/m);
  await pressUntil(page, 'Tab', /^textbox, Customer/);
  await page.keyboard.type('Atelier Nord');
  await pressUntil(page, 'Tab', /^button, Keep as promise/);
  await page.keyboard.press('Enter');
  await hear(page, /^link, Show promises, Kept as promised to Atelier Nord: 80\.5\sm of Harbour canvas, navy/m);
});

test('a pasted order is checked, and says when it is complete', async ({ page }) => {
  await listen(page, '/order', 'New order');
  await paste(page, lines('20001\t80', '20006\t250', '20003\t31'));
  await hear(page, /3 lines added/m);
  await hear(page, /^polite: Complete on .* without line 3; 1 of 3 today/m);
  await pressUntil(page, 'Tab', /^button, Not available 1, not pressed/);
  await page.keyboard.press('Enter');
  await sayAgain(page, /^button, Not available 1, pressed/);
  await pressUntil(page, 'Shift+Tab', /^button, Copy for customer/);
});

test('what runs short is found', async ({ page }) => {
  await listen(page, '/calendars?quantity=100&unit=m&weeks=4', 'Products');
  await pressUntil(page, 'Tab', /^button, Short now .*, not pressed/);
  await page.keyboard.press('Enter');
  await sayAgain(page, /^button, Short now .*, pressed/);
  await pressUntil(page, 'Tab', /^link, 2000\d/);
});

test('a change is told and exported', async ({ page }) => {
  await routeChanges(page, [[20_001, lessToday]]);
  await listen(page, '/calendars?view=moved', 'Products');
  await pressUntil(page, 'Tab', /^button, Export/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Export' })).toBeVisible();
  const download = page.waitForEvent('download');
  await pressUntil(page, 'ArrowDown', /^menuitem, CSV/);
  await page.keyboard.press('Enter');
  const file = await download;
  const [record] = recordsOf({ name: file.suggestedFilename(), bytes: await readFile(await file.path()) });
  expect(record).toMatchObject({ Product: '20001' });
  await pressUntil(page, 'Tab', /^link, (?:20001|Harbour canvas, navy)/);
});
