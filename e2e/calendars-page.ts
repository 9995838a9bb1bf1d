import type { Page } from '@playwright/test';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { calendarChange, directionOf } from '#stock/calendars/calendar-change.ts';
import { changeDirections } from '#stock/contract/calendar-options.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { toThousandths } from '#stock/thousandths.ts';

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
  entries: { stockDate: CalendarDate; stockQuantity: number; isMaxLeadTime: boolean }[];
}

/** Answers requests for changes with products whose calendars were the current ones, in the given order. */
export async function routeChanges(
  page: Page,
  changed: readonly [productId: number, change: (entries: ListedRow['entries']) => void][],
  recordedDays = 1,
): Promise<void> {
  await page.route(/\/gateway\/changes\?/, async (route) => {
    const asked = new URL(route.request().url()).searchParams.get('productIds')?.split(',').map(Number);
    const chosen =
      asked ?? (route.request().postDataJSON() as { productIds: readonly number[] } | null)?.productIds ?? null;
    const shown = changed.filter(([productId]) => chosen?.includes(productId) ?? true);
    const ids = changed.map(([productId]) => productId);
    const { href } = new URL(`/gateway/calendars?productIds=${ids.join()}`, route.request().url());
    // There is no response if the page is left, or the test ends, meanwhile.
    const response = await route.fetch({ url: href, method: 'GET' }).catch(() => null);
    const received = (await response?.json().catch(() => null)) as {
      rows: ListedRow[];
      receivedAt: number;
      today: CalendarDate;
    } | null;
    if (!response || !received) return;
    const rows = shown.flatMap(([productId, change]) =>
      received.rows
        .filter(({ product }) => product.productId === productId)
        .map(({ product, entries }) => {
          const now = structuredClone(entries);
          change(now);
          return { product, before: entries, now };
        }),
    );
    const { searchParams } = new URL(route.request().url());
    const quantity = searchParams.has('quantity') ? toThousandths(Number(searchParams.get('quantity'))) : null;
    const timelineOf = (entries: ListedRow['entries']) =>
      readTimeline(
        entries.map((entry) => ({ ...entry, isDeleted: false })),
        received.today,
      );
    const directionIn = ({ product, before, now }: (typeof rows)[number]) => {
      const change = calendarChange(product.productId, timelineOf(before), timelineOf(now), quantity);
      return change === null ? 'same' : directionOf(change);
    };
    const of = (direction: string | null) => rows.filter((row) => directionIn(row) === direction);
    const counts = Object.fromEntries(changeDirections.map((each) => [each, of(each).length]));
    const direction = searchParams.get('direction');
    const since = received.receivedAt - 86_400_000;
    await route.fulfill({
      response,
      json: {
        ...received,
        rows: direction === null ? rows : of(direction),
        counts,
        since,
        historyFrom: received.receivedAt - recordedDays * 86_400_000 - 1,
        pageSize: 100,
        unit: searchParams.get('unit'),
      },
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
