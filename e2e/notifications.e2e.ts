import { expect } from '@playwright/test';

import type { Notifications } from '#stock/contract/notifications.ts';

import { expectAccessible } from './expect-accessible.ts';
import { cell, check, lines, openOrder, orderMenu, paste } from './order-page.ts';
import { test } from './own-person.ts';
import { showPastPromises } from './promised-moves.ts';
import { stockServer } from './servers.ts';

test.use({ baseURL: stockServer.url });

test('a product is watched from its result, and the watch is deleted', async ({ page }) => {
  await page.goto('/notifications');
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await expect(page.getByText("Mail isn't set up.")).toBeVisible();
  await page.getByRole('radio', { name: 'Watches' }).check({ force: true });
  await expect(page).toHaveURL(/#watches$/);
  await expect(page.getByText('No watches')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add watch' }).click();
  await page.getByRole('dialog', { name: 'Add watch' }).getByLabel('Product').fill('300 m harbour canvas');
  await page.getByRole('option', { name: /Harbour canvas, navy/ }).click();
  await expect(page.getByRole('dialog', { name: 'Watch', exact: true }).getByLabel('Quantity')).toHaveValue('300');
  await page.keyboard.press('Escape');
  // Without a quantity the form asks for it.
  await page.goto('/?product=20001');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Watch' });
  await expect(panel.getByLabel('Quantity')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.goto('/?product=20001&quantity=250');
  const button = page.getByRole('button', { name: 'Watch', exact: true });
  await expect(button).toHaveText('Watch');
  await button.click();
  await expect(panel.getByRole('checkbox', { name: 'Falls short' })).toBeChecked();
  await expect(panel.getByLabel('Quantity')).toHaveValue('250');
  await expectAccessible(page);
  // Escape in the calendar leaves the form open, and so does a date that is picked.
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  const shipBy = panel.getByRole('textbox', { name: 'Ship by' });
  for (const key of ['Escape', 'Enter']) {
    await panel.getByRole('button', { name: 'Choose a date' }).click();
    await expect(calendar.locator(':focus')).toHaveAccessibleName(/\d/);
    await page.keyboard.press(key);
    await expect(calendar).toHaveCount(0);
    await expect(shipBy).toHaveValue(key === 'Enter' ? /\d/ : '');
  }
  await shipBy.fill('');
  await panel.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByText('Watching: Harbour canvas, navy, 250 m')).toBeVisible();
  await page.getByRole('button', { name: 'Watched' }).click();
  // Another quantity instead, not besides.
  await panel.getByLabel('Quantity').fill('10000000');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('radio', { name: 'Watches' }).check({ force: true });
  const watches = page.getByRole('table', { name: 'Watches' });
  await expect(watches.getByRole('row')).toHaveCount(2);
  const row = watches.getByRole('row', { name: /10,000,000/ });
  await expect(row).toContainText('Falls short');
  const ends = row.locator('time').last();
  const year = ((await ends.getAttribute('datetime')) ?? '').slice(0, 4);
  if (year !== String(new Date().getFullYear())) await expect(ends).toContainText(year);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Delete the watch of/ }).click();
  await expect(page.getByText('No watches')).toBeVisible();
});

test('notifications are listed by day and marked as read', async ({ page }) => {
  const today = new Date().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const line = {
    of: 'promise',
    letterId: 'a-letter-of-the-past',
    place: 0,
    productId: 20_001,
    product: 'Blue poplin',
    quantity: 250_000,
    unit: 'm',
    from: { kind: 'expected', date: '2031-12-06', day: today },
    to: { kind: 'expected', date: '2031-12-12', day: today },
    shipBy: '2031-12-06',
  } as const;
  let unread = 2;
  await page.route(/\/gateway\/notifications(\/\w+)?$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/read')) {
      unread = 0;
      return route.fulfill({ status: 204 });
    }
    const body: Notifications & { worse: object } = {
      unread,
      all: 2,
      held: 1,
      worse: { promises: 1, orders: 0 },
      notifications: [
        {
          id: 'mass',
          at: Date.now(),
          isRead: unread === 0,
          content: { kind: 'mass-change', worse: 812, lines: 900 },
        },
        { id: 'later', at: Date.now(), isRead: unread === 0, content: { kind: 'later', ...line } },
      ],
    };
    return route.fulfill({ json: body });
  });
  await showPastPromises(page, [{ productId: 20_001, product: 'Blue poplin', weeksAgo: -2, slip: 6 }]);
  await page.goto('/notifications');
  const list = page.getByRole('list').filter({ hasText: 'Blue poplin' });
  await expect(list).toContainText(/250\sm · Atelier Nord/);
  await expect(list).toContainText('6 days later, promised for');
  await expect(list).toContainText('812 of 900 products got worse at once. Check the stock data.');
  await expect(page.getByRole('button', { name: 'Send anyway' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Notifications.*2 unread/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Promises.*1 at risk/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
  await list.getByRole('link', { name: 'Show promise' }).click();
  await expect(page.getByRole('button', { name: 'Atelier Nord', expanded: true })).toBeVisible();
});

test('all lines of an order are watched, and a filled bell stands wherever a watched product does', async ({
  page,
}) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await check(page);
  for (const [at, product, quantity] of [
    [3, '20001', '20'],
    [4, 'NOPE-1', '3'],
  ] as const) {
    await cell(page, at, 'Product').click();
    await page.keyboard.type(product);
    await page.keyboard.press('Tab');
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
  }
  await expect(cell(page, 4, 'Status')).toContainText('Unknown product');
  await orderMenu(page, 'Watch all lines');
  const panel = page.getByRole('dialog', { name: 'Watch' });
  await expect(panel).toContainText('3 lines');
  await expect(panel).toContainText("1 line without a known product or quantity can't be watched.");
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(panel).toHaveCount(0);
  await expect(cell(page, 1, 'Name')).toContainText('Watched: 80 m and 100 m');
  await expectAccessible(page);

  // The second bell opens the first watch.
  await page.goto('/?product=20001&quantity=30');
  await page.getByRole('button', { name: 'Watched: 80 m and 100 m' }).click();
  await expect(panel.getByLabel('Quantity')).toHaveValue('80');
  await expect(panel.getByRole('button', { name: 'Delete watch' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/calendars?quantity=5&unit=m');
  const row = page.getByRole('table', { name: 'Products' }).getByRole('row', { name: /20002/ });
  await row.getByRole('button', { name: 'Watched: 5 m' }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Delete watch' }).click();
  await expect(row.getByRole('button', { name: /^Watched/ })).toHaveCount(0);
  await page.goto('/calendars?view=compare&selected=20001,20002');
  await expect(page.getByRole('button', { name: 'Watched: 80 m and 100 m' })).toBeVisible();
});
