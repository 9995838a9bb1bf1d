import { expect, test, type Page } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';
import { formatDate, formatDateNear } from '#stock/locale-date.ts';

import { canvas, lastRolls, onOrder, withdrawn } from './stock-fixture.ts';

const today = todayIn('UTC');

async function checkAvailability(page: Page, product: string, quantity: string, shipBy?: string) {
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill(product);
  await page.getByLabel('Quantity', { exact: true }).fill(quantity);
  if (shipBy) await page.getByLabel('Ship by', { exact: true }).fill(shipBy);
  await page.getByRole('button', { name: 'Check availability' }).click();
}

function result(page: Page) {
  return page.getByRole('region', { name: 'Result', exact: true });
}

test('current stock gives In stock with the service’s date', async ({ page }) => {
  await checkAvailability(page, '20001', '80');
  await expect(result(page).getByText('In stock', { exact: true })).toBeVisible();
  const date = result(page).locator('time').first();
  await expect(date).toHaveAttribute('datetime', addDays(today, -10));
  await expect(date).toContainText(/today/i);
});

test('later stock gives Expected', async ({ page }) => {
  await checkAvailability(page, '20001', '80.5');
  await expect(result(page).getByText('Expected', { exact: true })).toBeVisible();
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 12));
});

test('more than all stock gives Max lead time, never shown as stock', async ({ page }) => {
  await checkAvailability(page, '20001', '5000');
  await expect(result(page).getByText('Max lead time', { exact: true })).toBeVisible();
  await expect(result(page).getByText('In stock', { exact: true })).toHaveCount(0);
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 100));
  await expect(page.locator('body')).not.toContainText(/99,?999/);
});

test('a product without stock entries gives Max lead time', async ({ page }) => {
  await checkAvailability(page, onOrder.sku, '1');
  await expect(result(page).getByText('Max lead time', { exact: true })).toBeVisible();
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 45));
});

test('a quantity that is never available offers the largest available one', async ({ page }) => {
  await checkAvailability(page, '20003', '30.001');
  await expect(result(page)).toContainText(/not available/i);
  await expect(result(page)).toContainText('30');
  await expect(result(page).getByText('In stock', { exact: true })).toHaveCount(0);
});

test('an unknown product is reported', async ({ page }) => {
  await page.goto('/?product=99999&quantity=1');
  await expect(page.getByText(/unknown|not known/i).first()).toBeVisible();
});

test('a known product without a calendar is not available', async ({ page }) => {
  await page.goto(`/?product=${withdrawn.productId}&quantity=1`);
  await expect(result(page)).toContainText(/not available/i);
});

test('a ship-by date is met, or missed by days and by quantity', async ({ page }) => {
  await checkAvailability(page, '20001', '80', addDays(today, 5));
  await expect(result(page)).toContainText(/on time/i);

  await checkAvailability(page, '20001', '100', addDays(today, 5));
  await expect(result(page)).toContainText(/7 days late/i);
  await expect(result(page)).toContainText(/20\sm short/i);
});

test('a result’s link reopens it, and Back returns to the previous result', async ({ page }) => {
  await page.goto('/?product=20001&quantity=80');
  await expect(result(page).getByText('In stock', { exact: true })).toBeVisible();
  await page.getByLabel('Quantity', { exact: true }).fill('400');
  await page.getByRole('button', { name: 'Check availability' }).click();
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 60));
  await expect(page).toHaveTitle(/^400\sm of Harbour canvas, navy – /);
  await page.reload();
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 60));
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('400');
  await page.goBack();
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, -10));
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('80');
});

test('a product and quantity can be typed in one field', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill('20001 x 80.5');
  await page.getByLabel('Product', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Check availability' }).click();
  await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 12));
});

test('a name is completed during typing', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('harbour nav');
  await page.getByRole('option', { name: /Harbour canvas, navy/ }).click();
  await expect(page.locator('form').getByText(canvas.name)).toBeVisible();
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(result(page)).toContainText(canvas.name);
});

test('suggestions show what is available today, requested at once for all', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/gateway/calendars')) requests.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('harbour');
  await expect(page.getByRole('option', { name: /Harbour canvas, navy/ })).toContainText('80\u00a0m today');
  expect(requests).toHaveLength(1);
});

