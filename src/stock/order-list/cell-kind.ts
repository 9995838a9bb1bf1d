import { readDateCell, isInexactDate, isSpreadsheetDate } from './list-date.ts';
import { isApproximateNumber, readNumberCell } from './number-cell.ts';
import { groupsOf, latinDigits } from './plain-text.ts';
import { unitName } from './unit-word.ts';
import type { RefusalCode } from './refusal-code.ts';

/**
 * What a cell looks like on its own. `whole`: digits only, perhaps with the `.0` that software appends. `identifier`:
 * digits that can't be a quantity (leading zeros, more than ten digits, scientific notation). `grouped`: a whole number
 * with thousands separators, which may also be decimals. `decimal`: a number with separators or a sign, unlike any
 * product code, or an approximate one. `measure`: a number with its unit. `code`: letters and digits in one word.
 * `odd`: a number in scientific notation with an exponent up to 9, an ID or a quantity.
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

/** Kinds of cells that may be a quantity. */
export const amountKinds: ReadonlySet<string> = new Set<CellKind>(['whole', 'grouped', 'decimal', 'measure']);

/** Returns the kind of a cell. Its text must be trimmed. */
export function cellKind(cell: string): CellKind {
  if (cell === '') return 'blank';
  const text = latinDigits(cell);
  if (/^\d+(?:\.0)?$/.test(text)) return /\d{11}|^0\d/.test(text) ? 'identifier' : 'whole';
  if (isApproximateNumber(text)) return 'decimal';
  if (!/\d/.test(text)) return kindOfText(text);
  const [exponent] = groupsOf(text, /^\d(?:[.,]\d+)?e\+(\d+)$/i);
  if (exponent !== undefined) return Number(exponent) > 9 ? 'identifier' : 'odd';
  if (/^\d{1,3}(?:[.,' ]\d{3})+$/.test(text)) return 'grouped';
  if (text.length < 40 && (typeof readDateCell(text, false) === 'object' || isInexactDate(text))) return 'date';
  const number = readNumberCell(text);
  if (number === 'percent') return 'percent';
  if (number === 'price') return 'price';
  if (typeof number === 'object') {
    if (number.isMoney) return 'price';
    // `10L` may be ten liters or a code; other cells of the column decide.
    return number.unit === undefined ? 'decimal' : 'measure';
  }
  return /\s/.test(text) ? 'text' : 'code';
}

function kindOfText(text: string): CellKind {
  if (isInexactDate(text)) return 'date';
  return unitName(text) === null ? 'text' : 'unit';
}

/** Returns why a product text can't be a product; null if it can. */
export function productProblem(product: string): RefusalCode | null {
  if (/^[1-9]\d*$/.test(product)) return null;
  if (!/[\p{L}\p{N}]/u.test(product)) return product.includes('##') ? 'spreadsheet-error' : 'no-product';
  if (/^0+$/.test(product)) return 'not-understood';
  if (/^[-+]?\d(?:(?:[.,]\d+)?e[-+]\d{2,3}|[.,]\d+e\d{1,3})$/i.test(product)) return 'shortened-product';
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|NV|WERT!|BEZUG!|WAARDE!|VALEUR!|N\/D|VALOR!)$/i.test(product))
    return 'spreadsheet-error';
  return isSpreadsheetDate(product) ? 'product-became-date' : null;
}

const canceledWord =
  /(?:cancel(?:l?ed)?|cxl|void|deleted|storno|storniert|gestrichen|gelöscht|l(?:ö|oe)(?:sch)?|entfällt|annulée?|supprimée?|geannuleerd|vervallen|(?:cancel|anul|elimin)ad[oa]|annullat[oa]|anulowan[oaey]|[iİ]ptal|avbeställd|不要|取消|キャンセル)/iu;
const canceled = new RegExp(String.raw`^[^\p{L}\p{N}]*${canceledWord.source}[^\p{L}\p{N}]*$`, 'iu');

/** Whether the text is only a word for canceled, with any punctuation; not `not canceled` or `Deleted scenes`. */
export function isCanceledText(text: string): boolean {
  return canceled.test(text);
}

/** Whether a part of a name, set off by signs, is a word for canceled: `Flannel (canceled)`, `ENTFÄLLT - Leinen`. */
export function isCanceledInPart(text: string): boolean {
  if (!canceledWord.test(text)) return false;
  return partsOfName(text).some(isCanceledText);
}

/** The parts of a name that signs set off from each other. */
export function partsOfName(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\s'’./-]+|\s[-–—]+\s/u).filter((part) => part !== '');
}
