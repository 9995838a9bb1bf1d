import { readDateCell, isDateless, isSpreadsheetDate } from './date-cell.ts';
import { isRoughNumber, readNumberCell } from './number-cell.ts';
import { groupsOf, latinDigits } from './plain-text.ts';
import { unitName } from './unit-word.ts';
import type { RefusalCode } from './order-list.ts';

/**
 * What a cell looks like by itself. `whole`: digits only, or with the `.0` that a program gives an id or a quantity. `identifier`: digits that can't be a quantity (leading
 * zeros, more than ten, shortened by a spreadsheet). `grouped`: a whole number with separators, unless they are
 * decimals. `decimal`: a number with separators or a sign, which no product code has, or a rough one.
 * `measure`: a number with its unit. `code`: letters and digits in one word. `odd`: a number that a spreadsheet shortened.
 */
export type CellKind =
  | 'blank'
  | 'whole'
  | 'identifier'
  | 'grouped'
  | 'decimal'
  | 'measure'
  | 'price'
  | 'percent'
  | 'date'
  | 'unit'
  | 'code'
  | 'text'
  | 'odd';

/** The kind of a cell whose text is trimmed. */
export function cellKind(cell: string): CellKind {
  if (cell === '') return 'blank';
  const text = latinDigits(cell);
  if (/^\d+(?:\.0)?$/.test(text)) return /\d{11}|^0\d/.test(text) ? 'identifier' : 'whole';
  if (isRoughNumber(text)) return 'decimal';
  if (!/\d/.test(text)) return kindOfWords(text);
  const [exponent] = groupsOf(text, /^\d(?:[.,]\d+)?e\+(\d+)$/i);
  if (exponent !== undefined) return Number(exponent) > 9 ? 'identifier' : 'odd';
  if (/^\d{1,3}(?:[.,' ]\d{3})+$/.test(text)) return 'grouped';
  if (text.length < 40 && (typeof readDateCell(text, false) === 'object' || isDateless(text))) return 'date';
  const number = readNumberCell(text);
  if (number === 'percent') return 'percent';
  if (number === 'price') return 'price';
  if (typeof number === 'object') {
    if (number.isMoney) return 'price';
    // `10L` may be ten litres and may be a code; a space or other cells of the column tell.
    return number.unit === undefined ? 'decimal' : 'measure';
  }
  return /\s/.test(text) ? 'text' : 'code';
}

function kindOfWords(text: string): CellKind {
  if (isDateless(text)) return 'date';
  return unitName(text) === null ? 'text' : 'unit';
}

/** Why the text of a product cell can't be what somebody ordered, or null where it may be. */
export function productProblem(product: string): RefusalCode | null {
  if (!/[\p{L}\p{N}]/u.test(product)) return product.includes('##') ? 'spreadsheet-error' : 'no-product';
  if (/^0+$/.test(product)) return 'not-understood';
  if (/^[-+]?\d(?:(?:[.,]\d+)?e[-+]\d{2,3}|[.,]\d+e\d{1,3})$/i.test(product)) return 'shortened-product';
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|NV|WERT!|BEZUG!|WAARDE!|VALEUR!|N\/D|VALOR!)$/i.test(product))
    return 'spreadsheet-error';
  return isSpreadsheetDate(product) ? 'product-became-date' : null;
}

const canceled =
  /^[^\p{L}\p{N}]*(?:cancel(?:l?ed)?|cxl|void|deleted|storno|storniert|gestrichen|gelöscht|l(?:ö|oe)(?:sch)?|entfällt|annulée?|supprimée?|geannuleerd|vervallen|(?:cancel|anul|elimin)ad[oa]|annullat[oa]|anulowan[oaey]|[iİ]ptal|avbeställd)[^\p{L}\p{N}]*$/iu;

/** Nothing but the word, whatever marks it: `not canceled` and `Deleted scenes` say something else. */
export function saysCanceled(text: string): boolean {
  return canceled.test(text);
}