test('suggestions do not wait for what is available today', async ({ page }) => {
  await page.route('**/gateway/calendars?*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('harbour nav');
  await page.getByRole('option', { name: /Harbour canvas, navy/ }).click();
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused();
});

test('Enter closes the suggestions', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill('harbour nav');
  await expect(page.getByRole('option', { name: /Harbour canvas, navy/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
});

for (const written of ['HC-0001 80.5', '80.5 m 20001']) {
  test(`${written} is parsed as a product and quantity`, async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Product', { exact: true }).fill(written);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('80.5');
    await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 12));
  });
}

const inDays = (days: number, locale: string, style: 'medium' | 'day') =>
  formatDate(addDays(today, days), locale, style);

for (const written of [
  `80.5 m navy canvas by ${inDays(30, 'en-US', 'medium')}`,
  `navy canvas 80.5m bis ${inDays(30, 'de-DE', 'day')}`,
  `20001 80.5 in 30 days`,
]) {
  test(`the Product field understands “${written.replaceAll(/\d{4}|\w+ \d+,|\d+\.\d+\.$/g, '…')}”`, async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByLabel('Product', { exact: true }).fill(written);
    await page.keyboard.press('Enter');
    await expect(result(page).locator('time').first()).toHaveAttribute('datetime', addDays(today, 12));
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('80.5');
    await expect(page).toHaveURL(new RegExp(`product=20001&quantity=80.5&shipBy=${addDays(today, 30)}$`));
  });
}

test('suggestions show the quantity and date in the text, and fill them in', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill(`12 kg navy canvas by ${inDays(30, 'en-US', 'medium')}`);
  const option = page.getByRole('option', { name: /Harbour canvas, navy/ });
  await expect(option).toContainText('12\u00a0kg');
  await expect(option).toContainText(`by ${formatDate(addDays(today, 30), 'en-US', 'short')}`);
  await option.click();
  const quantity = page.getByLabel('Quantity', { exact: true });
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveValue('12 kg');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use 12\u00a0m' }).click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`product=20001&quantity=12&shipBy=${addDays(today, 30)}$`));
});

for (const keys of [['ArrowDown', 'Enter'], ['Enter']]) {
  test(`${keys.join(' and ')} take the first suggestion, however fast they follow the text`, async ({ page }) => {
    await page.route('**/gateway/products**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.fallback();
    });
    await page.goto('/');
    const product = page.getByLabel('Product', { exact: true });
    await product.click();
    await page.keyboard.type('moorl');
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.type('70');
    await expect(product).toHaveValue('20002');
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('70');
    await page.keyboard.press('Enter');
    await expect(result(page)).toContainText(onOrder.name);
    await expect(page).toHaveURL(/product=20002&quantity=70$/);
  });
}

test('the products that a checked text may mean say what is available today', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill('c');
  await page.getByRole('button', { name: 'Check availability' }).click();
  const canvases = page.getByRole('listitem').getByRole('button', { name: /Harbour canvas, navy/ });
  await expect(canvases).toContainText('80\u00a0m today');
  await canvases.click();
  await expect(page.getByLabel('Product', { exact: true })).toHaveValue('20001');
});

test('Enter takes the first of several products, and asks only after another Enter', async ({ page }) => {
  await page.goto('/');
  const product = page.getByLabel('Product', { exact: true });
  await product.fill('c 80');
  await product.press('Enter');
  await expect(product).toHaveValue(/^2000\d$/);
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('80');
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/product=2000\d&quantity=80$/);
});

test('a result is dimmed while the fields name another product, whose sentence doesn’t keep the last ship-by date', async ({
  page,
}) => {
  await page.goto(`/?product=20001&quantity=80&shipBy=${addDays(today, 5)}`);
  const check = page.getByRole('button', { name: 'Check availability' });
  const columns = page.locator('[data-other]');
  await expect(result(page)).toBeVisible();
  await expect(columns).toHaveCount(0);
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await product.fill('20002');
  await expect(columns).toHaveCSS('opacity', '0.4');
  await expect(check).not.toHaveAttribute('data-variant', 'default');
  await product.press('Enter');
  await expect(page).toHaveURL(new RegExp(`product=20002&quantity=80&shipBy=${addDays(today, 5)}$`));
  await expect(columns).toHaveCount(0);
  await product.fill('20001 x 70');
  await product.press('Enter');
  await expect(page).toHaveURL(/product=20001&quantity=70$/);
  await expect(page.getByLabel('Ship by', { exact: true })).toHaveValue('');
});

test('after Enter the keys of the result work, and a digit changes the quantity', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByLabel('Product', { exact: true }).fill('20001 x 80');
  await page.keyboard.press('Enter');
  await expect(result(page)).toBeFocused();
  await expect(result(page).getByText('In stock', { exact: true })).toBeVisible();
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/We can ship 80\sm on /);
  await page.keyboard.press('l');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/product=20001&quantity=80$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('400');
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('400');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/quantity=400$/);
  await expect(result(page)).toBeFocused();
});

