import type { Browser, Page } from 'playwright-core';

import { longestTask, taskCategories } from './longest-task.ts';

/** Cost of one user action on the Products page, in milliseconds. */
export interface StepFigures {
  step: string;
  /** Time until the result is displayed. */
  took: number;
  longest: number;
  longestProcessor: number;
}

interface Step {
  step: string;
  act: (page: Page) => Promise<unknown>;
  /** Result to wait for. */
  until: (page: Page) => Promise<unknown>;
}

const tile = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Summary' }).locator('button[aria-disabled="false"]', { hasText: name });
const table = (page: Page) => page.getByRole('table', { name: 'Products', exact: true });
const settled = (page: Page) => page.locator('[aria-busy="false"]').getByRole('table').waitFor();

const steps: readonly Step[] = [
  {
    step: 'load all products',
    act: (page) => page.getByRole('button', { name: 'Load all products', exact: true }).click(),
    until: (page) => tile(page, /^Today/).waitFor(),
  },
  {
    step: 'sort by name',
    act: (page) => table(page).getByRole('button', { name: 'Name' }).click(),
    until: async (page) => {
      await page.locator('th[aria-sort="ascending"]').waitFor();
      await settled(page);
    },
  },
  {
    step: 'another quantity',
    act: async (page) => {
      await page.getByLabel('Quantity', { exact: true }).fill('55');
      await page.keyboard.press('Enter');
    },
    until: (page) => table(page).getByRole('columnheader', { name: 'Ship date for 55' }).waitFor(),
  },
  {
    step: 'a tile',
    act: (page) => tile(page, /^Later/).click(),
    until: (page) => page.locator('button[aria-pressed="true"]').waitFor(),
  },
  {
    step: 'all again, all changed',
    act: async (page) => {
      await moveEveryLook(page);
      await page.goto(page.url().replace(/\?.*/, '?all=true'));
    },
    until: (page) => page.getByText(/^Changes \(\d/).waitFor(),
  },
  {
    step: 'Changes',
    act: (page) => page.getByText(/^Changes/).click(),
    until: (page) => page.getByRole('table', { name: 'Changes' }).waitFor(),
  },
  {
    step: 'all marked as read',
    act: (page) => page.getByRole('button', { name: 'Mark all as read' }).click(),
    until: (page) => page.getByText('No changes since your last visit').waitFor(),
  },
];

/** Performs typical user actions on the built dashboard at `url` with thousands of products. */
export async function measureScreen(browser: Browser, url: string): Promise<StepFigures[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/calendars`);
  await table(page).waitFor();
  await page.waitForTimeout(1000);
  const figures: StepFigures[] = [];
  for (const { step, act, until } of steps) {
    await browser.startTracing(page, { categories: taskCategories });
    const started = performance.now();
    await act(page);
    await until(page);
    const took = performance.now() - started;
    // Background work counts as part of the action: storing viewed calendars and loading names.
    await page.waitForTimeout(2500);
    const { clock, processor } = longestTask(await browser.stopTracing());
    figures.push({ step, took, longest: clock, longestProcessor: processor });
  }
  await page.close();
  return figures;
}

/** Changes every calendar that this browser has stored as last viewed. */
async function moveEveryLook(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('stock-horizon-looks');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The looks could not be opened.')));
    });
    const transaction = database.transaction('looks', 'readwrite');
    const ended = new Promise((resolve) => transaction.addEventListener('complete', resolve));
    const cursor = transaction.objectStore('looks').openCursor();
    cursor.addEventListener('success', () => {
      const { result } = cursor;
      if (result === null) return;
      const { look, ...rest } = result.value as { look: { steps: { date: string; level: number }[] } };
      const steps = look.steps.map((step) => ({ ...step, level: step.level + 1000 }));
      result.update({ ...rest, look: { ...look, steps } });
      result.continue();
    });
    await ended;
    database.close();
  });
}
