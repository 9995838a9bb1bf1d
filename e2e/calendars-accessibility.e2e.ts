import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { button, summary, table } from './calendars-page.ts';

/** The states of the screen, and how to get there. */
const states: { name: string; reach: (page: Page) => Promise<void> }[] = [
  {
    name: 'waiting',
    reach: async (page) => {
      await page.route('**/gateway/stock/calendar?*', () => new Promise(() => undefined));
      await page.goto('/calendars');
      await expect(button(page, 'Choose products')).toBeVisible();
    },
  },
  {
    name: 'error',
    reach: async (page) => {
      await page.route('**/gateway/stock/calendar?*', (route) => route.abort());
      await page.goto('/calendars');
      await expect(button(page, 'Try again')).toBeVisible();
    },
  },
  {
    name: 'no such list',
    reach: async (page) => {
      await page.goto('/calendars?list=gone');
      await expect(page.getByText('This browser keeps no such list')).toBeVisible();
    },
  },
  {
    name: 'table, a row unfolded, one without an answer',
    reach: async (page) => {
      await page.goto('/calendars?ids=20001,20002,20003,99&quantity=100&open=20001&selected=20001');
      await expect(table(page)).toBeVisible();
      await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toBeVisible();
    },
  },
  {
    name: 'everything loaded',
    reach: async (page) => {
      await page.goto('/calendars?all=true&tile=now&quantity=40');
      await expect(summary(page).getByRole('button', { name: /^Now/ })).toHaveAttribute('aria-pressed', 'true');
    },
  },
  {
    name: 'columns open',
    reach: async (page) => {
      await page.goto('/calendars');
      await button(page, 'Columns').click();
      await expect(page.getByRole('list', { name: 'Columns of the table' })).toBeVisible();
    },
  },
  {
    name: 'choosing',
    reach: async (page) => {
      await page.goto('/calendars?ids=20001');
      await button(page, 'Choose products').click();
      await page.getByLabel('Search products').fill('canvas');
      await expect(page.getByRole('list', { name: 'Products found' })).toBeVisible();
    },
  },
  {
    name: 'nothing to compare',
    reach: async (page) => {
      await page.goto('/calendars?view=compare');
      await expect(page.getByText('No product is selected')).toBeVisible();
    },
  },
  {
    name: 'comparison drawn',
    reach: async (page) => {
      await page.goto('/calendars?ids=20001,20002&view=compare&selected=20001,20002&quantity=40');
      await expect(page.getByRole('figure', { name: 'Product comparison', exact: true })).toBeVisible();
    },
  },
  {
    name: 'heatmap',
    reach: async (page) => {
      await page.goto('/calendars?view=heatmap&quantity=100');
      await expect(page.getByRole('figure', { name: 'Stock heatmap', exact: true })).toBeVisible();
    },
  },
  {
    name: 'nothing moved',
    reach: async (page) => {
      await page.goto('/calendars?view=moved');
      await expect(page.getByText('Nothing moved since the last look')).toBeVisible();
    },
  },
];

for (const width of [390, 1440]) {
  test.describe(`calendars, ${width} px`, () => {
    test.use({ viewport: { width, height: 2000 }, reducedMotion: 'reduce' });

    for (const { name, reach } of states) {
      test(name, async ({ page }) => {
        await reach(page);
        await expectAccessible(page, name === 'columns open');
      });
    }
  });
}
