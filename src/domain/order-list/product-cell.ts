import { isSpreadsheetDate } from './date-cell.ts';
import { plainText } from './plain-text.ts';
import type { RefusalCode } from './refusal.ts';

/** Why the text of a product cell can't be what somebody ordered, or null where it may be. */
export function productProblem(product: string): RefusalCode | null {
  if (plainText(product) === '' || !/[\p{L}\p{N}]/u.test(product))
    return product.startsWith('##') ? 'spreadsheet-error' : 'no-product';
  if (product.length > 40 || /^[\dA-Z]+$/.test(product)) return null;
  if (/^[-+]?\d(?:[.,]\d+)?e[-+]\d{2,3}$/i.test(product)) return 'shortened-product';
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|NV|WERT!|BEZUG!|WAARDE!|VALEUR!|N\/D|VALOR!)$/i.test(product))
    return 'spreadsheet-error';
  return /[-./ ]/.test(product) && isSpreadsheetDate(product) ? 'product-became-date' : null;
}
