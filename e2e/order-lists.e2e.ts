import { expect } from '@playwright/test';

import { test } from './own-person.ts';
import { button, cell, grid, lines, openOrder, paste, review, orderMenu } from './order-page.ts';

test.beforeEach(({ page }) => openOrder(page));

test('product IDs and quantities are told apart by the catalogue, in either order', async ({ page }) => {
  await paste(page, '20001\t80\n20002\t5');
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
  await expect(cell(page, 2, 'Quantity')).toHaveText('5');
  await expect(review(page)).toHaveCount(0);

  await orderMenu(page, 'Clear order');
  await paste(page, '80\t20001\n5\t20002');
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
  await expect(review(page)).toHaveCount(0);
});

test('two columns that could both be products are reviewed', async ({ page }) => {
  await paste(page, '20001\t20002');
  await expect(review(page).getByRole('radiogroup', { name: /Which column/ })).toBeVisible();
});

test('a sentence pasted into the blank line is read as a list, the name of a product is not', async ({ page }) => {
  await cell(page, 1, 'Product').click();
  await paste(page, 'please send 40 of 20001 by friday\nand 25 m of 20002 or 20003');
  await expect(review(page)).toContainText('1 line recognized. 1 line needs attention.');
  await review(page).getByRole('textbox', { name: 'Product in line 2' }).fill('20002');
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('40');
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
  await expect(cell(page, 2, 'Quantity')).toHaveText('25');

  await cell(page, 3, 'Product').click();
  await paste(page, 'Towel 50 x 70 cm');
  await expect(cell(page, 3, 'Product')).toHaveText('Towel 50 x 70 cm');
  await expect(review(page)).toHaveCount(0);
});

test('the example is imported without a review', async ({ page }) => {
  await page.getByRole('button', { name: /^Try an example/ }).click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('40');
  await expect(review(page)).toHaveCount(0);
});

test('a temporary message states what was added, and offers Undo', async ({ page }) => {
  await paste(page, lines('20001\t80', '20002\t5'));
  const added = page.getByText('2 lines added.');
  await expect(added).toBeVisible();
  await button(page, 'Undo: 2 lines added.').click();
  await expect(cell(page, 1, 'Product')).toHaveText('');
  await expect(added).toHaveCount(0);

  await paste(page, lines('20001\t80'));
  await expect(page.getByText('1 line added.')).toBeVisible();
  await expect(page.getByText('1 line added.')).toHaveCount(0, { timeout: 15_000 });
});

test('rows that a column marks as not meant are left out, counted and named, or kept', async ({ page }) => {
  await paste(page, 'SKU\tQty\tOrder?\n20001\t80\tyes\n20002\t5\tno');
  const question = review(page).getByRole('radiogroup', { name: '“Order?” is “no” in 1 line (3). Leave out?' });
  await expect(question.getByRole('radio', { name: 'Leave out' })).toBeChecked();
  await expect(review(page)).toContainText('1 line left out.');
  await expect(button(page, 'Add 1 line')).toBeVisible();
  await question.getByRole('radio', { name: 'Keep' }).check();
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 2, 'Quantity')).toHaveText('5');
});

test('yes and no below an unknown heading are selected by the user', async ({ page }) => {
  await paste(page, 'SKU\tQty\tFlg\n20001\t80\tY\n20002\t5\tN');
  const question = review(page).getByRole('radiogroup', { name: '“Flg”: which lines are ordered?' });
  await expect(question.getByRole('radio', { name: 'All (2 lines)' })).toBeFocused();
  await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(button(page, 'Add 2 lines')).toBeDisabled();
  await question.getByRole('radio', { name: 'Only “Y” (1 line)' }).check();
  await button(page, 'Add 1 line').click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
});

test('columns that no line uses are named, and the list can still be reviewed', async ({ page }) => {
  await paste(page, 'SKU\tQty\tColor\tStore\n20001\t80\tred\tBerlin\n20002\t5\tblue\tParis');
  const notice = page.getByText('2 lines added. Not used: Color, Store.');
  await expect(notice).toBeVisible();
  await button(page, 'Review').click();
  await expect(review(page)).toContainText('2 lines recognized.');
  await expect(review(page)).toContainText('Not used: Color, Store.');
  await expect(cell(page, 1, 'Product')).toHaveText('');
});

