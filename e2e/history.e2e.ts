import { expect, test } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { formatDateNear } from '#stock/locale-date.ts';

import { expectAccessible } from './expect-accessible.ts';
import { canvas } from './stock-fixture.ts';

const today = todayIn('UTC');
const day = (days: number) => addDays(today, days);
const shown = (days: number) => formatDateNear(day(days), today, 'en-US', 'medium');

/** Expected stock that slips by six days before it arrives, five times, without a look at the last weekend. */
const days = [
  ...[-90, -75, -60, -45, -30].flatMap((start) =>
    Array.from({ length: 15 }, (_, passed) => ({
      day: day(start + passed),
      stockResult:
        passed < 10
          ? { kind: 'expected', date: day(start + (passed < 3 ? 4 : 10)) }
          : { kind: 'in-stock', date: day(start + 10) },
    })),
  ),
  ...[-12, -11, -10].map((at) => ({ day: day(at), stockResult: { kind: 'max-lead-time', date: day(at + 84) } })),
];

test('the history of a ship date is drawn, listed, summed up, and read with the keyboard', async ({ page }) => {
  await page.route('**/gateway/history?*', (route) => route.fulfill({ json: { today, days } }));
  await page.goto(`/?product=${canvas.productId}&quantity=50`);
  const panel = page.getByRole('region', { name: 'Ship date history' });
  await panel.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/history=true/);
  // Each order slips by 6 days, and what is sold has to be ordered again.
  await expect(panel.getByText(/^In 90 days this date moved later \d+ times, typically by 6 days\.$/)).toBeVisible();
  const rows = panel.getByRole('table', { name: 'Moves of the ship date' }).getByRole('row');
  await expect(rows.nth(1)).toHaveText(`${shown(-12)}${shown(72)} at max lead time, not backed by stock84 days later`);
  await expect(rows.nth(2)).toHaveText(`${shown(-15)} – ${shown(-13)}Not observed`);
  await expect(rows.nth(3)).toHaveText(`${shown(-20)}In stockas expected`);
  await expect(rows.nth(4)).toHaveText(`${shown(-27)}${shown(-20)}6 days later`);

  const chart = panel.getByRole('application', { name: 'Ship date history of 50 m' });
  await chart.focus();
  const said = panel.getByRole('status');
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText(`${shown(-11)}: ${shown(73)} at max lead time, not backed by stock`);
  await page.keyboard.press('Home');
  await expect(said).toHaveText(`${shown(-90)}: ${shown(-86)}`);
  // Scrolled, the header covers a button in part.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Hide' }).click();
  await expect(chart).toHaveCount(0);
});

test('the first day of a history says since when it is kept', async ({ page }) => {
  await page.goto(`/?product=${canvas.productId}&history=true`);
  const panel = page.getByRole('region', { name: 'Ship date history' });
  await expect(panel.getByText(/^The ship date is recorded since \w+ \d+\. How it moves/)).toBeVisible();
});
