import { expect, test } from '@playwright/test';

import { button, pages, routeLongNames, table } from './calendars-page.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expectPictures, exportFile, printFromBrowser, printReport, rowsOfReport } from './export-menu.ts';
import { cellsOf, recordsOf } from './saved-files.ts';
import { demoServer } from './servers.ts';
import { canvas, lastRolls, onOrder } from './stock-fixture.ts';

const listed = '/calendars?ids=20001,20002,20003,20004,20007&quantity=100';

test('the threshold moves in a comparison with separate scales', async ({ page }) => {
  // In metres and kilograms.
  await page.goto(`${demoServer.url}/calendars?view=compare&selected=10001,10011&quantity=20`);
  const slider = page.getByRole('slider', { name: 'Quantity needed', exact: true });
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(page).not.toHaveURL(/quantity=20(&|$)/);
  const moved = new URL(page.url()).searchParams.get('quantity');
  const values = page.getByRole('table', { name: 'Quantities at cursor', exact: true });
  await expect(
    values.getByRole('columnheader', { name: new RegExp(`^Ship date for ${moved}\\b.*stock only`) }),
  ).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuenow', String(moved));
});

test('a comparison shows the period of its lowest quantities, not a single day', async ({ page }) => {
  await page.goto('/calendars?view=compare&selected=20001,20003');
  const values = page.getByRole('table', { name: 'Quantities at cursor', exact: true });
  const chart = page.getByRole('application', { name: 'Available quantity over time' });
  await expect(values.getByRole('columnheader').nth(1)).toHaveText('Today');
  await page.getByText('Month', { exact: true }).click();
  await expect(values.getByRole('columnheader').nth(1)).toHaveText(/^Lowest, \w+ \d/);
  await expect(page.getByText('Lowest available quantity per month in m')).toBeVisible();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('figure').getByRole('status')).toHaveText(/^Lowest, \w+ \d/);
  const box = await chart.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.6, (box?.y ?? 0) + 60);
  await expect(chart.getByText(/^Lowest, \w+ \d/)).toBeVisible();
});

test('the tooltip and the table of a comparison agree, and neither covers the other', async ({ page }) => {
  await page.goto('/calendars?view=compare&selected=20001,20003&quantity=100');
  const chart = page.getByRole('application', { name: 'Available quantity over time' });
  const values = page.getByRole('table', { name: 'Quantities at cursor', exact: true });
  await expect(values).toBeVisible();
  const { width, height } = (await chart.boundingBox())!;
  // At the right edge of the plot: after the max lead time date of the first product, and no change.
  await page.getByText('All', { exact: true }).click();
  await chart.hover({ position: { x: width - 4, y: height - 8 } });
  const day = chart.locator('strong');
  const words = (await day.textContent())!.replace(/^(\w{3})\w*/, '$1');
  await expect(values.getByRole('columnheader').nth(1)).toHaveText(words);
  const rows = values.getByRole('row');
  await expect(rows.filter({ hasText: '20001' })).toContainText('any quantity');
  await expect(chart.getByText('Max lead time: any quantity, not backed by stock')).toHaveCount(1);
  await expect(chart.getByText(/to spare$/)).toHaveCount(0);
  await expect(chart.getByText('70 m short', { exact: true })).toBeVisible();
  const tip = (await day.locator('..').boundingBox())!;
  expect(tip.y + tip.height).toBeLessThanOrEqual((await values.boundingBox())!.y);
  // A tall one doesn't cover the buttons above the chart.
  const ids = Array.from({ length: 10 }, (_, index) => 10_001 + index).join();
  await page.goto(`${demoServer.url}/calendars?view=compare&selected=${ids}`);
  const tall = (await chart.boundingBox())!;
  await chart.hover({ position: { x: 300, y: tall.height / 2 + 8 } });
  expect((await day.locator('..').boundingBox())!.y).toBeGreaterThanOrEqual((await chart.boundingBox())!.y - 1);
});