test('one product by ID and by SKU is a duplicate', async ({ page }) => {
  await paste(page, lines('20002\t80', 'MT-0002\t5'));
  await review(page).getByRole('radio', { name: /^Add/ }).first().check();
  await button(page, 'Add 1 line').click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('85');
});

test('a line with one product’s ID and another’s SKU is reviewed', async ({ page }) => {
  await paste(page, 'Product ID\tSKU\tQuantity\n20001\tMT-0002\t80\n20002\tMT-0002\t5');
  await expect(review(page)).toContainText('1 line recognized. 1 line names two products.');
  const first = review(page).getByRole('row').nth(1);
  await expect(first).toContainText('“MT-0002” in this line is another product (product ID 20002).');
  // Enter selects neither product.
  await expect(review(page).getByRole('region', { name: 'List lines' })).toBeFocused();
  await page.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Use MT-0002', exact: true }).click();
  await expect(review(page).getByText('another product')).toHaveCount(0);
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 1, 'Product')).toHaveText('MT-0002');
});

test('a line that may name two products waits for the product lookup', async ({ page }) => {
  let isDown = true;
  const resolve = '**/gateway/products/resolve';
  await page.route(resolve, (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()));
  await paste(page, 'Product ID\tSKU\tQuantity\n20001\tMT-0002\t80');
  await expect(review(page)).toContainText('1 line recognized.');
  isDown = false;
  await expect(review(page)).toContainText('1 line names two products.');
  await review(page).getByRole('button', { name: 'Use 20001', exact: true }).click();
  await expect(review(page).getByText('another product')).toHaveCount(0);
});

test('words next to a product become a note, except its own name', async ({ page }) => {
  await paste(page, '5 m of 20001 Harbour canvas, navy\n80 m 20001 rolled');
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 2, 'Note')).toContainText('rolled');
  await expect(cell(page, 1, 'Note')).toHaveText('');
});

test('a count of equal quantities is multiplied if the user says so', async ({ page }) => {
  await paste(page, 'Hi Anna,\n2 x 45 m of 20001\n5 m of 20003\n');
  const quantity = review(page).getByRole('textbox', { name: 'Quantity in line 2' });
  await expect(quantity).toHaveValue('2 x 45 m');
  await expect(review(page)).toContainText('“2 x 45 m” contains two numbers. Enter the total quantity.');
  await review(page).getByRole('button', { name: 'Use 90 m' }).click();
  await expect(quantity).toHaveValue('90');
  await expect(review(page)).toContainText('2 lines recognized.');
  await quantity.fill('3 x 20');
  await expect(review(page).getByRole('button', { name: 'Use 60 m' })).toBeVisible();
  await expect(button(page, 'Add 1 line')).toBeVisible();
  await quantity.press('Enter');
  await expect(quantity).toHaveValue('60');
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 1, 'Quantity')).toHaveText('60');
});

test('suggested products show what is available, and further ones are searched by the words of the line', async ({
  page,
}) => {
  await page.route('**/gateway/products/resolve', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { named?: unknown[][] };
    const three = [
      { productId: 20_001, name: 'Harbour canvas, navy', sku: null, unit: 'm' },
      { productId: 20_002, name: 'Tweed', sku: null, unit: 'm' },
      { productId: 20_003, name: 'Crêpe', sku: null, unit: 'm' },
    ];
    await route.fulfill({ response, json: { ...body, ...(body.named && { named: body.named.map(() => three) }) } });
  });
  await paste(page, '5 m of 20003\nsome 40 m Harbour please');
  const first = review(page).getByRole('row').nth(1);
  await expect(first.getByRole('button', { name: '20001 Harbour canvas, navy 80 m today' })).toBeVisible();
  await expect(first.getByRole('button', { name: '20002 Tweed 0 m today' })).toBeVisible();
  await first.getByRole('button', { name: 'Show more products' }).click();
  const field = first.getByRole('textbox', { name: 'Product in line 2' });
  await expect(field).toHaveValue('Harbour');
  await expect(field).toBeFocused();
  await review(page).getByRole('button', { name: 'HC-0001 Harbour canvas, navy 80 m today' }).click();
  await expect(field).toHaveValue('HC-0001');
});

