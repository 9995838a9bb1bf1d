import { expect, test, type Browser, type Page } from '@playwright/test';

import { problemKinds, problemType } from '#stock/contract/problem-codes.ts';
import { signToken } from '#server/service/access-token.ts';

import { button, cell, check, grid, lines, paste, waitForStoredOrder } from './order-page.ts';
import { textsOf, type SavedFile } from './saved-files.ts';
import { watchForSecrets } from './secret-search.ts';
import { startServer, type StartedServer } from './started-server.ts';
import { exportFile } from './export-menu.ts';

// A service behind a gateway, where each user signs in with their own credentials.
test.describe.configure({ mode: 'default' });

const secret = 'a secret of the tests that is long enough';
const subscriptionKey = 'a-subscription-key-of-the-tests';

let service: StartedServer;
let gateway: StartedServer;
test.beforeAll(async () => {
  // Logs everything, so that all of it is searched.
  const LOG_LEVEL = 'debug';
  const credentials = { STOCK_JWT_SECRET: secret, STOCK_SUBSCRIPTION_KEYS: subscriptionKey };
  service = await startServer(4, 'fixture', { ...credentials, LOG_LEVEL });
  gateway = await startServer(5, 'catalogue', { STOCK_UPSTREAM_URL: `${service.url}/api`, LOG_LEVEL });
});
test.afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

const tokens: string[] = [];
let searchForSecrets: (more?: readonly string[], files?: readonly SavedFile[]) => Promise<void>;
test.beforeEach(({ page }) => {
  tokens.length = 0;
  const search = watchForSecrets(page);
  searchForSecrets = async (more = [], files = []) => {
    const metrics = await Promise.all(
      [gateway, service].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
    );
    const written = [gateway.log(), service.log(), ...metrics];
    // Guards against empty logs and metrics, which would always pass.
    expect(written.map((text) => /session|stock\/calendar|productCalendars/.test(text))).not.toContain(false);
    await search([...tokens, subscriptionKey, secret, ...more], [...written, ...files.flatMap(textsOf)]);
  };
});
test.afterEach(() => searchForSecrets());

async function newToken(subject: string, minutes = 60): Promise<string> {
  const expiresAt = Math.floor(Date.now() / 1000) + minutes * 60;
  const token = await signToken(secret, { subject, expiresAt });
  tokens.push(token);
  return token;
}

async function fillIn(page: Page, token: string, key = subscriptionKey) {
  await page.getByLabel('Access token', { exact: true }).fill(token);
  await page.getByLabel('Subscription key', { exact: true }).fill(key);
  await button(page, 'Sign in').click();
}

async function signIn(page: Page, subject: string) {
  await fillIn(page, await newToken(subject));
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Ends all sessions of a user from another browser. The next request here gets 401. */
async function signOutFromElsewhere(browser: Browser, subject: string) {
  const context = await browser.newContext({ baseURL: gateway.url });
  const headers = { Origin: gateway.url };
  const data = { token: await newToken(subject), subscriptionKey };
  expect((await context.request.post('/gateway/session', { data, headers })).status()).toBe(200);
  expect((await context.request.delete('/gateway/session?everywhere=true', { headers })).status()).toBe(200);
  await context.close();
}

/** Delays suggestions: a sign-in dialog that they open would take the focus. Returns a function that releases them. */
async function holdSuggestions(page: Page): Promise<() => void> {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((open) => (gate.open = open));
  await page.route('**/gateway/products?*', async (route) => {
    await opened;
    await route.continue();
  });
  return () => gate.open?.();
}

test('sign-in requires credentials that the service accepts', async ({ page }) => {
  await page.goto(`${gateway.url}/?product=20001&quantity=80`);
  const dialog = page.getByRole('dialog', { name: 'Sign in to Stock Horizon' });
  await expect(dialog).toContainText('Your administrator provides both');
  await button(page, 'Sign in').click();
  await expect(dialog.getByText('Enter the access token (JWT).')).toBeVisible();
  await fillIn(page, 'half a token');
  await expect(dialog.getByRole('alert')).toContainText("The access token isn't valid. Copy it again, in full.");
  await fillIn(page, await newToken('ann'), 'a-wrong-key');
  await expect(dialog.getByRole('alert')).toContainText('not accepted. The stock service rejected this access token');
  await searchForSecrets(['a-wrong-key']);
  await fillIn(page, `Bearer ${await newToken('ann')}`);
  await expect(dialog).toBeHidden();
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('rejected credentials are reported in German', async ({ page }) => {
    await page.goto(`${gateway.url}/`);
    await page.locator('input[name=token]').fill(await newToken('ann'));
    const key = page.locator('input[name=subscriptionKey]');
    await key.fill('a-wrong-key');
    await key.press('Enter');
    await expect(page.getByRole('alert')).toContainText('abgelehnt (Status 401)');
    await page.route('**/gateway/session', (route) => {
      const problem = { type: problemType('rejected-credentials'), ...problemKinds['rejected-credentials'] };
      const json = { ...problem, detail: 'The stock service rejected them.', instance: '/gateway/session' };
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json });
    });
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeEnabled();
    await key.press('Enter');
    await expect(page.getByRole('alert')).toContainText('abgelehnt (Status 403)');
    await expect(page.getByRole('alert')).not.toContainText('rejected');
  });
});

