import { expect, test, type Page } from '@playwright/test';

import type { ApiCheck } from '#stock/contract/api-check.ts';

import { expectAccessible } from './expect-accessible.ts';

// The tests share one user, and the server rejects a second check while one is running.
test.describe.configure({ mode: 'default' });

const table = (page: Page) => page.getByRole('table', { name: 'API check', exact: true });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function check(page: Page) {
  await page.goto('/connection');
  await page.getByRole('button', { name: 'Run API check', exact: true }).click();
}

/** Changes one requirement of the real report to failed. */
async function breakOne(page: Page) {
  await page.route('**/gateway/api-check', async (route) => {
    const response = await route.fetch();
    const report = (await response.json()) as ApiCheck;
    const requirements = report.requirements.map((requirement) =>
      requirement.id === 'item-unix'
        ? {
            ...requirement,
            result: 'failed',
            findings: [
              {
                request: 'GET /stock/20001?quantity=80',
                path: 'results[0].item.stockDateUnix',
                expected: '1805241600',
                got: '0',
              },
            ],
          }
        : requirement,
    );
    await route.fulfill({ json: { ...report, requirements } });
  });
}

async function fail(page: Page) {
  await page.route('**/gateway/api-check', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': 'request-17' },
      body: JSON.stringify({
        type: 'about:blank',
        title: 'x',
        status: 503,
        detail: 'The service rests.',
        instance: '/x',
      }),
    }),
  );
}

test('on a phone, a requirement has the width of the table', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await breakOne(page);
  await check(page);
  const requirement = table(page).locator('td[data-column="sentence"]').first();
  await expect(requirement).toBeVisible();
  expect((await requirement.boundingBox())!.width).toBeGreaterThan(0.95 * (await table(page).boundingBox())!.width);
  await expect(table(page).getByText('Passed').first()).toBeVisible();
});

