import { readHeaderCell } from './header-cell.ts';
import { type NumberCell, readNumberCell } from './number-cell.ts';
import { isTotal } from './skip-rules.ts';

/** One side of a phrase such as `12345 x 250`, and what it may be. */
export interface MailSide {
  text: string;
  /** Null where it is no number. */
  number: NumberCell | null;
  mayBeProduct: boolean;
  /** `12.345`: a quantity, or a product number written with separators. */
  isGrouped: boolean;
  /** A product of several words or without a digit: only what stands on the other side makes it one. */
  isName: boolean;
}

/** `AB 123` and `XL 12-B`, but no numbers of other things. */
const spacedCode = /^(?!(?:PO|KW|CW|NR|NO|TEL|FAX|VAT|TVA|BTW|IVA|USD|EUR|CHF|GBP) )[A-Z]{1,4} \d[\dA-Z./-]*$/;

/** Looks at one side of a phrase. */
export function readSide(text: string): MailSide {
  const product = withoutLabel(text);
  const read = readNumberCell(text);
  const number = typeof read === 'object' ? read : null;
  const isBareWhole = /^\d+$/.test(product) && !/^0+$/.test(product);
  const isGrouped = /^\d{1,3}(?:[.,' ]\d{3})+$/.test(text);
  const mayBeProduct = number === null ? isProductLike(product) : isBareWhole;
  return {
    text: mayBeProduct ? product : text,
    number,
    mayBeProduct,
    isGrouped,
    isName: !isGrouped && !/^\S*\d\S*$/.test(product) && !spacedCode.test(product),
  };
}

/** Whether the number may be ordered: money may not, and no number starts with zeros. */
export function mayBeQuantity({ number, text }: MailSide): boolean {
  return number !== null && !number.isMoney && !/^0\d/.test(text);
}

const quoted = /^(["'`„‚]|\p{Pi})(?<name>[^"`„\p{Pi}\p{Pf}]+)(?:\1|[\p{Pf}“‘])$/u;

// The hyphen of `ART-100` belongs to the code, that of `Art.- 100` and `Item - 100` doesn't.
const labelled = /^(?<label>\p{L}[^\d]{0,24}?)(?<sign>(?:[\s:.#°=]|-(?=\s)|(?<=[\s.])-)+)(?<rest>\S*\d\S*)$/u;

/** `Art. 12345`, `article no. 12345`, `SKU: AB-123` are 12345 and AB-123. */
function withoutLabel(written: string): string {
  const text = quoted.exec(written)?.groups?.['name'] ?? written;
  const { label, sign, rest } = labelled.exec(text)?.groups ?? {};
  if (label === undefined || rest === undefined) return withoutRemark(text);
  // `no AB-3` is a refusal, `No. 12345` a label.
  if (label === 'no' && sign?.trim() === '') return text;
  const role = readHeaderCell(label)?.role;
  return role === 'product' || role === 'number' ? rest.replace(/^n(?:[ro]\.|°)(?=\d)/i, '') : withoutRemark(text);
}

/** `12345 (Satin blue)` is 12345. */
function withoutRemark(text: string): string {
  return /^(\S*\d\S*)\s+\([^()]*\)$/.exec(text)?.[1] ?? text;
}

const listsMore = /(?:^|\s)(?:and|und|et|en|y|plus|&|\+)\s+\d/iu;

/** `NYM-J 3x1,5` measures its cores; any other comma in a product is hardly part of it. */
const measuredDecimals = /(?<=(?:^|[\s×/])(?:\d+x)*\d+),(?=\d)/g;

function isProductLike(name: string): boolean {
  const text = name.includes(',') && /\p{L}/u.test(name) ? name.replace(measuredDecimals, '.') : name;
  if (text === '' || text.length > 80 || !/[\p{L}\p{N}]/u.test(text) || /[:;|\t,]|[.!?]$/.test(text)) return false;
  const [first = '', ...rest] = text.split(/\s+/);
  if (rest.length > 7 || listsMore.test(text) || /^[x×]$/i.test(rest.at(-1) ?? '')) return false;
  // Figures behind a code are lengths or pieces that this reader can't tell from the quantity.
  if (/\d/.test(first) && rest.some((word) => /\d/.test(word))) return false;
  return readHeaderCell(text) === null && !isTotal(text);
}
