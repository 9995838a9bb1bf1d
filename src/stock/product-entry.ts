import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { maxProductId } from '#stock/contract/limits.ts';
import type { CalendarDate } from './calendar-date.ts';
import { readQuantity } from './locale-number.ts';
import type { Thousandths } from './thousandths.ts';

import { isSameUnit } from '#stock/order-list/unit-word.ts';
import { isCompleteDate, readTypedDate, type TypedDate } from './typed-date.ts';
import { readTypedQuantity } from './typed-quantity.ts';

/** A product as typed in one field, with what is typed beside it. */
export interface ProductEntry {
  /** Product ID, SKU or words of the name, trimmed. */
  product: string;
  /** Null if there is no quantity beside the product. */
  quantity: Thousandths | null;
  /** Unit after the quantity, as typed. The quantity is never converted. */
  unit: string | null;
  shipBy: CalendarDate | null;
}

/** A product that a text may mean, with the quantity and date that the text then contains. */
export interface Suggestion extends Omit<ProductEntry, 'product'> {
  product: Product;
}

/** @param today the service's date */
interface Reader {
  locale: string;
  today: CalendarDate;
}

/**
 * Parses a text whose form alone separates product, quantity and date: `12345 x 40`, `12345 × 40 m` (product first),
 * `250 m of 12345`, `250 m von 12345` (quantity first), two cells pasted with a tab between them, and `250 m 12345`,
 * `12345 40 m` and `CP-1001-SK 40`, if a unit or a code distinguishes quantity and product; each with a date, as in
 * `12345 x 40 by Dec 12`. The quantity is in the locale's format. Any other text is a product: `Towel 50 x 70` is a
 * name, and a text with an ambiguous quantity is kept whole so that no part is lost.
 */
export function readProductEntry(text: string, reader: Reader): ProductEntry {
  const whole = wholeEntry(text);
  return readByForm(whole.product, reader) ?? whole;
}

/**
 * The ways to read a text, likeliest first: as {@link readProductEntry}, and with a quantity before or after the words
 * of a name, or beside another number (`300 m blue poplin by Dec 12`, `10004 250`). Which one is meant depends on the
 * catalog.
 */
export function productReadings(text: string, reader: Reader): ProductEntry[] {
  const whole = wholeEntry(text);
  const byForm = readByForm(whole.product, reader);
  if (byForm !== null) return [byForm, whole];
  const { rest, shipBy } = withoutDate(whole.product, reader) ?? { rest: whole.product, shipBy: null };
  const others = besideQuantity(rest, shipBy, reader.locale);
  return [whole, ...others, ...(shipBy === null ? [] : [{ ...wholeEntry(rest), shipBy }])];
}

/** Finds products for words of a name, an ID or an SKU, best first. */
export type ProductSearch = (words: string) => Promise<readonly Product[]>;

/**
 * Searches for what a text may mean, by {@link productReadings}: products whose ID or SKU it contains, then the whole
 * text, if its numbers are words of the product (`Towel 50 x 70` is a towel of that size, if there is one), then the
 * other readings. Throws the errors of the search.
 */
export async function suggestProducts(text: string, reader: Reader, search: ProductSearch): Promise<Suggestion[]> {
  const readings = productReadings(text, reader).filter(({ product }) => product !== '');
  const found = await Promise.all(
    readings.map(async ({ product: words, ...beside }) => {
      const isPlain = beside.quantity === null && beside.shipBy === null;
      return (await search(words)).map((product) => {
        const rank = isKeyOf(words, product) ? 0 : isPlain && !hasNumbers(product, words) ? 2 : 1;
        return { suggestion: { ...beside, product }, rank };
      });
    }),
  );
  const byProduct = new Map<ProductId, Suggestion>();
  for (const { suggestion } of found.flat().toSorted((a, b) => a.rank - b.rank)) {
    const { productId } = suggestion.product;
    if (!byProduct.has(productId)) byProduct.set(productId, suggestion);
  }
  return [...byProduct.values()];
}

function isKeyOf(text: string, { productId, sku }: Product): boolean {
  return text === String(productId) || text.toLowerCase() === sku?.toLowerCase();
}

/** Whether the unit typed beside a product is another than its own, so that the quantity can't be taken as it is. */
export function isOtherUnit({ product, unit }: Suggestion): boolean {
  return unit !== null && product.unit !== null && !isSameUnit(unit, product.unit);
}

/** Whether the numbers of a text are words of the product's ID, SKU or name. */
function hasNumbers({ productId, sku, name }: Product, text: string): boolean {
  const own = new Set(numbersOf(`${productId} ${sku} ${name}`));
  return numbersOf(text).every((number) => own.has(number));
}

const numbersOf = (written: string) => written.match(/\d+/g) ?? [];

function wholeEntry(text: string): ProductEntry {
  return { product: text.trim(), quantity: null, unit: null, shipBy: null };
}

// A name of several words may end in a dimension ("Towel 50 x 70"), so only a single word may end in a digit before ×.
const product = String.raw`(?<product>\S+|.*[^\s\d])`;

// Matches `CP-1001-SK` and `H07RNF3`, but not `A4` or `3M`, which can begin a name.
const code = String.raw`(?=\S*\p{L})(?:(?=\S*\d{3})[\p{L}\d]+|(?=\S*\d)[\p{L}\d]+(?:[-./_][\p{L}\d]+)+)`;

