import type { Page } from '@playwright/test';

import { addDays } from '#stock/calendar-date.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';

/** Shows the person's promises as later by some days, wherever the page loads or checks them: all, or those of some products. */
export async function movePromises(page: Page, days: number, productIds?: readonly number[]): Promise<void> {
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    // There is no response if the page is left, or the test ends, meanwhile.
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (!response || !body) return;
    for (const promise of body.promises)
      if (productIds?.includes(promise.productId) ?? true) {
        Object.assign(promise.now, { kind: 'expected', date: addDays(promise.promised.date, days) });
        promise.since = 0;
      }
    await route.fulfill({ response, json: body });
  });
}

/** Shows the person's promises at max lead time as told some days ago: their dates moved on with the days since. */
export async function rollPromises(page: Page, days: number): Promise<void> {
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (!response || !body) return;
    for (const { promised } of body.promises)
      if (promised.kind === 'max-lead-time')
        Object.assign(promised, { date: addDays(promised.date, -days), day: addDays(promised.day, -days) });
    await route.fulfill({ response, json: body });
  });
}

/** Shows the dates of the person's promises as past. */
export async function passPromises(page: Page): Promise<void> {
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (!response || !body) return;
    for (const { promised } of body.promises)
      Object.assign(promised, { date: addDays(body.today, -2), day: addDays(body.today, -9) });
    await route.fulfill({ response, json: body });
  });
}

interface PastPromise {
  productId: number;
  product: string;
  /** Weeks from its date to today. */
  weeksAgo: number;
  /** Days by which it slipped before its date. */
  slip: number;
  closed?: KeptPromise['closed'];
}

/** Shows other promises, whose dates are past, instead of the person's. */
export async function showPastPromises(page: Page, past: readonly PastPromise[]): Promise<void> {
  await page.route(/\/gateway\/promises(\/check)?$/, async (route) => {
    const response = await route.fetch().catch(() => null);
    const body = (await response?.json().catch(() => null)) as KeptPromises | null | undefined;
    if (!response || !body) return;
    const promises = past.map(({ productId, product, weeksAgo, slip, closed = null }, place): KeptPromise => {
      const due = addDays(body.today, -7 * weeksAgo);
      const promised = { kind: 'expected', date: due, day: addDays(due, -10) } as const;
      const moved = { kind: 'expected', date: addDays(due, slip), day: addDays(due, -3) } as const;
      return {
        letterId: 'a-letter-of-the-past',
        place,
        productId,
        product,
        quantity: 60_000,
        unit: 'm',
        customer: 'Atelier Nord',
        toldAt: body.at,
        promised,
        now: { ...moved, day: due },
        since: body.at,
        checkedAt: body.at,
        closed,
        changes: [
          { ...promised, at: body.at, isTold: true },
          ...(slip === 0 ? [] : [{ ...moved, at: body.at, isTold: false }]),
        ],
      };
    });
    await route.fulfill({ response, json: { ...body, promises } });
  });
}
