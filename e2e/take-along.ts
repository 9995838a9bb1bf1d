import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';

import { pngByLibrsvg, type SavedFile, tilesOfPng } from './read-back.ts';

/** Opens the menu and takes an item; what it leads to is up to the caller. */
export async function takeItem(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Takes an item that becomes a file; `choices` are the radio buttons to be checked first, where it asks. */
export async function save(page: Page, item: string, choices: readonly string[] = []): Promise<SavedFile> {
  const download = page.waitForEvent('download');
  await takeItem(page, item);
  await choose(page, choices);
  const saved = await download;
  const bytes = readFileSync(await saved.path());
  // Office programs and librsvg paint colours that they don't know black.
  if (item === 'SVG') expect(bytes.toString('utf8')).not.toMatch(/color\(|color-mix|oklch|var\(|currentcolor/i);
  return { name: saved.suggestedFilename(), bytes };
}

/** Answers what the menu asks; nothing where it doesn't. */
export async function choose(page: Page, choices: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const choice of choices) await dialog.getByRole('radio', { name: choice, exact: true }).check();
  if (choices.length > 0) await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}

/** What the clipboard holds, as a spreadsheet and as a mail program take it. */
export async function clipboard(page: Page): Promise<{ text: string; html: string }> {
  const [item] = await page.evaluate(async () => {
    // As it lies there: otherwise Chromium takes out what only spreadsheets know.
    const { clipboard } = navigator as { clipboard: { read: (options: object) => Promise<ClipboardItems> } };
    const items = await clipboard.read({ unsanitized: ['text/html'] });
    return Promise.all(
      items.map(async (entry) => ({
        text: await (await entry.getType('text/plain')).text(),
        html: await (await entry.getType('text/html')).text(),
      })),
    );
  });
  expect(item).toBeDefined();
  return item ?? { text: '', html: '' };
}

/** The report that `window.print()` would print; the browser's dialog never comes. */
export async function printed(page: Page, choices: readonly string[] = []): Promise<string> {
  await holdPrint(page);
  await takeItem(page, 'Print');
  await choose(page, choices);
  return heldPrint(page);
}

/** Has the page keep the next report that it would print, for {@link heldPrint}. */
export function holdPrint(page: Page): Promise<void> {
  return page.evaluate(() => {
    delete document.documentElement.dataset.printed;
    window.print = () => {
      document.documentElement.dataset.printed = document.querySelector('body > article')?.outerHTML;
      window.dispatchEvent(new Event('afterprint'));
    };
  });
}

export async function heldPrint(page: Page): Promise<string> {
  const held = await page.waitForFunction(() => document.documentElement.dataset.printed);
  return held.jsonValue() as Promise<string>;
}

/** The report that the browser's own Print (Ctrl+P) prints, and what it comes to on paper. */
export async function pressedPrint(page: Page): Promise<{ report: string; pdf: Buffer }> {
  await page.evaluate(() => {
    // After the screen's own listener, which was there first.
    window.addEventListener(
      'beforeprint',
      () => {
        document.documentElement.dataset.pressed = document.querySelector('body > article')?.outerHTML;
      },
      { once: true },
    );
  });
  const pdf = await page.pdf();
  await expect(page.locator('body > article')).toHaveCount(0);
  return { report: await page.evaluate(() => document.documentElement.dataset.pressed ?? ''), pdf };
}

/** What librsvg draws looks as what the browser drew: colours that it doesn't know would be black. */
export function expectSamePicture(svg: SavedFile, png: SavedFile): void {
  const [ours, theirs] = [tilesOfPng(png, 12), tilesOfPng(pngByLibrsvg(svg, 2), 12)];
  const apart = ours.flatMap((tile, at) => tile.map((part, index) => Math.abs(part - (theirs[at]?.[index] ?? 0))));
  expect(Math.max(...apart)).toBeLessThan(40);
}

/** The rows of a copied table's text by the headers of its columns. */
export function fieldsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text.split(/\r?\n/).map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

/** The rows of a report's table by the headers of its columns. */
export function rowsOnPaper(page: Page, report: string): Promise<Record<string, string>[]> {
  return page.evaluate((html) => {
    const table = new DOMParser().parseFromString(html, 'text/html').querySelector('article table');
    const header = Array.from(table?.querySelectorAll('thead th') ?? [], (cell) => cell.textContent ?? '');
    return Array.from(table?.querySelectorAll('tbody tr') ?? [], (row) =>
      Object.fromEntries(Array.from(row.children, (cell, at) => [header[at] ?? '', cell.textContent ?? ''])),
    );
  }, report);
}

/** Has the browser refuse the page its clipboard; the person's own copy command still works. */
export function refuseClipboard(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.execCommand = () => false;
    for (const name of ['write', 'writeText']) {
      Object.assign(navigator.clipboard, {
        [name]: () => Promise.reject(new DOMException('Refused', 'NotAllowedError')),
      });
    }
  });
}

/** Takes {@link refuseClipboard} back. */
export function allowClipboard(page: Page): Promise<void> {
  return page.evaluate(() => {
    Reflect.deleteProperty(document, 'execCommand');
    for (const name of ['write', 'writeText']) Reflect.deleteProperty(navigator.clipboard, name);
  });
}
