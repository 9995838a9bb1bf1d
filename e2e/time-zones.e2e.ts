import { expect, test } from '@playwright/test';

import { clockChanges } from './stock-fixture.ts';

/** Each entry's date on screen in the en-US format. It must be the same in every time zone. */
const datesOnScreen = ['Mar 14, 2027', 'Mar 28, 2027', 'Apr 4, 2027', 'Sep 26, 2027'];

for (const timezoneId of ['America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Auckland']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('shows the dates of the service, unshifted', async ({ page }) => {
      await page.goto(`/?product=${clockChanges.productId}&quantity=15`);
      const date = page.getByRole('region', { name: 'Answer', exact: true }).locator('time').first();
      await expect(date).toHaveAttribute('datetime', '2027-03-28');
      await expect(date).toContainText('March 28, 2027');

      await page.goto(`/products/${clockChanges.productId}`);
      const entries = page.getByRole('table', { name: 'Calendar entries', exact: true });
      for (const text of datesOnScreen) await expect(entries).toContainText(text);
      await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toContainText(/Sep(tember)? 26/);
    });

    test('counts whole days across clock changes', async ({ page }) => {
      for (const at of [
        '2027-03-14T06:59:59Z',
        '2027-03-14T10:00:00Z',
        '2027-04-03T14:30:00Z',
        '2026-09-26T14:30:00Z',
      ]) {
        await page.clock.setFixedTime(new Date(at));
        await page.goto(`/?product=${clockChanges.productId}&quantity=25`);
        const answer = page.getByRole('region', { name: 'Answer', exact: true });
        await expect(answer.locator('time').first()).toHaveAttribute('datetime', '2027-04-04');
        const local = new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(new Date(at));
        const days = Math.round((Date.UTC(2027, 3, 4) - Date.parse(`${local}T00:00:00Z`)) / 86_400_000);
        const words = days > 1 ? `in ${days} days` : days === 1 ? 'tomorrow' : 'today';
        await expect(answer, at).toContainText(new RegExp(words, 'i'));
      }
    });
  });
}
