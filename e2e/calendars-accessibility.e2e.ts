import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './expect-accessible.ts';
import { button, lessToday, pages, routeChanges, summary, table } from './calendars-page.ts';

/** Checks the accessibility of the screen; `hasOverlay` if an overlay is open. */
type Check = (hasOverlay?: boolean) => Promise<void>;

const calls = /\/gateway\/calendars\?/;

/** Walks through the screen, and checks each state on the way. */
const visits: { name: string; walk: (page: Page, check: Check) => Promise<void> }[] = [
  {
    name: 'loading',
    walk: async (page, check) => {
      await page.route(calls, () => new Promise(() => undefined));
      await page.goto('/calendars');
      await expect(button(page, 'Select products')).toBeVisible();
      await check();
    },
  },
  {
    name: 'error',
    walk: async (page, check) => {
      await page.route(calls, (route) => route.abort());
      await page.goto('/calendars');
      await expect(button(page, 'Try again')).toBeVisible();
      await expect(pages(page), 'nothing to turn to').toHaveCount(0);
      await check();
    },
  },
  {
    name: 'no such list',
    walk: async (page, check) => {
      await page.goto('/calendars?list=gone');
      await expect(page.getByText('List not found')).toBeVisible();
      await check();
    },
  },
  {
    name: 'table, one row expanded, one without a result',
    walk: async (page, check) => {
      await page.goto('/calendars?ids=20001,20002,20003,99&quantity=100&open=20001&selected=20001');
      await expect(table(page)).toBeVisible();
      await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toBeVisible();
      await check();
    },
  },
  {
    name: 'filtered by a tile',
    walk: async (page, check) => {
      await page.goto('/calendars?tile=now&quantity=40&mlt=false&selected=20001');
      await expect(summary(page).getByRole('button', { name: /^Today/ })).toHaveAttribute('aria-pressed', 'true');
      await expect(summary(page).getByRole('region', { name: 'Oldest stock data' }).getByRole('time')).toBeVisible();
      await check();
    },
  },
  {
    name: 'page past the end, columns open',
    walk: async (page, check) => {
      await page.goto('/calendars?page=9');
      await expect(page.getByText("Page 9 doesn't exist")).toBeVisible();
      await button(page, 'More').click();
      await button(page, 'Columns').click();
      await expect(page.getByRole('list', { name: 'Columns of the table' })).toBeVisible();
      // The previous page is dimmed until the last page has loaded.
      await expect(page.locator('[aria-busy="false"]').getByRole('table')).toBeVisible();
      await check(true);
    },
  },
  {
    name: 'selecting products, every tab',
    walk: async (page, check) => {
      await page.goto('/calendars?ids=20001');
      await button(page, 'Select products').click();
      await page.getByLabel('Search products').fill('canvas');
      await expect(page.getByRole('list', { name: 'Products found' })).toBeVisible();
      await check();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Paste', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Product IDs or SKUs' }).fill('20002\nNOPE-1\n#N/A');
      await expect(page.getByText('2 entries not recognized')).toBeVisible();
      await check();
      await dialog.getByText('Order', { exact: true }).click();
      await expect(page.getByText('No saved orders')).toBeVisible();
      await page.getByLabel('List name').fill('Autumn fabrics');
      await button(page, 'Save list').click();
      await dialog.getByText('Saved lists', { exact: true }).click();
      await expect(button(page, 'Rename Autumn fabrics')).toBeVisible();
      await check();
    },
  },
  {
    name: 'heatmap',
    walk: async (page, check) => {
      await page.goto('/calendars?view=heatmap&quantity=100');
      await expect(page.getByRole('figure', { name: 'Stock heatmap', exact: true })).toBeVisible();
      await check();
      await page.getByRole('gridcell').first().focus();
      await expect(page.getByRole('tooltip')).toBeVisible();
      await check(true);
    },
  },
  {
    name: 'no changes, then one change',
    walk: async (page, check) => {
      await page.goto('/calendars?view=moved&ids=20001,20003');
      await expect(page.getByText('No changes', { exact: true })).toBeVisible();
      await check();
      await routeChanges(page, [[20_001, lessToday]]);
      await page.reload();
      await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(2);
      await check();
      await page.getByLabel('Changes since').selectOption('A date');
      await expect(page.getByLabel('Date', { exact: true })).toBeVisible();
      await check();
    },
  },
];

// Tall enough for a page of rows, so that the sticky pagination covers none of them.
test.use({ viewport: { width: 1440, height: 2600 } });

for (const { name, walk } of visits) {
  test(`calendars, ${name}`, async ({ page }) => {
    // Checks several states, each at two widths.
    test.slow();
    await walk(page, (hasOverlay) => expectAccessible(page, hasOverlay));
  });
}

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('products in every view, overview and API check', async ({ page }) => {
    // Checks six states, each at two widths and in both themes.
    test.slow();
    await routeChanges(page, [[20_001, lessToday]]);
    await page.goto('/calendars?quantity=40&selected=20001,20002');
    await expect(page.getByRole('table', { name: 'Produkte' })).toBeVisible();
    await expectAccessible(page);
    for (const [view, shown] of [
      ['Heatmap', page.getByRole('figure', { name: 'Bestands-Heatmap' })],
      ['Vergleich', page.getByRole('figure', { name: 'Produktvergleich' })],
      ['Änderungen', page.getByRole('table', { name: 'Änderungen' })],
    ] as const) {
      await page.getByText(view, { exact: true }).first().click();
      await expect(shown).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto('/overview?quantity=40&unit=m');
    await expect(page.getByRole('region', { name: 'Kennzahlen' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/connection');
    await page.getByRole('button', { name: 'API-Prüfung starten' }).click();
    await expect(page.getByText('Jede Antwort ist ein JSON-Objekt mit dem Inhaltstyp JSON.')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('show which options are on and which view is selected', async ({ page }) => {
    await page.goto('/calendars');
    const background = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const option = '.mantine-SegmentedControl-label';
    expect(await background(`${option}[data-active]`)).not.toBe(await background(`${option}:not([data-active])`));
    await button(page, 'More').click();
    const [track, thumb] = ['.mantine-Switch-track', '.mantine-Switch-thumb'];
    const on = await background(track);
    expect(await background(thumb)).not.toBe(on);
    await page.getByRole('switch', { name: 'Include max lead time' }).uncheck({ force: true });
    await expect.poll(() => background(track)).not.toBe(on);
    expect(await background(thumb)).not.toBe(await background(track));
  });
});
