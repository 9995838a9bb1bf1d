import type { Page } from '@playwright/test';

export const table = (page: Page) => page.getByRole('table', { name: 'Products', exact: true });
export const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });
export const summary = (page: Page) => page.getByRole('region', { name: 'Summary', exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns the IDs of the products on screen, in row order. */
export async function shownIds(page: Page): Promise<number[]> {
  const texts = await table(page).locator('tbody td[data-column="product"] a').allTextContents();
  return texts.map(Number);
}
