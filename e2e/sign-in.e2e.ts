import { expect, test, type Browser, type Page } from '@playwright/test';

import { signToken } from '#server/service/sign-token.ts';

import { button, cell, grid, lines, paste } from './order-page.ts';
import { watchForSecrets } from './secret-search.ts';
import { startServer, type StartedServer } from './started-server.ts';

// One service, and before it a gateway at which everybody signs in with credentials of their own.
test.describe.configure({ mode: 'default' });

const secret = 'a secret of the tests that is long enough';
const subscriptionKey = 'a-subscription-key-of-the-tests';

let service: StartedServer;
let gateway: StartedServer;
test.beforeAll(async () => {
  service = await startServer(4, 'fixture', { STOCK_JWT_SECRET: secret, STOCK_SUBSCRIPTION_KEYS: subscriptionKey });
  gateway = await startServer(5, 'catalogue', { STOCK_UPSTREAM_URL: `${service.url}/api` });
});
test.afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

const tokens: string[] = [];
let searchForSecrets: ReturnType<typeof watchForSecrets>;
test.beforeEach(({ page }) => {
  tokens.length = 0;
  searchForSecrets = watchForSecrets(page);
});
test.afterEach(() => searchForSecrets([...tokens, subscriptionKey, secret], [gateway.log(), service.log()]));

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

/** The same person ends all their sessions in another browser: the next question here is refused. */
async function signOutFromElsewhere(browser: Browser, subject: string) {
  const context = await browser.newContext({ baseURL: gateway.url });
  const headers = { Origin: gateway.url };
  const data = { token: await newToken(subject), subscriptionKey };
  expect((await context.request.post('/gateway/session', { data, headers })).status()).toBe(200);
  expect((await context.request.delete('/gateway/session?everywhere=true', { headers })).status()).toBe(200);
  await context.close();
}

test('nobody gets in without credentials that the service takes', async ({ page }) => {
  await page.goto(`${gateway.url}/?product=20001&quantity=80`);
  const dialog = page.getByRole('dialog', { name: 'Sign in to the stock service' });
  await expect(dialog).toContainText('whoever runs the stock service');
  await button(page, 'Sign in').click();
  await expect(dialog.getByText('Access token is missing: paste the bearer token (a JWT).')).toBeVisible();
  await fillIn(page, await newToken('ann'), 'a-wrong-key');
  await expect(dialog.getByRole('alert')).toContainText('not accepted. The stock service answered 401');
  await searchForSecrets([...tokens, 'a-wrong-key'], [gateway.log(), service.log()]);
  await fillIn(page, `Bearer ${await newToken('ann')}`);
  await expect(dialog).toBeHidden();
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
});

test('a question that meets a sign-in is asked by itself after it', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/`);
  await signIn(page, 'bea');
  await signOutFromElsewhere(browser, 'bea');
  await page.getByLabel('Product', { exact: true }).fill('HC-0001');
  await page.getByLabel('Quantity', { exact: true }).fill('80');
  await page.getByLabel('Quantity', { exact: true }).press('Enter');
  await signIn(page, 'bea');
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
});

test('an order that meets a sign-in is checked to its end after it', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/order`);
  await signIn(page, 'cem');
  await expect(grid(page)).toBeVisible();
  await paste(page, lines('20001\t80', '20002\t5', '20006\t250'));
  await expect(cell(page, 3, 'Quantity')).toHaveText('250');
  await signOutFromElsewhere(browser, 'cem');
  await button(page, 'Check availability').click();
  await signIn(page, 'cem');
  await expect(cell(page, 1, 'Status')).toHaveText('In stock');
  await expect(cell(page, 2, 'Status')).toHaveText('Max lead time');
  await expect(cell(page, 3, 'Status')).toHaveText('Expected');
});

test('a calendar that meets a sign-in opens after it', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/products`);
  await signIn(page, 'dan');
  await signOutFromElsewhere(browser, 'dan');
  await page.getByLabel('Product', { exact: true }).fill('HC-0001');
  await page.getByLabel('Product', { exact: true }).press('Enter');
  await signIn(page, 'dan');
  await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
});

test('the end of the token is announced ten minutes ahead', async ({ page }) => {
  await page.goto(`${gateway.url}/`);
  await fillIn(page, await newToken('eve', 9));
  const notice = page.getByText(/Your access token runs out at/);
  await expect(notice).toBeVisible();
  await button(page, 'Sign in again').click();
  await signIn(page, 'eve');
  await expect(notice).toBeHidden();
});

test('signing out leads back to the way in, here and everywhere', async ({ page, browser }) => {
  await page.goto(`${gateway.url}/`);
  await signIn(page, 'fay');
  const other = await browser.newPage();
  await other.goto(`${gateway.url}/`);
  await fillIn(other, await newToken('fay'));
  await expect(other.getByRole('dialog')).toBeHidden();
  await button(page, 'Settings').click();
  await button(page, 'Sign out everywhere').click();
  await expect(page.getByRole('dialog', { name: 'Sign in to the stock service' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('dialog', { name: 'Sign in to the stock service' })).toBeVisible();
  await other.close();
});