const forms: readonly RegExp[] = [
  /^(?<product>[^\t]+)\t(?<amount>[^\t]+)$/,
  new RegExp(String.raw`^${product}\s+[x×*]\s*(?<amount>\S.*)$`, 'iu'),
  /^(?<product>\S+)×(?<amount>\S.*)$/u,
  /^(?<amount>.+?)\s+(?:of(?:\s+the)?|von(?:\s+de[mr])?)\s+(?<product>\S.*)$/iu,
  /^(?<amount>\S+)\s+[x×*]\s+(?<product>\p{L}.*)$/iu,
  new RegExp(String.raw`^(?<product>${code}) +(?<amount>\d\S*(?: *\p{L}\S*)?)$`, 'u'),
  // Only a known unit can follow the digits in these two.
  /^(?<product>[1-9]\d*) +(?<amount>\d\S* *\p{L}\S*)$/u,
  new RegExp(String.raw`^(?<amount>\d\S* *\p{L}\S*) +(?<product>[1-9]\d*|${code})$`, 'u'),
];

const idOrCode = new RegExp(`^(?:[1-9]\\d*|${code})$`, 'u');

function readByForm(text: string, reader: Reader): ProductEntry | null {
  const { rest, shipBy } = withoutDate(text, reader) ?? { rest: text, shipBy: null };
  for (const form of forms) {
    const { product = '', amount = '' } = form.exec(rest)?.groups ?? {};
    const read = readAmount(amount, reader.locale);
    if (read !== null) return { product: product.trim(), ...read, shipBy };
  }
  return shipBy !== null && idOrCode.test(rest) ? { ...wholeEntry(rest), shipBy } : null;
}

// Only units that need no conversion: "250 cm" isn't a quantity of 250 for stock kept in meters.
const unit =
  /(?<=[\d\s])(?:m[²2]?|sqm|mtrs?|met(?:re|er)s?|lfm|kg|kgs|pcs?|pieces?|stk|stück|yds?|yards?|rolls?|rollen?|box(?:es)?|pairs?|units?)\.?$/iu;

function readAmount(written: string, locale: string): Pick<ProductEntry, 'quantity' | 'unit'> | null {
  const unitWritten = unit.exec(written)?.[0] ?? null;
  const number = unitWritten === null ? written : written.slice(0, -unitWritten.length);
  const reading = readQuantity(number, locale);
  return reading.ok ? { quantity: reading.value, unit: unitWritten } : null;
}

/** Readings of a text that starts or ends with a quantity. With a number at both ends, the product is the first. */
function besideQuantity(text: string, shipBy: CalendarDate | null, locale: string): ProductEntry[] {
  const words = text.split(/\s+/);
  const split = (isLast: boolean): ProductEntry[] => {
    for (let length = words.length - 1; length > 0; length--) {
      const at = isLast ? words.length - length : length;
      const [before, after] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
      const [amount, product] = isLast ? [after, before] : [before, after];
      const reading = readTypedQuantity(amount, locale);
      if (reading.ok && /[\p{L}\p{Nd}]/u.test(product))
        return [{ product, quantity: reading.value, unit: reading.unit, shipBy }];
    }
    return [];
  };
  return /^\p{Nd}+\s+\p{Nd}/u.test(text) ? [...split(true), ...split(false)] : [...split(false), ...split(true)];
}

const maxDateLength = 6;
const preposition = /^(?:by|until|till?|due|before|on|bis zum|bis|spätestens am|spätestens|am) /iu;
/** Texts that are a date without a preposition too: with a month or a year, `12.12.`, `in 2 weeks` and `KW 50`. */
const clearDate =
  /\p{L}{3,}\.?\s\d|\d(?:st|nd|rd|th|\.)?\s?\p{L}{3,}|\d{4}[-/年]|[-./]\s?\d{4}|^\d{1,2}\.\s?\d{1,2}\.$|^in\s\S+\s|^(?:next|coming|nächste[nrms]?|kommende[nrms]?)\s\p{L}{3}|^(?:kw|cw|calendar week)\s?\d/iu;

/**
 * Separates the first date in a text: any one after `by`, otherwise only one that can hardly be part of a name. No part of
 * a longer date is one: `12.12. 2026` isn't product 2026 by December 12.
 */
function withoutDate(text: string, reader: Reader): { rest: string; shipBy: CalendarDate } | null {
  const words = text.split(/ +/);
  for (let length = Math.min(maxDateLength, words.length); length > 0; length--)
    for (let from = words.length - length; from >= 0; from--) {
      const span = words.slice(from, from + length).join(' ');
      const date = span.replace(preposition, '');
      if (date === span && !clearDate.test(span)) continue;
      const reading = readTypedDate(date, reader);
      const rest = [...words.slice(0, from), ...words.slice(from + length)].join(' ').replace(/[\s,;]+$/, '');
      if (reading.ok && reading.date >= reader.today && rest !== '') return { rest, shipBy: reading.date };
      const isDate = reading.ok || reading.reason !== 'not-a-date';
      if (isDate && (rest === '' || isCompleteDate(date))) return null;
    }
  return null;
}

const endingDate = /(?:^|\s)(?:by|until|till?|due|before|bis(?: zum)?|spätestens(?: am)?)\s+(\S.*)$/iu;

/**
 * The end of a text that is announced as a date (`300 m poplin by dec 32`) and isn't one that goods can ship by; null if
 * there is none.
 */
export function unreadDate(text: string, reader: Reader): { written: string; reading: TypedDate } | null {
  const written = endingDate.exec(text.trim())?.[1];
  if (written === undefined) return null;
  const reading = readTypedDate(written, reader);
  return reading.ok && reading.date >= reader.today ? null : { written, reading };
}

/** Parses a product ID, null if the text isn't one (leading zeros included). */
export function parseProductId(text: string): ProductId | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= maxProductId ? id : null;
}
