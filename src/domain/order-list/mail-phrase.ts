import { readHeaderCell } from './header-cell.ts';
import { readMailLine } from './mail-line.ts';
import { type MailPhrase, pairSides } from './mail-pair.ts';
import { mayBeQuantity, readSide } from './mail-side.ts';
import { unitName } from './unit-word.ts';

/** What says more than a name, a quantity and their labels is prose. */
const mostWords = 14;

/**
 * Reads `250 m of 12345`, `12345 x 250`, `12345: 250`, `- 250 x AB-123`, `AB-123, 250 pcs`, `250 Stück AB-123`, with
 * a date at the end or none; null where the line is no such phrase. What could be prose is never taken for an order:
 * a product without digits needs a unit or a sign on the quantity's side.
 */
export function readMailPhrase(line: string): MailPhrase | null {
  if (!/\p{Nd}/u.test(line)) return null;
  for (const { text, date } of readMailLine(line)) {
    const phrase = text.split(' ', mostWords + 1).length > mostWords ? null : readForms(text);
    if (phrase !== null) return date === undefined ? phrase : { ...phrase, date };
  }
  return null;
}

/** Whether the line holds a product and nothing else that says how much. */
export function isLoneProduct(line: string): boolean {
  const [first] = readMailLine(line);
  return first !== undefined && /^\S*\d\S*$/.test(first.text.replace(/[:=x×*]+$/, '').trim());
}

function readForms(text: string): MailPhrase | null {
  return (
    readLabelled(text) ??
    readTimes(text) ??
    readColon(text) ??
    readOf(text) ??
    readListed(text) ??
    readBracketed(text) ??
    readMeasured(text) ??
    readPair(text)
  );
}

