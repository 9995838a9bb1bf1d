import { expect, type Page } from '@playwright/test';

import { test } from './own-person.ts';
import { expectAccessible } from './expect-accessible.ts';
import { button, check, grid, lines, openOrder, paste, review, orderCheck, orderMenu } from './order-page.ts';

/** States of the screen, and the steps that lead to each. */
const states: { name: string; reach: (page: Page) => Promise<void> }[] = [
  { name: 'empty', reach: openOrder },
  {
    name: 'checking',
    reach: async (page) => {
      await page.route(orderCheck, () => new Promise(() => undefined));
      await openOrder(page);
      await paste(page, lines('20001\t80', '20002\t5'));
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
    name: 'failed',
    reach: async (page) => {
      await page.route(orderCheck, (route) => route.fulfill({ status: 403, body: 'no' }));
      await openOrder(page);
      await paste(page, lines('20001\t80', '20002\t5'));
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
    name: 'one ship-by date',
    reach: async (page) => {
      await openOrder(page);
      await paste(page, lines('20001\t80'));
      await orderMenu(page, 'Ship by (all lines)');
      await expect(page.getByRole('dialog', { name: 'Ship by (all lines)' })).toBeVisible();
    },
  },
  {
    name: 'paste field',
    reach: async (page) => {
      await openOrder(page);
      await orderMenu(page, 'Paste lines');
      await expect(page.getByRole('textbox', { name: 'Order lines', exact: true })).toBeVisible();
    },
  },
];

for (const { name, reach } of states) {
  test(`order, ${name}`, async ({ page }) => {
    await reach(page);
    await expectAccessible(page);
  });
}

test.describe('colors that the system forces', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('tell which lines are shown', async ({ page }) => {
    await openOrder(page);
    await paste(page, lines('20001\t80', '20002\t5'));
    await check(page);
    await button(page, 'In stock 1').click();
    // Not its color, which hardly differs from the text's.
    const border = (name: string) => button(page, name).evaluate((chip) => getComputedStyle(chip).borderTopWidth);
    expect(await border('In stock 1')).not.toBe(await border('Max lead time 1'));
  });
});
