import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Widths of a phone and a desktop window, in pixels. */
const widths = [390, 1440];

/**
 * Checks the page with axe at each width, and its colors in light and dark mode. Also checks that it doesn't scroll
 * sideways. Leaves the page at desktop width in dark mode.
 * @param hasOverlay whether an overlay is open: it may partly cover targets, and is outside the landmarks, so both
 *   rules are disabled
 */
export async function expectAccessible(page: Page, hasOverlay = false): Promise<void> {
  const height = page.viewportSize()?.height ?? 900;
  // Pages for customers have no script that follows the color scheme.
  const isDashboard = (await page.locator('html[data-mantine-color-scheme]').count()) > 0;
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'light' });
    if (isDashboard) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    expect(
      await faultsOf(
        axeOn(page)
          .withTags(tags)
          .disableRules(hasOverlay ? ['target-size', 'region'] : []),
      ),
      `at ${width}, in light`,
    ).toEqual([]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `nothing is wider than the screen of ${width}`).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    if (isDashboard) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // A color scheme changes colors only.
    expect(await faultsOf(axeOn(page).withRules(['color-contrast'])), `at ${width}, in dark`).toEqual([]);
  }
}

/** Without frames of other origins, axe needs no second page; what passed is neither described nor transferred. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
}

async function faultsOf(axe: AxeBuilder): Promise<[id: string, html: string[]][]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}