test('a suggestion is checked at once if there is a quantity', async ({ page }) => {
  await page.goto('/');
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  await product.fill('80.5 m harbour');
  await page.getByRole('option', { name: /Harbour canvas, navy/ }).click();
  await expect(page).toHaveURL(/product=20001&quantity=80.5$/);
  await expect(result(page)).toBeFocused();

  // The quantity of another product may be typed anew.
  await product.fill('moorland');
  await page.getByRole('option', { name: /Moorland tweed/ }).click();
  await expect(page).toHaveURL(/product=20002&quantity=80.5$/);
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/product=20002&quantity=7$/);
});

test('suggestions of an earlier text can’t be taken', async ({ page }) => {
  await page.goto('/');
  const product = page.getByRole('combobox', { name: 'Product', exact: true });
  const option = page.getByRole('option', { name: /Harbour canvas, navy/ });
  await product.fill('30 m harbour');
  await expect(option).toContainText('30\u00a0m');
  const gate: { open?: () => void } = {};
  const held = new Promise<void>((resolve) => (gate.open = resolve));
  await page.route('**/gateway/products?*', async (route) => {
    await held;
    await route.continue();
  });
  await product.fill('300 m harbour canvas');
  await option.click({ force: true });
  await expect(product).toHaveValue('300 m harbour canvas');
  await expect(option).toBeDisabled();
  gate.open?.();
  await option.click();
  await expect(page).toHaveURL(/product=20001&quantity=300$/);
});

test('a date in the text that can’t be read is named', async ({ page }) => {
  await page.goto('/');
  const product = page.getByLabel('Product', { exact: true });
  await product.fill('80 m navy canvas by dec 32');
  await product.press('Enter');
  await expect(page.getByText("“dec 32” isn't a date. Enter a date such as")).toBeVisible();
  await product.fill('80 m navy canvas by 2/30/2027');
  await product.press('Enter');
  await expect(page.getByText('February 2027 has 28 days.')).toBeVisible();
  await product.fill('80 m navy canvas by next friday');
  await product.press('Enter');
  await expect(page).toHaveURL(/product=20001&quantity=80&shipBy=\d{4}-\d\d-\d\d$/);
});

test('several ship-by dates of one quantity are one recent check', async ({ page }) => {
  for (const days of [5, 6, 30]) {
    await page.goto(`/?product=20001&quantity=80.5&shipBy=${addDays(today, days)}`);
    await expect(result(page).locator('time').first()).toBeVisible();
  }
  await page.goto('/');
  const recent = page.getByRole('region', { name: 'Recent checks' });
  await expect(recent.getByRole('link')).toHaveText([
    new RegExp(`Ship by ${formatDateNear(addDays(today, 30), today, 'en-US', 'long')}`),
  ]);
});

test('a quantity typed after the product’s text is kept', async ({ page }) => {
  await page.goto('/?product=20002&quantity=5');
  const product = page.getByLabel('Product', { exact: true });
  await product.fill('80 navy canvas');
  await page.getByLabel('Quantity', { exact: true }).fill('70');
  await page.getByRole('button', { name: 'Check availability' }).click();
  await expect(page).toHaveURL(/product=20001&quantity=70$/);
  await product.fill('81 navy canvas');
  await page.getByRole('button', { name: 'Check availability' }).click();
  await expect(page).toHaveURL(/product=20001&quantity=81$/);
});

