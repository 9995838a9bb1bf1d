import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A phone's width and a desk's. */
const widths = [390, 1440];

/**
 * Holds what the page shows to accessibility, narrow and wide, in light and in dark, and to its width. Leaves it wide
 * and dark.
 * @param hasOverlay whether something open lies over the page: what it covers in part is no target then, and itself it
 *   is in no landmark
 */
export async function expectAccessible(page: Page, hasOverlay = false): Promise<void> {
  const height = page.viewportSize()?.height ?? 900;
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(
      await faultsOf(new AxeBuilder({ page }).withTags(tags).disableRules(hasOverlay ? ['target-size', 'region'] : [])),
      `at ${width}, in light`,
    ).toEqual([]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `nothing is wider than the screen of ${width}`).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // Colours are all that a theme changes.
    expect(await faultsOf(new AxeBuilder({ page }).withRules(['color-contrast'])), `at ${width}, in dark`).toEqual([]);
  }
}

async function faultsOf(axe: AxeBuilder): Promise<[id: string, html: string[]][]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}
