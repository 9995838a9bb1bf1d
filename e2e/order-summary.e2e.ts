import { expect } from '@playwright/test';

import { test } from './own-person.ts';
import { button, cell, check, grid, lines, openOrder, paste, review, saved, orderSummary } from './order-page.ts';

test('every line that delays the order can be shown', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines(...Array.from({ length: 8 }, (_, index) => `20002\t${index + 1}`)));
  await review(page).getByRole('button', { name: 'Add 8 lines' }).click();
  await check(page);
  await expect(orderSummary(page)).toContainText('None – stock never covers lines 1, 2, 3, 4, 5, …');
  await expect(orderSummary(page)).not.toContainText('Line 4 (without it');
  await orderSummary(page).getByRole('button', { name: 'and 3 more' }).click();
  await expect(orderSummary(page)).toContainText('None – stock never covers lines 1, 2, 3, 4, 5, 6, 7, 8.');
  await orderSummary(page).getByRole('button', { name: 'and 5 more' }).click();
  await expect(orderSummary(page)).toContainText('Line 8 (without it');
});

test('an order with an open line says which, and what delays the others', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5', '99999\t5'));
  await check(page);
  await expect(orderSummary(page)).toContainText('Without line 3, stock only');
  await expect(orderSummary(page)).toContainText('Delayed by');
  await expect(orderSummary(page)).toContainText('Line 2 (without it');
});

test('an order is saved where the browser can’t store anything', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await openOrder(page);
  await paste(page, lines('20001\t80'));
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(cell(page, 1, 'Quantity')).toHaveText('80');
});

test('an edited list is not lost by an accidental click or key', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20001\t80', '20001\t5', '20002\tlots'));
  await expect(review(page)).toBeVisible();
  await page.mouse.click(4, 400);
  await expect(review(page)).toBeVisible();
  await review(page)
    .getByRole('textbox', { name: /quantity/i })
    .first()
    .fill('7');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(review(page).getByText('Discard this list and your changes')).toBeVisible();
  await review(page).getByRole('button', { name: 'Keep editing', exact: true }).click();
  await expect(review(page).getByText('Discard this list and your changes')).toBeHidden();
  await page.keyboard.press('Escape');
  await review(page).getByRole('button', { name: 'Discard list', exact: true }).click();
  await expect(review(page)).toBeHidden();
});

test('Back closes a dialog first, and then leaves the page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await button(page, 'New order').click();
  await expect(grid(page)).toBeVisible();
  await paste(page, lines('20001\t80', '20002\tlots'));
  await expect(review(page)).toBeVisible();
  await page.goBack();
  await expect(review(page)).toBeHidden();
  await expect(grid(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('combobox', { name: 'Search products and pages' });
  await expect(palette).toBeVisible();
  await page.goBack();
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL(/\/order$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/orders$/);
});