const timesSign = /\s+[x×*]\s+|\s*×\s*|(?<=^\d[\d.,' ]*)x\s+|\s+x(?=\d)|(?<=^\d+)x(?=\d+$)/giu;

function readTimes(text: string): MailPhrase | null {
  if (!/[x×*]/i.test(text)) return null;
  const signs = [...text.matchAll(timesSign)];
  const [first, last] = [signs[0], signs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const readings = [first, last].map((sign) => {
    const [left, right] = [text.slice(0, sign.index), text.slice(sign.index + sign[0].length)];
    return pairSides(readSide(left.trim()), readSide(right.trim()), 'times');
  });
  const phrase = readings[0] ?? readings[1] ?? null;
  return phrase && withUnitBeforeProduct(phrase);
}

/** `2 x rolls AB-126` are 2 rolls of AB-126. */
function withUnitBeforeProduct(phrase: MailPhrase): MailPhrase {
  const [, unit, code] = /^(\p{L}+\.?)\s+(\S*\d\S*)$/u.exec(phrase.product) ?? [];
  if (unit === undefined || code === undefined || unitName(unit) === null || !/^[\d.,' ]+$/.test(phrase.quantity)) {
    return phrase;
  }
  return { ...phrase, product: code, quantity: `${phrase.quantity} ${unit}` };
}

function readColon(text: string): MailPhrase | null {
  const [, left, right] = /^(.+?)\s*(?::|=>|=|->|→|⇒)\s*([^:=]+)$/u.exec(text) ?? [];
  const isTime = /^\d{1,2}:\d{2}$/.test(text);
  return left === undefined || right === undefined || isTime
    ? null
    : pairSides(readSide(left), readSide(right), 'colon');
}

function readOf(text: string): MailPhrase | null {
  const [, left, right] =
    /^([-+]?\d.*?)\s+(?:of|von|vom|der|de|du|des|van|del|dell|della|di)\s+(?:the\s+|l[ae]s?\s+(?=r[ée]f|art|c[oó]d))?(.+)$/iu.exec(
      text.replace(/\bd(?:ell)?['’]\s*/gi, 'de '),
    ) ?? [];
  if (left === undefined || right === undefined) return null;
  const [quantity, product] = [readSide(left), readSide(right)];
  if (!mayBeQuantity(quantity) || !product.mayBeProduct) return null;
  const isNamed = !/\d/.test(product.text) || product.text.split(' ').length > 6;
  return isNamed && quantity.number?.unit === undefined
    ? null
    : { product: product.text, quantity: quantity.text, order: 'quantity-first', sign: 'word' };
}

const listSign = /\s*[;|]\s*|,\s+|\s+[-–—]{1,8}\s+|\s*(?:\.{3,}|…)\s*/u;

function readListed(text: string): MailPhrase | null {
  const parts = text.split(listSign);
  // A part without a figure between the product and the quantity, or behind them, is a name or a remark.
  const telling = parts.length === 3 && /\d/.test(parts[0] ?? '') ? parts.filter((part) => /\d/.test(part)) : parts;
  const [left, right] = telling;
  if (telling.length !== 2 || left === undefined || right === undefined) return null;
  return pairSides(readSide(left), readSide(right), 'loose');
}

function readBracketed(text: string): MailPhrase | null {
  const [, left, right] = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/u.exec(text) ?? [];
  return left === undefined || right === undefined ? null : pairSides(readSide(left), readSide(right), 'loose');
}

const quantityLabel = String.raw`(?:qty|quantity|quant|menge|anzahl|stückzahl|qt[eé]s?|quantit[eé]|aantal|hoeveelheid|cantidad|cant|quantit[aà]|q\.?t[aà])`;
const labelBehind = new RegExp(String.raw`^(.+?)[\s,;:|/–-]+${quantityLabel}\b\.?\s*[:=]?\s*(.+)$`, 'iu');
const labelBefore = new RegExp(
  String.raw`^${quantityLabel}\b\.?\s*[:=]?\s*(.+?)[\s,;|/–-]+(\p{L}[^,;|]*?[\s:.]+\S*\d\S*)$`,
  'iu',
);

function readLabelled(text: string): MailPhrase | null {
  const [, left, right] = labelBehind.exec(text) ?? [];
  if (left !== undefined && right !== undefined) {
    const [product, quantity] = [readSide(left.replace(/^(.*?):\s*(?=\S+$)/u, '$1 ')), readSide(right)];
    if (product.mayBeProduct && mayBeQuantity(quantity) && readHeaderCell(product.text) === null) {
      return { product: product.text, quantity: quantity.text, order: 'product-first', sign: 'word' };
    }
  }
  const [, amount, named] = labelBefore.exec(text) ?? [];
  if (amount === undefined || named === undefined) return null;
  const [quantity, product] = [readSide(amount), readSide(named.replace(/:\s*/, ' '))];
  return mayBeQuantity(quantity) && product.mayBeProduct && !product.isName
    ? { product: product.text, quantity: quantity.text, order: 'quantity-first', sign: 'word' }
    : null;
}

/** `250 m AB-123` and `AB-123 250 m`: the unit tells the quantity, a digit makes the rest a product. */
function readMeasured(text: string): MailPhrase | null {
  const words = text.split(/\s+/);
  for (const length of [1, 2, 3]) {
    const [head, rest] = [words.slice(0, length), words.slice(length)];
    const before = measured(head, rest);
    if (before !== null) return { ...before, order: 'quantity-first', sign: 'word' };
  }
  for (const length of [3, 2, 1]) {
    const behind = measured(words.slice(-length), words.slice(0, -length));
    if (behind !== null) return { ...behind, order: 'product-first', sign: 'word' };
  }
  return null;
}

function measured(amount: readonly string[], rest: readonly string[]): Pick<MailPhrase, 'product' | 'quantity'> | null {
  if (rest.length === 0 || amount.length === 0) return null;
  const last = amount.at(-1) ?? '';
  if (!/\p{L}/u.test(last) || /^[-–—]$/.test(amount[0] ?? '') || (amount.length > 1 && unitName(last) === null))
    return null;
  const [quantity, product] = [readSide(amount.join(' ')), readSide(rest.join(' '))];
  if (quantity.number?.unit === undefined || !mayBeQuantity(quantity)) return null;
  return product.mayBeProduct && /\d/.test(product.text) ? { product: product.text, quantity: quantity.text } : null;
}

function readPair(text: string): MailPhrase | null {
  const words = text.split(' ');
  const [left, right] = words;
  return words.length !== 2 || left === undefined || right === undefined
    ? null
    : pairSides(readSide(left), readSide(right), 'loose');
}
