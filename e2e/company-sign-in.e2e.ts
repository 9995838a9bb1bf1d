import { expect, test, type Page } from '@playwright/test';

import { runProvider, testClient, type RunningProvider } from '#server/sign-in/running-provider.fixture.ts';

import { button } from './order-page.ts';
import { watchForSecrets } from './secret-search.ts';
import { portOf } from './servers.ts';
import { startServer, type StartedServer } from './started-server.ts';

// Simulates a server behind a proxy, and an identity provider on another origin.
test.describe.configure({ mode: 'default' });
test.use({ extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.7' } });

const jwtSecret = 'a secret of the tests that is long enough';
const subscriptionKey = 'a-subscription-key-of-the-tests';
const url = `http://127.0.0.1:${portOf(6)}`;

let provider: RunningProvider;
let server: StartedServer;
test.beforeAll(async () => {
  provider = await runProvider({
    port: portOf(7),
    redirectUris: [`${url}/gateway/oidc/callback`],
    postLogoutRedirectUris: [`${url}/`],
    people: {
      ann: { name: 'Ann Weaver', email: 'ann@example.com', email_verified: true },
      bob: { name: 'Bob', email: 'bob@example.com', email_verified: false },
    },
  });
  server = await startServer(6, 'fixture', {
    STOCK_JWT_SECRET: jwtSecret,
    STOCK_SUBSCRIPTION_KEYS: subscriptionKey,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: testClient.clientId,
    OIDC_CLIENT_SECRET: testClient.clientSecret,
    OIDC_ALLOWED: 'example.com',
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.close();
});

let searchForSecrets: ReturnType<typeof watchForSecrets>;
test.beforeEach(({ page }) => {
  searchForSecrets = watchForSecrets(page);
});
test.afterEach(async ({ page, context }) => {
  await searchForSecrets([jwtSecret, subscriptionKey, testClient.clientSecret], [server.log()]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookies = (await context.cookies(url)).map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }));
  expect(cookies.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite !== 'Strict')).toEqual([]);
  // A JWT starts with the base64url form of `{"`.
  expect(page.url() + server.log()).not.toMatch(/eyJ[\w-]{10,}\./);
});

async function begin(page: Page, path: string) {
  await page.goto(url + path);
  await page.getByRole('link', { name: 'Sign in with company account' }).click();
  await expect(page.getByRole('heading', { name: 'The company' })).toBeVisible();
}

async function continueAs(page: Page, person: string) {
  await page.getByLabel('Person').fill(person);
  await button(page, 'Continue').click();
}

test('company sign-in returns the user to the requested page', async ({ page }) => {
  await begin(page, '/?product=20001&quantity=80');
  await continueAs(page, 'ann');
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
  expect(page.url()).toBe(`${url}/?product=20001&quantity=80`);
  await expect(page.getByRole('button', { name: 'Preferences of Ann Weaver' })).toBeVisible();
  await page.goto(`${url}/connection`);
  await expect(page.getByText('For administrators')).toBeVisible();
});

test('a user who isn’t allowed gets a message', async ({ page }) => {
  await begin(page, '/order');
  await continueAs(page, 'bob');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText("Your account doesn't have access");
  expect(new URL(page.url()).pathname).toBe('/order');
});

test('a user who cancels can sign in another way', async ({ page }) => {
  await begin(page, '/');
  await button(page, 'Call it off').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Company sign-in was canceled');
  await expect(page.getByLabel('Access token', { exact: true })).toBeVisible();
});

test('sign-out ends the session here and at the company', async ({ page }) => {
  await begin(page, '/');
  await continueAs(page, 'ann');
  await page.getByRole('button', { name: /^Preferences of/ }).click();
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in with company account' })).toBeVisible();
  expect(page.url()).toBe(`${url}/`);
});

test('a sign-in in another window is detected', async ({ page, context }) => {
  await page.goto(`${url}/?product=20001&quantity=80`);
  await expect(page.getByRole('dialog')).toBeVisible();
  const other = await context.newPage();
  await begin(other, '/');
  await continueAs(other, 'ann');
  await expect(other.getByRole('dialog')).toBeHidden();
  await other.close();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
});