test('shows the connected service and the user', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Search products and pages' }).fill('Stock service');
  await expect(page.getByRole('option', { name: 'Stock service' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/connection$/);
  await expect(page.getByRole('heading', { name: 'Stock service', level: 1 })).toBeFocused();
  const service = panel(page, 'Service');
  await expect(service).toContainText('Built-in service');
  await expect(service).toContainText(/http:\/\/127\.0\.0\.1:\d+\/api/);
  const person = panel(page, 'Signed in');
  for (const fact of ['CompanyBRU', 'Sales organization2510', 'TerritoryBRU_GLO', 'expires in 1'])
    await expect(person).toContainText(fact);
  await expect(service).toContainText(/Response time\d+ ms/);
});

test('checks the service against the API specification, and finds no failure', async ({ page }) => {
  await check(page);
  await expect(page.getByText('No failures', { exact: true })).toBeVisible();
  await expect(table(page).getByText('Failed', { exact: true })).toHaveCount(0);
  expect(await table(page).getByText('Passed', { exact: true }).count()).toBeGreaterThan(30);
});

test('a check that was started by a key keeps the focus', async ({ page }) => {
  await page.goto('/connection');
  const start = page.getByRole('button', { name: 'Run API check', exact: true });
  await start.press('Enter');
  await expect(start).toBeEnabled({ timeout: 60_000 });
  await expect(start).toBeFocused();
  await expect(page.getByText('No failures', { exact: true })).toBeVisible();
});

test('shows a failed requirement with its request and path, without credentials', async ({ page }) => {
  await breakOne(page);
  await check(page);
  await expect(page.getByText('1 check failed', { exact: true })).toBeVisible();
  const detail = table(page).getByRole('row', { name: /results\[0\]\.item\.stockDateUnix/ });
  await expect(detail).toContainText('GET /stock/20001?quantity=80');
  expect(await page.content()).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
});

test('opens what a requirement was checked with by the keyboard', async ({ page }) => {
  await check(page);
  const open = table(page).getByRole('button', { name: 'What the elements of stock are.' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  await expect(table(page)).toContainText('elements seen are calendar entries');
});

test('shows why the check failed, and retries', async ({ page }) => {
  await fail(page);
  await check(page);
  const alert = page.getByRole('alert').filter({ hasText: 'The service rests.' });
  await expect(alert).toContainText('request-17');
  await expect(alert).toContainText('503');
  await page.unroute('**/gateway/api-check');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(table(page)).toBeVisible();
});

test('prints in light mode in any color scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/connection');
  await page.getByRole('button', { name: 'Preferences of Local user' }).click();
  await expect(page.getByRole('dialog', { name: 'Preferences', exact: true })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const choice = page.locator('.mantine-SegmentedControl-root').first();
  const grounds = () =>
    choice.evaluate((root) =>
      [root, ...root.querySelectorAll('.mantine-SegmentedControl-indicator')].map(
        (part) => getComputedStyle(part).backgroundColor,
      ),
    );
  await expect.poll(grounds).toEqual(['rgb(238, 238, 234)', 'rgb(255, 255, 255)']);
  await expect(choice.locator('label[data-active]')).toHaveCSS('color', 'rgb(27, 29, 34)');
});

test('remembers language, theme, format, unit, start page and transit days in this browser', async ({ page }) => {
  await page.goto('/calendars');
  await page.getByRole('button', { name: 'Preferences of Local user' }).click();
  const settings = page.getByRole('dialog', { name: 'Preferences', exact: true });
  await settings.getByLabel('Start page').selectOption('Overview');
  await settings.getByLabel('Transit days').fill('3');
  await settings.getByLabel('Number and date format').selectOption('de-CH');
  await expect(settings).toContainText(/1['’]234\.5/);
  await settings.getByLabel('Default unit').fill('pcs');
  await settings.getByRole('radio', { name: 'Dark', exact: true }).check();
  await settings.getByRole('radio', { name: 'Deutsch', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Voreinstellungen', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Voreinstellungen von Lokaler Benutzer' })).toBeFocused();
  await page.goto('/');
  await expect(page).toHaveURL(/\/overview$/);
  await page.reload();
  await expect(page.locator('link[rel="modulepreload"][href*="/de-"]')).toHaveCount(1);
  await expect(page.locator('link[rel="modulepreload"][href*="/en-"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Voreinstellungen von Lokaler Benutzer' }).click();
  const kept = page.getByRole('dialog', { name: 'Voreinstellungen', exact: true });
  await expect(kept.getByLabel('Transporttage')).toHaveValue('3');
  await expect(kept.getByLabel('Zahlen- und Datumsformat')).toHaveValue('de-CH');
  await expect(kept).toContainText(/1['’]234\.5\spcs/);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 360, height: 800 } });

  test('every page can be reached at the smallest width', async ({ page }) => {
    await page.goto('/connection');
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(['Übersicht', 'Verfügbarkeit', 'Bestellungen', 'Produkte', 'Zusagen']);
    const settings = page.getByRole('button', { name: 'Voreinstellungen von Lokaler Benutzer' });
    for (const link of [...(await links.all()), settings]) {
      const box = await link.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360, await link.innerText()).toBe(true);
    }
  });
});

test('has no accessibility violation', async ({ page }) => {
  await page.goto('/connection');
  await expect(panel(page, 'Service')).toContainText(/Response time\d+ ms/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preferences of Local user' }).click();
  await expect(page.getByRole('dialog', { name: 'Preferences', exact: true })).toBeVisible();
  await expectAccessible(page, true);
  await page.keyboard.press('Escape');
  await breakOne(page);
  await page.getByRole('button', { name: 'Run API check', exact: true }).click();
  await expect(table(page)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/gateway/api-check');
  await fail(page);
  await page.getByRole('button', { name: 'Run API check', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The service rests.' })).toBeVisible();
  await expectAccessible(page);
});