test('products selected on several pages are compared', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?pageSize=10`);
  await table(page).getByRole('checkbox').nth(1).check();
  await button(page, 'Next page').click();
  await expect(pages(page)).toContainText('Page 2 of');
  await expect(table(page)).toContainText('10011');
  await table(page).getByRole('checkbox').nth(1).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await button(page, 'Compare').click();
  await expect(page.getByRole('figure', { name: 'Product comparison', exact: true })).toBeVisible();
  await expect(page.getByText('2 selected')).toBeHidden();
  await page.goBack();
  await expect(table(page)).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
});

test('a comparison adds and removes products, and reports unknown ones', async ({ page }) => {
  await page.goto('/calendars?view=compare&selected=20001,29999');
  await expect(page.getByText('Unknown product')).toBeVisible();
  await button(page, 'Remove 29999').press('Enter');
  await expect(page).toHaveURL(/selected=20001(?!,)/);
  const field = page.getByRole('combobox', { name: 'Add product', exact: true });
  await field.fill('tweed');
  await expect(page.getByRole('option', { name: 'Moorland tweed, heather · 20002' })).toBeVisible();
  await field.press('Enter');
  await expect(page).toHaveURL(/selected=20001,20002/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  const values = page.getByRole('table', { name: 'Quantities at cursor' });
  await expect(values.getByRole('link')).toHaveText(['20001', '20002']);
  await values.getByRole('button', { name: 'Remove Harbour canvas, navy', exact: true }).press('Enter');
  await expect(values.getByRole('link')).toHaveText(['20002']);
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('Add product of a comparison reads the product beside a quantity, and takes the first however fast', async ({
  page,
}) => {
  await page.route('**/gateway/products**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.fallback();
  });
  await page.goto('/calendars?view=compare&selected=20001');
  const field = page.getByRole('combobox', { name: 'Add product', exact: true });
  await field.click();
  await page.keyboard.type('300 m heather moorland by Dec 12');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/selected=20001,20002$/);
  await expect(field).toHaveValue('');
  await field.fill('20003, 20005');
  await field.press('Enter');
  await expect(page).toHaveURL(/selected=20001,20002,20003,20005$/);
});

test('one key removes several products from a comparison', async ({ page }) => {
  await page.goto('/calendars?view=compare&selected=20001,20002,20003,20005');
  const values = page.getByRole('table', { name: 'Quantities at cursor' });
  await button(page, `Remove ${onOrder.name}`).press('Enter');
  await expect(values.getByRole('link')).toHaveText(['20001', '20003', '20005']);
  await expect(button(page, `Remove ${lastRolls.name}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(values.getByRole('link')).toHaveText(['20001', '20005']);
  await page.keyboard.press('Enter');
  await expect(values.getByRole('link')).toHaveText(['20001']);
  await expect(button(page, `Remove ${canvas.name}`)).toBeFocused();
});

test('arrow keys highlight a product of a comparison until focus leaves', async ({ page }) => {
  await page.goto('/calendars?view=compare&selected=20001,20003');
  const chart = page.getByRole('application');
  await chart.focus();
  await chart.press('ArrowDown');
  const row = page.getByRole('table', { name: 'Quantities at cursor' }).locator('tbody tr').first();
  await expect(row).toHaveAttribute('style', /background/);
  await chart.press('Tab');
  await expect(row).not.toHaveAttribute('style', /background/);
});