test('a check interrupted by a sign-in continues automatically', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/`);
  await signIn(page, 'bea');
  await signOutFromElsewhere(browser, 'bea');
  const release = await holdSuggestions(page);
  await page.getByLabel('Product', { exact: true }).fill('HC-0001');
  await page.getByLabel('Quantity', { exact: true }).fill('80');
  await page.getByLabel('Quantity', { exact: true }).press('Enter');
  release();
  await signIn(page, 'bea');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
});

test('an order check interrupted by a sign-in continues to the end', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/order`);
  await signIn(page, 'cem');
  await expect(grid(page)).toBeVisible();
  await paste(page, lines('20001\t80', '20002\t5', '20006\t250'));
  await expect(cell(page, 3, 'Quantity')).toHaveText('250');
  // Otherwise a request for names, or saving the order, would trigger the sign-in before the check does.
  for (const row of [1, 2, 3]) await expect(cell(page, row, 'Name')).not.toBeEmpty();
  await expect(cell(page, 3, 'Status')).toHaveText('Expected');
  await waitForStoredOrder(page, ['20001', '20002', '20006'], 3);
  await signOutFromElsewhere(browser, 'cem');
  await button(page, 'Recheck all').click();
  await signIn(page, 'cem');
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
  await expect(cell(page, 3, 'Status')).toHaveText('Expected');
});

test('a calendar interrupted by a sign-in opens after it', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/products`);
  await signIn(page, 'dan');
  await expect(page.getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await signOutFromElsewhere(browser, 'dan');
  await page.getByRole('link', { name: '20001', exact: true }).click();
  await signIn(page, 'dan');
  await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
});

test('a filter of the products applies after a sign-in', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/calendars`);
  await signIn(page, 'eli');
  await expect(page.getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await signOutFromElsewhere(browser, 'eli');
  await page
    .getByRole('group', { name: 'Products by first ship date', exact: true })
    .getByRole('button', { name: /^Not available/ })
    .click();
  await signIn(page, 'eli');
  await expect(page.locator('[aria-busy="false"]').getByRole('table', { name: 'Products', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/tile=nothing/);
});

test('no screen, file, log or metric contains the credentials', async ({ page }) => {
  const files: SavedFile[] = [];
  const step = (flow: string, walk: () => Promise<void>) =>
    test.step(flow, async () => {
      await walk();
      await searchForSecrets([], files);
    });

  await step('sign-in and availability', async () => {
    await page.goto(`${gateway.url}/?product=20001&quantity=100`);
    await signIn(page, 'gus');
    await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText('Expected');
  });
  await step('order and its exports', async () => {
    await page.goto(`${gateway.url}/order`);
    await expect(grid(page)).toBeVisible();
    await paste(page, lines('20001\t80', '20002\t5'));
    await check(page);
    await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
    files.push(await exportFile(page, 'CSV'), await exportFile(page, 'Excel'));
  });
  await step('calendar', async () => {
    await page.goto(`${gateway.url}/products/20001`);
    await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
  });
  await step('calendars and their export', async () => {
    await page.goto(`${gateway.url}/calendars?ids=20001,20002`);
    await expect(page.getByRole('table', { name: 'Products', exact: true })).toContainText('80');
    files.push(await exportFile(page, 'CSV', ['This page']));
  });
  await step('API check', async () => {
    await page.goto(`${gateway.url}/connection`);
    await button(page, 'Run API check').click();
    await expect(
      page.getByRole('table', { name: 'API check', exact: true }).getByText('Passed', { exact: true }).first(),
    ).toBeVisible();
  });
  await step('a token that runs out in mid-work', async () => {
    await page.goto(`${gateway.url}/order`);
    await expect(cell(page, 1, 'Product')).toHaveText('20001');
    const headers = { Origin: gateway.url };
    const data = { token: await newToken('gus', 0.1), subscriptionKey };
    expect((await page.request.post(`${gateway.url}/gateway/session`, { data, headers })).status()).toBe(200);
    const stock = () => page.request.get(`${gateway.url}/gateway/availability?productId=20001&quantity=1`);
    await expect.poll(async () => (await stock()).status()).toBe(401);
    // The sign-in may cover the button already, after a request in the background.
    await button(page, 'Recheck all').dispatchEvent('click');
    await signIn(page, 'gus');
    await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  });
  await step('sign-out', async () => {
    await page.getByRole('button', { name: /^Preferences of/ }).click();
    await button(page, 'Sign out').click();
    await expect(page.getByRole('dialog', { name: 'Sign in to Stock Horizon' })).toBeVisible();
  });
});

test('the token’s expiry is announced ten minutes ahead', async ({ page }) => {
  await page.goto(`${gateway.url}/`);
  await fillIn(page, await newToken('eve', 9));
  const notice = page.getByText(/Your access token expires at/);
  await expect(notice).toBeVisible();
  await button(page, 'Sign in again').click();
  await signIn(page, 'eve');
  await expect(notice).toBeHidden();
});

test('signing out leads back to the sign-in page, here and everywhere', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/`);
  await signIn(page, 'fay');
  const other = await browser.newPage();
  await other.goto(`${gateway.url}/`);
  await fillIn(other, await newToken('fay'));
  await expect(other.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: /^Preferences of/ }).click();
  await button(page, 'Sign out on all devices').click();
  await expect(page.getByRole('dialog', { name: 'Sign in to Stock Horizon' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('dialog', { name: 'Sign in to Stock Horizon' })).toBeVisible();
  await other.close();
});