test('later demand is shown on screen and never in the text for a customer', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/?product=${canvas.productId}&quantity=80`);
  await expect(result(page)).toContainText(/Later demand: available quantity drops to 60\sm on /);
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('Ship date, not delivery date');
  expect(await copied()).not.toMatch(/later demand|drops/i);

  await page.goto(`/?product=${lastRolls.productId}&quantity=31`);
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/We can ship 30\sm on \w+, \w+ \d+, \d{4}\. We can't ship the remaining 1\sm at present\./);

  await page.getByLabel('Language of the text for the customer').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Guten Tag,\s[^]*Wir können 30\sm am /);
  await page.getByRole('button', { name: 'Copy for colleague' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/Maximum available quantity: 30\sm, from \w+ \d+, \d{4}/);
});

test('a late quantity is answered by what can ship, with an offer a row to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`/?product=${canvas.productId}&quantity=100&shipBy=${addDays(today, 5)}`);
  await expect(result(page)).toContainText(/^Harbour canvas, navy.*80 of 100\sm by /);
  const offers = result(page).getByRole('list', { name: 'Offers' }).getByRole('listitem');
  await expect(offers).toHaveText([
    /^All 100\sm on /,
    /^80\sm on \w+\s\d+, the remaining 20\sm on /,
    /^80\sm on \w+\s\d+, 20\sm less/,
  ]);
  // What ships first can be needed by others before the rest is there.
  await expect(result(page)).toContainText(/Later demand: available quantity drops to 60\sm on /);
  await offers.nth(1).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(copied).toMatch(/We can ship 80\sm on .* and the remaining 20\sm on /);
  // What the customer was promised is asked.
  await page.getByRole('button', { name: 'Copy for customer' }).click();
  const menu = page.getByRole('menu', { name: 'Offer for the customer' });
  await expect(menu.getByRole('menuitem')).toHaveCount(3);
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('c');
  await menu.getByRole('menuitem', { name: /^All 100/ }).click();
  await expect.poll(copied).toMatch(/We can ship 100\sm on [^.]*\.\n/);
  await expect(page.getByRole('button', { name: 'Keep as promise' })).toHaveCount(2);
  await offers.nth(2).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(copied).toMatch(/We can ship 80\sm on [^.]*\.\n/);
  expect(await copied()).not.toMatch(/less|short|late|remaining/);
  await offers
    .nth(2)
    .getByRole('button', { name: /^Use 80/ })
    .click();
  await expect(page).toHaveURL(/quantity=80&/);
  await expect(result(page)).toContainText('on time');
  await expect(offers).toHaveCount(0);
});

test('an invalid ship-by date clears the previous result', async ({ page }) => {
  await page.goto(`/?product=${canvas.productId}&quantity=80&shipBy=${addDays(today, 30)}`);
  await expect(result(page)).toContainText('on time for');
  // The chart has the same date to drag, under another name.
  await expect(page.getByRole('slider', { name: 'Ship-by date' })).toBeAttached();
  await page.getByLabel('Ship by', { exact: true }).fill('soon');
  await page.getByLabel('Ship by', { exact: true }).blur();
  await expect(page.getByText('Enter a date such as')).toBeVisible();
  await expect(result(page)).not.toContainText('on time for');
  await expect(result(page).locator('time').first()).toBeVisible();
});

test('a ship-by date is read as it is typed, in English and German', async ({ page }) => {
  await page.goto('/');
  const shipBy = page.getByLabel('Ship by', { exact: true });
  for (const text of ['+14', 'in 2 weeks', 'in 14 Tagen', formatDate(addDays(today, 14), 'de-DE', 'day')]) {
    await shipBy.fill(text);
    await expect(
      page.getByText(formatDateNear(addDays(today, 14), today, 'en-US', 'weekday'), { exact: true }),
    ).toBeVisible();
    await shipBy.blur();
    await expect(shipBy).toHaveValue(formatDate(addDays(today, 14), 'en-US', 'figures'));
  }
  await shipBy.fill('Feb 29, 2027');
  await shipBy.blur();
  await expect(page.getByText('February 2027 has 28 days.')).toBeVisible();
  await shipBy.fill('4/30/2207');
  await shipBy.blur();
  await expect(page.getByText('Enter a date within the next 20 years.')).toBeVisible();
});

test('a quantity is read with its unit, and another unit than the product’s is offered as a choice', async ({
  page,
}) => {
  await page.goto('/');
  const quantity = page.getByLabel('Quantity', { exact: true });
  await page.getByLabel('Product', { exact: true }).fill(String(canvas.productId));
  await quantity.fill('1000.5lfm');
  await expect(page.getByText('1,000.5\u00a0lfm', { exact: true })).toBeVisible();
  await quantity.fill('80 lfm');
  await quantity.press('Enter');
  await expect(result(page)).toContainText('80\u00a0m');
  await expect(quantity).toHaveValue('80');
  await quantity.fill('70 kg');
  await quantity.press('Enter');
  await expect(page.getByText('The product is sold in m, not in kg.')).toBeVisible();
  await expect(page).toHaveURL(/quantity=80$/);
  await page.getByRole('button', { name: 'Use 70\u00a0m' }).click();
  await expect(quantity).toBeFocused();
  await quantity.press('Enter');
  await expect(result(page)).toContainText('70\u00a0m');
});

test('a quantity in another unit isn’t taken by the product calendar', async ({ page }) => {
  await page.goto(`/products/${canvas.productId}`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.fill('70 kg');
  await quantity.blur();
  await expect(page.getByText('The product is sold in m, not in kg.')).toBeVisible();
  await expect(page).not.toHaveURL(/quantity/);
  await page.getByRole('button', { name: 'Use 70\u00a0m' }).click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/quantity=70$/);
});

for (const [locale, text, error] of [
  ['th-TH', '30/04/2570', null],
  ['ar-EG', '٣٠/٠٤/٢٠٢٧', null],
  ['fa-IR', '۲۰۲۷/۰۴/۳۰', null],
  ['ja-JP', '2027年4月30日', null],
  ['en-GB', '30/04/2027', null],
  ['en-GB', '30/04/2207', 'Enter a date within the next 20 years.'],
  ['en-GB', '29/02/2027', 'February 2027 has 28 days.'],
] as const) {
  test(`a browser in ${locale} reads ${text} as a ship-by date`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`/?product=${canvas.productId}&quantity=80`);
    const shipBy = page.getByLabel('Ship by', { exact: true });
    await shipBy.fill(text);
    await shipBy.press('Enter');
    if (error === null) await expect(page).toHaveURL(/&shipBy=2027-04-30$/);
    else await expect(page.getByText(error)).toBeVisible();
    await context.close();
  });
}

test('a SKU and a unit that look like HTML tags are shown verbatim', async ({ page }) => {
  await page.route('**/gateway/availability?*', async (route) => {
    const response = await route.fetch();
    const { product, ...rest } = (await response.json()) as { product: object };
    await route.fulfill({ response, json: { ...rest, product: { ...product, sku: '<b>S5</b>', unit: '<0/>' } } });
  });
  await page.goto(`/?product=${lastRolls.productId}&quantity=31`);
  await expect(result(page).getByText('<b>S5</b>', { exact: true })).toBeVisible();
  await expect(result(page).getByRole('button', { name: /^Use 30\s<0\/>$/ })).toBeVisible();
});

test('an invalid quantity or product shows an error at its field, and keeps the input', async ({ page }) => {
  await checkAvailability(page, lastRolls.sku, 'a lot');
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('a lot');
  await expect(page.getByRole('alert')).toHaveText(/^Enter a number/);
  await expect(page.getByLabel('Product', { exact: true })).toHaveValue(/CC-0003/);
  await expect(result(page).locator('time')).toHaveCount(0);
});

test('a service error shows Retry and the request ID, and the retry succeeds', async ({ page }) => {
  let failing = true;
  await page.route('**/gateway/availability?*', async (route) => {
    if (!failing) return route.fallback();
    return route.fulfill({
      status: 503,
      headers: { 'x-request-id': 'request-of-the-test' },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'urn:stock-horizon:problem:unavailable',
        title: 'Service unavailable',
        status: 503,
        detail: 'The stock service does not answer.',
        instance: '/gateway/availability',
      }),
    });
  });
  await page.goto('/?product=20001&quantity=80');
  await expect(page.getByText(/request-of-the-test/)).toBeVisible();
  await expect(result(page).locator('time')).toHaveCount(0);
  failing = false;
  await page
    .getByRole('button', { name: /try again|retry/i })
    .first()
    .click();
  await expect(result(page).getByText('In stock', { exact: true })).toBeVisible();
});

test('German parses a decimal comma', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto('/?product=20001&quantity=80.5');
  await expect(page.getByLabel('Menge', { exact: true })).toHaveValue('80,5');
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  await expect(page.getByRole('button', { name: 'Verfügbarkeit prüfen' })).toBeVisible();
  await context.close();
});

test('a minimum per shipment above the quantity needed counts as that quantity', async ({ page }) => {
  await page.goto('/?product=20003&quantity=10&minShipment=50');
  const split = page.getByRole('region', { name: 'Split shipment', exact: true });
  await expect(split.getByRole('listitem')).toHaveText(/10\sm\s*today/);
  await expect(split.getByText(/at most 10\sm, the quantity needed/)).toBeVisible();
});

for (const path of ['/?product=20001', '/products/20001?'])
  test(`a product without stock data is named so on ${path}`, async ({ page }) => {
    await page.route('**/gateway/availability?*', async (route) => {
      const response = await route.fetch();
      const empty = { calendar: { entries: [], unreadable: 0 }, result: { kind: 'no-stock-data' } };
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...empty } });
    });
    await page.goto(`${path}&quantity=1`);
    await expect(page.getByText('No stock data', { exact: true })).toBeVisible();
    await expect(page.getByText('The stock service has no entries for this product.')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/not available|unknown/i);
  });