test('another unit than the product\u2019s needs a decision in the review', async ({ page }) => {
  await paste(page, 'Hi Anna,\n80 m of 20001\n5 pcs of 20003\n');
  await expect(review(page)).toContainText('1 line recognized. Unit differs in 1 line.');
  const first = review(page).getByRole('row').nth(1);
  await expect(first).toContainText('Unit is pcs in the list, but the product is sold in m.');
  await first.getByRole('button', { name: 'Use 5 m' }).click();
  await expect(review(page)).toContainText('2 lines recognized.');
  await expect(review(page)).not.toContainText('differs');
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 2, 'Unit')).toHaveText('m');
});

test('a product ID with leading zeros is suggested without them', async ({ page }) => {
  await paste(page, 'Hi Anna,\n80 m of 20001\n5 m of 000000000000020002\n');
  await review(page)
    .getByRole('button', { name: /^MT-0002/ })
    .click();
  await expect(review(page)).toContainText('2 lines recognized.');
});

test('leading zeros are handled in the order too, pasted or typed', async ({ page }) => {
  await paste(page, 'Product\tQuantity\n000000000000020002\t5');
  await expect(review(page)).toHaveCount(0);
  await cell(page, 1, 'Note')
    .getByRole('button', { name: /^MT-0002/ })
    .click();
  await expect(cell(page, 1, 'Product')).toHaveText('MT-0002');
  await cell(page, 2, 'Product').click();
  await page.keyboard.type('000000000000020002');
  await page.getByRole('option', { name: /20002/ }).click();
  await expect(cell(page, 2, 'Product')).toHaveText('20002');
});

test('a letter’s lines show a suggestion for an unknown product, and its greeting is collapsed', async ({ page }) => {
  await paste(page, 'Hi Anna,\n80 m of 20001\n5 m of MT-0022\n\nKind regards\nJo Miller');
  await expect(review(page).getByRole('row')).toHaveCount(3);
  await expect(review(page).getByText('Did you mean')).toBeVisible();
  await expect(review(page)).toContainText('1 line recognized. 1 unknown product.');
  const first = review(page).getByRole('row').nth(1);
  await expect(first).toContainText('No product has the product ID, SKU or name “MT-0022”.');
  await review(page)
    .getByRole('button', { name: /^MT-0002/ })
    .click();
  await expect(review(page).getByRole('textbox', { name: 'Product in line 3' })).toHaveValue('MT-0002');
  await expect(review(page).getByText('Did you mean')).toHaveCount(0);
  await expect(review(page)).toContainText('2 lines recognized.');
  await expect(review(page).getByText('unknown product')).toHaveCount(0);

  await review(page).getByRole('button', { name: 'Ignored text (3)' }).click();
  await expect(review(page).getByRole('row')).toHaveCount(6);
  await button(page, 'Add 2 lines').click();
  await expect(cell(page, 2, 'Product')).toHaveText('MT-0002');
});

test('a date and a customer of a whole letter are offered for all of its lines', async ({ page }) => {
  const year = new Date().getFullYear() + 1;
  const letter = [
    'Order for Miller GmbH',
    `We need everything by 12 December ${year}`,
    '20001 - 80 m canvas, asap',
    '5 m of 20002',
    '2 m of 20003',
  ];
  await paste(page, letter.join('\n'));
  await expect(review(page)).toContainText("Use “Miller GmbH” as the order's customer?");
  await expect(review(page).getByRole('textbox', { name: 'Product in line 5' })).toHaveValue('20003');
  await expect(review(page)).toContainText(`Ship by December 12, ${year} for all lines? “We need everything`);
  await expect(review(page)).not.toContainText('need attention');
  for (const offer of ['Miller GmbH', 'Ship by']) {
    await review(page)
      .locator('p', { hasText: offer })
      .locator('..')
      .getByRole('button', { name: 'Use', exact: true })
      .click();
  }
  await expect(review(page)).toContainText("The order's customer becomes “Miller GmbH”.");
  await expect(review(page)).toContainText(`Ship by December 12, ${year} for all lines without a date.`);
  await button(page, 'Add 3 lines').click();
  await expect(page.getByLabel('Customer', { exact: true })).toHaveValue('Miller GmbH');
  await expect(cell(page, 1, 'Ship by')).toHaveText(`Dec 12, ${year}`);
  await expect(cell(page, 1, 'Note')).toContainText('asap');
  await expect(cell(page, 2, 'Ship by')).toHaveText(`Dec 12, ${year}`);
});