test('products that fit a comparison are compared at once', async ({ page }) => {
  await page.goto('/calendars?ids=20001,20002,20003,20004,20005,20006&view=compare');
  await expect(page.getByRole('figure', { name: 'Product comparison', exact: true })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Quantities at cursor' }).locator('tbody tr');
  await expect(rows).toHaveCount(6);
  await rows.first().getByRole('button').last().click();
  await expect(rows).toHaveCount(5);
  await expect(page).toHaveURL(/selected=20002,/);
});

test('a comparison is exported and printed with its own products, in their order', async ({ page }) => {
  // None of these products is on the first page of all products.
  const selected = ['10205', '10203', '10204'];
  await page.goto(`${demoServer.url}/calendars?view=compare&pageSize=10&selected=${selected.join()}`);
  await page.getByRole('figure').first().locator('svg').first().waitFor();
  const { report } = await printFromBrowser(page);
  const onPaper = await rowsOfReport(page, report);
  expect(onPaper.map(({ Product }) => Product)).toEqual(selected);
  expect(onPaper.every(({ Name }) => Name !== '')).toBe(true);
  const records = recordsOf(await exportFile(page, 'CSV', ['Selected rows']));
  expect(records.map(({ Product }) => Product)).toEqual(selected);
});

test('a comparison of too many products states which it contains', async ({ page }) => {
  const selected = Array.from({ length: 12 }, (_, at) => String(10_214 - at));
  await page.goto(`${demoServer.url}/calendars?view=compare&selected=${selected.join()}`);
  await page.getByRole('figure').first().locator('svg').first().waitFor();
  const ids = async (report: string) => (await rowsOfReport(page, report)).map(({ Product }) => Product);
  const filter = /<p>(.*?)<\/p>/;
  const first = 'first 10 of 12 selected';
  const { report } = await printFromBrowser(page);
  expect(await ids(report)).toEqual(selected.slice(0, 10));
  expect(filter.exec(report)?.[1]).toBe(`All products, ${first}`);
  expect(recordsOf(await exportFile(page, 'CSV', ['Compared products']))).toHaveLength(10);
  // The chart above the twelve rows contains ten of them.
  const whole = await printReport(page, ['Selected rows']);
  expect(await ids(whole)).toEqual(selected);
  expect(filter.exec(whole)?.[1]).toBe('All products, 12 selected');
  expect(whole.includes(first)).toBe(true);
});

test('a comparison is exported as a self-contained picture and a report', async ({ page }) => {
  await page.goto(`${listed}&view=compare&selected=20001,20002`);
  await page.getByRole('figure').first().waitFor();
  const words = [
    'Available quantity in m',
    'Quantity needed: 100\u00a0m',
    'Max lead time date',
    'after max lead time date',
    'Moorland tweed, heather',
  ];
  await expectPictures(page, 'compare', words, [20_001, 20_002]);
  const products = cellsOf(await exportFile(page, 'Excel', ['All rows'])).map(({ Product }) => Product);
  expect(products).toEqual(['20001', '20002', '20003', '20004', '20007']);
  const report = await printReport(page, ['Selected rows']);
  expect((await rowsOfReport(page, report)).map(({ Product }) => Product)).toEqual(products.slice(0, 2));
  expect(report).toContain('<svg');
});

test('a very long name hides no quantity of a comparison', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await routeLongNames(page);
  await page.goto('/calendars?view=compare&selected=20001,20003');
  const cell = page.getByRole('table', { name: 'Quantities at cursor' }).getByText('80 m', { exact: true });
  await expect(page.getByText('Wordwithoutanend').filter({ visible: true }).first()).toBeVisible();
  await cell.scrollIntoViewIfNeeded();
  const { x, width } = (await cell.boundingBox())!;
  expect(x + width).toBeLessThan(390);
  const id = page.getByRole('table', { name: 'Quantities at cursor' }).getByRole('link').first();
  expect((await id.boundingBox())!.height, 'an id in one piece').toBeLessThan(30);
});

test.describe('accessibility', () => {
  test.use({ viewport: { width: 1440, height: 2600 }, reducedMotion: 'reduce' });

  test('of a comparison without products', async ({ page }) => {
    await page.goto('/calendars?view=compare');
    await expect(page.getByText('No products selected')).toBeVisible();
    await expectAccessible(page);
  });

  for (const selected of ['10001,10002', '10001,10011'])
    test(`of a comparison of ${selected}, with one unit or two`, async ({ page }) => {
      test.slow();
      await page.goto(`${demoServer.url}/calendars?view=compare&selected=${selected}&quantity=40`);
      await expect(page.getByRole('figure', { name: 'Product comparison', exact: true })).toBeVisible();
      await expectAccessible(page);
    });
});
