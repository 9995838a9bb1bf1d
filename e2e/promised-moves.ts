import type { Page } from '@playwright/test';

import { addDays } from '#stock/calendar-date.ts';
import type { KeptPromises } from '#stock/contract/promises.ts';

/** Shows the person's promises as later by some days, wherever the page loads or checks them: all, or those of some products. */
export async function movePromises(page: Page, days: number, productIds?: readonly number[]): Promise<void> {
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    // There is no response if the page is left, or the test ends, meanwhile.
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (!response || !body) return;
    for (const { now, promised, productId } of body.promises)
      if (productIds?.includes(productId) ?? true)
        Object.assign(now, { kind: 'expected', date: addDays(promised.date, days) });
    await route.fulfill({ response, json: body });
  });
}
