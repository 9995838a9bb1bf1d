import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';

import { todayIn } from '#stock/calendar-date.ts';

import { hasLibrsvg, parseXml, pngByLibrsvg, type SavedFile, sizeOfPng, tilesOfPng } from './saved-files.ts';

/** Opens the Export menu and clicks an item. The caller handles what follows. */
export async function clickExportItem(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Exports a file; `choices` are the radio buttons to check if the item opens a dialog. */
export async function exportFile(page: Page, item: string, choices: readonly string[] = []): Promise<SavedFile> {
  const download = page.waitForEvent('download');
  await clickExportItem(page, item);
  await confirmChoices(page, choices);
  const saved = await download;
  const bytes = readFileSync(await saved.path());
  // Office programs and librsvg render unsupported colors as black.
  if (item === 'SVG') expect(bytes.toString('utf8')).not.toMatch(/color\(|color-mix|oklch|var\(|currentcolor/i);
  return { name: saved.suggestedFilename(), bytes };
}

/** Checks radio buttons in the export dialog and confirms it. Does nothing without choices. */
export async function confirmChoices(page: Page, choices: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const choice of choices) await dialog.getByRole('radio', { name: choice, exact: true }).check();
  if (choices.length > 0) await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}

/** Returns the clipboard as plain text, as spreadsheets read it, and as HTML, as mail programs do. */
export async function readClipboard(page: Page): Promise<{ text: string; html: string }> {
  const [item] = await page.evaluate(async () => {
    // Unsanitized: otherwise Chromium removes the markup for spreadsheets.
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

/** Returns the HTML of the report that the menu prints, without opening the browser's dialog. */
export async function printReport(page: Page, choices: readonly string[] = []): Promise<string> {
  await interceptPrint(page);
  await clickExportItem(page, 'Print');
  await confirmChoices(page, choices);
  return interceptedReport(page);
}

/** Replaces `window.print()`, which then stores the report for {@link interceptedReport}. */
export function interceptPrint(page: Page): Promise<void> {
  return page.evaluate(() => {
    delete document.documentElement.dataset.printed;
    window.print = () => {
      document.documentElement.dataset.printed = document.querySelector('body > article')?.outerHTML;
      window.dispatchEvent(new Event('afterprint'));
    };
  });
}

export async function interceptedReport(page: Page): Promise<string> {
  const held = await page.waitForFunction(() => document.documentElement.dataset.printed);
  return held.jsonValue() as Promise<string>;
}

/** Returns the report that the browser's own Print (Ctrl+P) prints, as HTML and as PDF. */
export async function printFromBrowser(page: Page): Promise<{ report: string; pdf: Buffer }> {
  await page.evaluate(() => {
    // Runs after the app's own listener, which was added earlier.
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

/** Checks the pictures of a view: their names, with the products named there, sizes and words. */
export async function expectPictures(
  page: Page,
  view: string,
  words: readonly string[],
  productIds: readonly number[] = [],
): Promise<void> {
  const name = ['stock', view, todayIn('UTC'), ...productIds].join('-');
  const svg = await exportFile(page, 'SVG', ['White']);
  const text = svg.bytes.toString('utf8');
  expect(svg.name).toBe(`${name}.svg`);
  const root = parseXml(text).documentElement;
  expect(root?.getElementsByTagName('title').item(0)?.textContent).toContain('Product');
  for (const word of [...words, '@font-face']) expect(text).toContain(word);
  const width = Number(root?.getAttribute('width'));
  expect(width).toBeGreaterThan(400);
  const slide = await exportFile(page, 'SVG', ['White', 'Slide (16:9)']);
  const slideRoot = parseXml(slide.bytes.toString('utf8')).documentElement;
  expect([slideRoot?.getAttribute('width'), slideRoot?.getAttribute('height')]).toEqual(['1280', '720']);
  expect(minFontSize(slideRoot), 'large words').toBeGreaterThan(minFontSize(root) * 1.3);
  const png = await exportFile(page, 'PNG', ['Dark', 'As displayed']);
  expect(png.name).toBe(`${name}.png`);
  expect(sizeOfPng(png).width).toBe(Math.round(width * 2));
  if (hasLibrsvg) expectSamePicture(svg, await exportFile(page, 'PNG', ['White', 'As displayed']));
}

/** Returns the smallest font size of the texts around a drawing. */
function minFontSize(picture: ReturnType<typeof parseXml>['documentElement']): number {
  const texts = Array.from(picture?.getElementsByTagName('text') ?? []).filter((text) => text.parentNode === picture);
  return Math.min(...texts.map((text) => Number(text.getAttribute('font-size'))));
}

/** Checks that librsvg renders the SVG like the browser's PNG. Unsupported colors would be black. */
export function expectSamePicture(svg: SavedFile, png: SavedFile): void {
  const [ours, theirs] = [tilesOfPng(png, 12), tilesOfPng(pngByLibrsvg(svg, 2), 12)];
  const apart = ours.flatMap((tile, at) => tile.map((part, index) => Math.abs(part - (theirs[at]?.[index] ?? 0))));
  expect(Math.max(...apart)).toBeLessThan(40);
}

/** Parses the text of a copied table into rows keyed by column header. */
export function fieldsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text.split(/\r?\n/).map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

/** Parses the table of a report's HTML into rows keyed by column header. */
export function rowsOfReport(page: Page, report: string): Promise<Record<string, string>[]> {
  return page.evaluate((html) => {
    const table = new DOMParser().parseFromString(html, 'text/html').querySelector('article table');
    const header = Array.from(table?.querySelectorAll('thead th') ?? [], (cell) => cell.textContent ?? '');
    return Array.from(table?.querySelectorAll('tbody tr') ?? [], (row) =>
      Object.fromEntries(Array.from(row.children, (cell, at) => [header[at] ?? '', cell.textContent ?? ''])),
    );
  }, report);
}

/** Makes the page's clipboard writes fail. */
export function denyClipboard(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.execCommand = () => false;
    for (const name of ['write', 'writeText']) {
      Object.assign(navigator.clipboard, {
        [name]: () => Promise.reject(new DOMException('Refused', 'NotAllowedError')),
      });
    }
  });
}

/** Reverts {@link denyClipboard}. */
export function allowClipboard(page: Page): Promise<void> {
  return page.evaluate(() => {
    Reflect.deleteProperty(document, 'execCommand');
    for (const name of ['write', 'writeText']) Reflect.deleteProperty(navigator.clipboard, name);
  });
}
