import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { button, check, grid, lines, openOrder, paste, review } from './order-page.ts';

/** The states of the screen, and how to get there. */
const states: { name: string; reach: (page: Page) => Promise<void> }[] = [
  { name: 'empty', reach: openOrder },
  {
    name: 'checking',
    reach: async (page) => {
      await page.route('**/gateway/stock', () => new Promise(() => undefined));
      await openOrder(page);
      await paste(page, lines('20001\t80', '20002\t5'));
      await button(page, 'Check availability').click();
      await expect(page.getByRole('progressbar', { name: 'Checking', exact: true })).toBeVisible();
    },
  },
  {
    name: 'done, with problems',
    reach: async (page) => {
      await openOrder(page);
      await paste(page, lines('20001\t80 pcs', '20002\t5', '20003\t31', '20006\t250', 'NOPE-1\t5'));
      await check(page);
      await expect(grid(page).getByText('Unknown product')).toBeVisible();
    },
  },
  {
    name: 'not answered',
    reach: async (page) => {
      await page.route('**/gateway/stock', (route) => route.fulfill({ status: 403, body: 'no' }));
      await openOrder(page);
      await paste(page, lines('20001\t80', '20002\t5'));
      await button(page, 'Check availability').click();
      await expect(button(page, 'Retry')).toBeVisible();
    },
  },
  {
    name: 'review',
    reach: async (page) => {
      await openOrder(page);
      await paste(page, lines('20001\t1,234', '20002\tlots', '20001\t3'));
      await expect(review(page)).toBeVisible();
    },
  },
  {
    name: 'orders open',
    reach: async (page) => {
      await openOrder(page);
      await paste(page, lines('20001\t80'));
      await button(page, 'Orders').click();
      await expect(page.getByLabel('Name of this order')).toBeVisible();
    },
  },
  {
    name: 'paste field',
    reach: async (page) => {
      await openOrder(page);
      await button(page, 'Paste a list').click();
      await expect(page.getByLabel('Lines from a spreadsheet, a CSV or a mail')).toBeVisible();
    },
  },
];

for (const width of [390, 1440]) {
  test.describe(`order, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });

    for (const { name, reach } of states) {
      test(name, async ({ page }) => {
        await reach(page);
        await expectAccessible(page, name === 'orders open');
      });
    }
  });
}