test('a letter is reviewed with its orders filled in, and what it orders nothing with is below them', async ({
  page,
}) => {
  const letter = [
    'Hi Anna,',
    'hope you are well!',
    '- 80 m Harbour canvas navy (20001)',
    'and maybe 40 metres of the Moorland tweed heather',
    'about 5 m of MT-0002 as a sample',
    'Please confirm by Friday',
    'plus 30 m of the usual',
    '12 x 20002',
    'Tel +49 30 123456',
  ];
  await paste(page, letter.join('\n'));
  await expect(review(page)).toContainText('2 lines recognized. 3 lines need attention.');
  // What may be an order is in view, prose isn't.
  await expect(review(page).getByRole('row')).toHaveCount(6);
  const field = (name: string) => review(page).getByRole('textbox', { name, exact: true });
  await expect(field('Product in line 3')).toHaveValue('20001');
  await expect(field('Quantity in line 3')).toHaveValue('80');
  await expect(field('Quantity in line 4')).toHaveValue('40');
  await expect(review(page).getByRole('row').nth(1)).toContainText(/Enter a product\.\s*Did you mean/);
  await expect(review(page).getByRole('row').nth(2)).toContainText('Enter a quantity above 0.');
  await expect(review(page).getByRole('row').nth(3)).toContainText(/plus 30 m of the usual.*Enter a product\./);
  await expect(field('Quantity in line 7')).toHaveValue('30');
  // A quantity without a unit shows the product's.
  const quantity = review(page).getByRole('row').nth(5).locator('[data-column="quantity"]');
  await expect(field('Quantity in line 8')).toHaveValue('12');
  await expect(quantity).toContainText('m');
  // The keyboard is where something is missing, and Enter takes the suggestion.
  await expect(field('Product in line 4')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field('Product in line 4')).not.toHaveValue('');
  await field('Quantity in line 5').fill('5');
  await field('Product in line 7').fill('20002');
  await expect(review(page)).not.toContainText('needs attention');
  await button(page, 'Ignored text (4)').click();
  await expect(review(page).getByRole('row')).toHaveCount(10);
  await field('Product in line 2').fill('moorland tweed');
  await expect(review(page).getByRole('row', { name: /hope you are well/ })).toContainText(
    /No product has.*Did you mean/,
  );
  await button(page, 'Add 5 lines').click();
  await expect(cell(page, 1, 'Product')).toHaveText('20001');
  await expect(cell(page, 2, 'Name')).toHaveText('Moorland tweed, heather');
  await expect(cell(page, 3, 'Quantity')).toHaveText('5');
});

test('a review recognizes product names, and lists unknown ones first', async ({ page }) => {
  await paste(page, 'Product\tQuantity\nMoorland tweed, heather\t5\nNo such cloth\t7\n20001\t8\n20001\t9');
  await expect(review(page)).toContainText('3 lines recognized. 1 unknown product.');
  await expect(review(page).getByRole('row').nth(1)).toContainText('No such cloth');
});

test('an unreadable line is only suggested existing products', async ({ page }) => {
  await paste(page, '20001 x 80\n2 MT-0002 Moorland tweed, some fifty metres of it');
  await expect(review(page).getByRole('textbox', { name: 'Product in line 2' })).toHaveValue('MT-0002');
});

test('notes of a list are kept with its lines', async ({ page }) => {
  await paste(page, 'Artikel\tMenge\tBemerkung\tPO\n20001\t80\tan Rampe 3\t4711\n20002\t5\t\t');
  await expect(cell(page, 1, 'Note')).toHaveText('an Rampe 3 · 4711');
  await expect(grid(page).getByText('4711')).toHaveCount(1);
});

test('Enter does not accept an ambiguous thousands separator at once', async ({ page }) => {
  await paste(page, '20001\t1.000');
  await expect(
    review(page)
      .getByRole('radiogroup', { name: /^How should/ })
      .getByRole('radio', { checked: true }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Add 1 line')).toBeVisible();
});
