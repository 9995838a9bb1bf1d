import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { RefusedLine } from '#domain/order-list/order-list.ts';

/** Why a line of a list was not taken, and what would be right. */
export function refusalWords({ code, value = '' }: RefusedLine, i18n: I18n): string {
  const sentences: Record<RefusedLine['code'], string> = {
    'no-product': t(i18n)`The product is missing.`,
    'no-quantity': t(i18n)`The quantity is missing; a number above 0 is needed.`,
    'zero-quantity': t(i18n)`The quantity is 0; a number above 0 is needed.`,
    'negative-quantity': t(i18n)`The quantity “${value}” is negative; a number above 0 is needed.`,
    'not-a-number': t(i18n)`The quantity “${value}” is not a number.`,
    'too-many-decimals': t(i18n)`The quantity “${value}” has more than three decimals.`,
    'too-large': t(i18n)`The quantity “${value}” is above 1,000,000,000.`,
    percent: t(i18n)`“${value}” is a percentage, not a quantity.`,
    price: t(i18n)`“${value}” is an amount of money, not a quantity.`,
    'shortened-quantity': t(
      i18n,
    )`A spreadsheet shortened the quantity to “${value}”, so digits are lost. Show it as a plain number there and copy it again.`,
    'shortened-product': t(
      i18n,
    )`A spreadsheet turned the product into “${value}”, so digits are lost. Format the column as text there, enter the product again and copy it.`,
    'product-became-date': t(
      i18n,
    )`The product “${value}” is a date: a spreadsheet may have turned a code into one. Format the column as text there and enter the code again.`,
    'spreadsheet-error': t(i18n)`“${value}” is what a spreadsheet shows when it cannot show the value.`,
    'not-a-date': t(i18n)`The needed-by date “${value}” is not a date; 2026-03-17 is one.`,
    'date-without-year': t(i18n)`The needed-by date “${value}” has no year.`,
    'week-not-day': t(i18n)`The needed-by date “${value}” is not a single day; 2026-03-17 is one.`,
    'too-many-cells': t(
      i18n,
    )`This line has more cells than the header. If a number holds a comma, put it in quotes or separate the cells by semicolons.`,
    'not-understood': t(i18n)`No product and quantity could be told apart in this line.`,
    prose: t(i18n)`This line holds no number, so it was not read as an order line.`,
  };
  return sentences[code];
}
