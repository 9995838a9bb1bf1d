import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Holds what the page shows to accessibility, in light and in dark, and to its width. Leaves it dark.
 * @param hasOverlay whether something open lies over the page: what it covers in part is no target then
 */
export async function expectAccessible(page: Page, hasOverlay = false): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(
    await faultsOf(new AxeBuilder({ page }).withTags(tags).disableRules(hasOverlay ? ['target-size'] : [])),
    'in light',
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'nothing is wider than the screen').toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // Colours are all that a theme changes.
  expect(await faultsOf(new AxeBuilder({ page }).withRules(['color-contrast'])), 'in dark').toEqual([]);
}

async function faultsOf(axe: AxeBuilder): Promise<[id: string, html: string[]][]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}
