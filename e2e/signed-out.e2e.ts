import { expect, test, type Page } from '@playwright/test';

/** From now on the gateway answers as to somebody signed out, until somebody signs in. */
async function signOut(page: Page) {
  let isSignedOut = true;
  await page.route(/\/gateway\/(stock|products)/, (route) => {
    if (!isSignedOut) return route.fallback();
    return route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Sign in.' }),
    });
  });
  await page.route('**/gateway/session', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    isSignedOut = false;
    return route.fulfill({ status: 200, contentType: 'application/json', body: '{}' });
  });
}

async function signIn(page: Page) {
  await page.getByLabel('Access token', { exact: true }).fill('a token');
  await page.getByLabel('Subscription key', { exact: true }).fill('a key');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a question that met a sign-in is asked by itself after it', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Check availability' })).toBeVisible();
  await signOut(page);
  await page.getByLabel('Product', { exact: true }).fill('HC-0001');
  await page.getByLabel('Quantity', { exact: true }).fill('80');
  await page.getByLabel('Quantity', { exact: true }).press('Enter');
  await signIn(page);
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(answer.getByText('In stock', { exact: true })).toBeVisible();
});

test('a calendar that met a sign-in opens by itself after it', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByLabel('Product', { exact: true })).toBeVisible();
  await signOut(page);
  await page.getByLabel('Product', { exact: true }).fill('HC-0001');
  await page.getByLabel('Product', { exact: true }).press('Enter');
  await signIn(page);
  await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
});
