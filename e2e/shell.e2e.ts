import { expect, test } from '@playwright/test';

import { demoServer } from './servers.ts';

test('three pages are a click away, and the settings behind a gear', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveText([
    'Availability',
    'Orders',
    'Products',
  ]);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL(/\/order$/);
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL(/\/calendars/);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
});

test('a first visit is shown three steps, until they are dismissed', async ({ page }) => {
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await steps.getByRole('button', { name: 'Dismiss first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Check availability' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('the demo data name themselves, and say how to import others', async ({ page }) => {
  await page.goto(`${demoServer.url}/`);
  const banner = page.getByRole('complementary', { name: 'Demo data' });
  await banner.getByRole('button', { name: 'Import instructions' }).click();
  await expect(page.getByRole('dialog', { name: 'Import instructions' })).toContainText('npm run import');
  await page.keyboard.press('Escape');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
});

test('what the max lead time means is told where its badge stands', async ({ page }) => {
  await page.goto('/?product=20001&quantity=5000');
  const answer = page.getByRole('region', { name: /^(Answer|Result)$/ });
  await answer.getByText('Max lead time', { exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('From this date any quantity can ship. Not backed by stock.');
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});
