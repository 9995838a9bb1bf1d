import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './expect-accessible.ts';

const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true });

/** States of both screens, and the steps that lead to each. */
const states: { name: string; reach: (page: Page) => Promise<void> }[] = [
  {
    name: 'availability, empty',
    reach: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Check availability' })).toBeVisible();
    },
  },
  {
    name: 'availability, loading',
    reach: async (page) => {
      await page.route('**/gateway/availability?*', () => new Promise(() => {}));
      await page.goto('/?product=20001&quantity=100');
      await expect(page.getByRole('button', { name: 'Check availability' })).toBeVisible();
    },
  },
  {
    name: 'availability, error',
    reach: async (page) => {
      await page.route('**/gateway/availability?*', (route) => route.fulfill({ status: 500, body: '<h1>Oops</h1>' }));
      await page.goto('/?product=20001&quantity=100');
      await expect(page.getByRole('button', { name: /try again|retry/i }).first()).toBeVisible();
    },
  },
  {
    name: 'availability, in stock',
    reach: async (page) => {
      await page.goto('/?product=20001&quantity=80');
      await expect(result(page).getByText('In stock', { exact: true })).toBeVisible();
      const chart = page.getByRole('figure', { name: 'Stock calendar', exact: true });
      await chart.evaluate((figure) => figure.scrollIntoView());
      await expect(chart.getByRole('application')).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'availability, max lead time and late',
    reach: async (page) => {
      await page.goto('/?product=20001&quantity=5000');
      await expect(result(page).getByText('Max lead time', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'availability, invalid input',
    reach: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Check availability' }).click();
      await expect(page.getByLabel('Product', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'calendar, loading',
    reach: async (page) => {
      await page.route('**/gateway/availability?*', () => new Promise(() => {}));
      await page.goto('/products/20001?quantity=100');
      await expect(page.getByLabel('Quantity', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'calendar, empty',
    reach: async (page) => {
      await page.goto('/products/20004');
      await expect(page.locator('main h1')).toBeVisible();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'calendar, error',
    reach: async (page) => {
      await page.route('**/gateway/availability?*', (route) => route.abort());
      await page.goto('/products/20001?quantity=100');
      await expect(page.getByRole('button', { name: /try again|retry/i }).first()).toBeVisible();
    },
  },
  {
    name: 'calendar, data',
    reach: async (page) => {
      await page.goto('/products/20001?quantity=100');
      await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
      await expect(result(page).locator('time').first()).toBeVisible();
    },
  },
  {
    name: 'search open',
    reach: async (page) => {
      await page.goto('/');
      await expect(page.getByLabel('Product', { exact: true })).toBeFocused();
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.type('canvas');
      await expect(
        page
          .getByRole('dialog')
          .getByText(/Harbour canvas/)
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'keyboard shortcuts open',
    reach: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Check availability' })).toBeVisible();
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

test.describe('every state', () => {
  for (const { name, reach } of states) {
    test(name, async ({ page }) => {
      await reach(page);
      await expectAccessible(page);
    });
  }
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the header fits at every window width', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Bestellungen' })).toBeVisible();
    for (const width of [360, 769, 897, 1025, 1153, 1281, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `at ${width}`).toBeLessThanOrEqual(0);
    }
  });
});
