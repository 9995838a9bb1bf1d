import type { Page } from '@playwright/test';

export const table = (page: Page) => page.getByRole('table', { name: 'Products', exact: true });
export const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });
export const summary = (page: Page) => page.getByRole('region', { name: 'Summary', exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns the IDs of the products on screen, in row order. */
export async function shownIds(page: Page): Promise<number[]> {
  const texts = await table(page).locator('tbody td[data-column="product"] a').allTextContents();
  return texts.map(Number);
}

interface ListedRow {
  product: { productId: number };
  entries: { stockDate: string; stockQuantity: number; isMaxLeadTime: boolean }[];
}

/** Answers requests for changes with products whose calendars were the current ones, in the given order. */
export async function routeChanges(
  page: Page,
  changed: readonly [productId: number, change: (entries: ListedRow['entries']) => void][],
): Promise<void> {
  await page.route(/\/gateway\/changes\?/, async (route) => {
    const ids = changed.map(([productId]) => productId);
    const { href } = new URL(`/gateway/calendars?productIds=${ids.join()}`, route.request().url());
    const response = await route.fetch({ url: href });
    const received = (await response.json()) as { rows: ListedRow[]; receivedAt: number };
    const rows = changed.flatMap(([productId, change]) =>
      received.rows
        .filter(({ product }) => product.productId === productId)
        .map(({ product, entries }) => {
          const now = structuredClone(entries);
          change(now);
          return { product, before: entries, now };
        }),
    );
    const counts = { gone: 0, later: rows.length, earlier: 0, same: 0 };
    const since = received.receivedAt - 86_400_000;
    await route.fulfill({
      response,
      json: { ...received, rows, counts, since, historyFrom: since - 1, pageSize: 100 },
    });
  });
}

/** The stock of today falls from 80 to 8. */
export const lessToday = (entries: ListedRow['entries']): void => {
  for (const entry of entries) if (entry.stockQuantity === 80) entry.stockQuantity = 8;
};

/** Gives all products a name of one very long word. */
export async function routeLongNames(page: Page): Promise<void> {
  await page.route(/\/gateway\/(?:products|calendars)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /"name":"(?:[^"\\]|\\.)*"/g,
      `"name":"${'Wordwithoutanend'.repeat(7)}"`,
    );
    await route.fulfill({ response, body });
  });
}
