import { monthPattern, urgencyPattern, wordyDayPattern } from './date-cell.ts';
import { groupsOf, latinDigits, plainText } from './plain-text.ts';
import { readHeaderCell } from './header-row.ts';
import { codeAndWords } from './product-text.ts';
import { unitName } from './unit-word.ts';
import { largestQuantity } from '#lib/thousandths.ts';
import { type NumberCell, readNumberCell, approximatePattern } from './number-cell.ts';
import type { Refusal } from './order-list.ts';
import { isTotal } from './table-rows.ts';

/** An email line without the words around the order, and its ship-by date as written. */
interface MailLine {
  text: string;
  date?: string;
}

const quoteMarks = /^(?:>\s*)+/;
/** Sender and time in copied chats: `[02.01.26, 10:15] Anna: `, `02/01/2026, 10:15 - Anna: `. */
const chatLead =
  /^(?:\[(?=[^\]]*\d:\d\d)[^\]]{4,30}\]\s*|\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)? [-–] )(?:[^:\d]{1,40}|\+[\d ()-]{6,20}):\s+/i;
/** Bullets, numbering and emoji, except emoji that cross a line out. */
const bullet =
  /^(?:(?:[-*+]\s)?\[[ x✓]?\]|[-*+•·‣▪■●○◦◆–—✓✔→➔➢➤►▶☐☑]|(?:pos|position|line|zeile|ligne|regel|l[ií]nea)\.?\s*\d{1,3}\s*[:.)]|\(?\d{1,3}[.)]|\d{1,3}\.\)|[a-z]\))\s+|^(?:(?![❌❎✖🚫⛔🛑👎])\p{Extended_Pictographic}[\ufe0f\u200d]*\s*)+/iu;
const politeLead =
  /^(?:(?:and|und|noch|et|en|nog|y|also|auch|aussi|ook|please|bitte|svp|graag|por favor|pls|kindly|(?:could|can|would|may) (?:you|we|i)(?: have| get)?|(?:we|i) (?:would )?(?:need|like|want|order)|(?:wir|ich) (?:brauchen?|benötigen?|bestellen?|hätten? gerne?)|il (?:me|nous) fau(?:t|drait)|nous (?:voudrions|avons besoin de|commandons)|je (?:voudrais|commande)|(?:ik|wij|we) (?:wil|willen|zou|zouden|bestel|bestellen)(?: graag)?|(?:send|order(?! ?(?:#|(?:n[or]|num|number|id|ref)\b))|supply|deliver|quote)(?: us| me)?|(?:senden|schicken|liefern) sie(?: uns| mir)?|bestelle[nr]?|commander?|envoyer|(?:quisiéramos|necesit(?:o|amos)|quiero|queremos|envíen(?:os)?)|(?:vi |le )?(?:ordino|ordiniamo|preghiamo di inviarci)|vorremmo|vorrei|per favore|item)\b[:,]?\s+)+/iu;
const politeTail =
  /(?:[\s,;.!?–-]+(?:please|bitte|danke|merci|s'?il vous pla[iî]t|svp|s\.v\.p\.?|graag|alstublieft|aub|a\.u\.b\.?|por favor|gracias|per favore|grazie|urgente|when|wann|quand|wanneer|cu[aá]ndo|quando|thanks|thank you|pls|asap|urgent|dringend|bestellen|liefern|leveren))+$/iu;

/** Trailing emoji and punctuation, except emoji that cross a line out. */
const trailingEmoji = /(?:[\s?!\u200d\p{Emoji_Modifier}]|\ufe0f|(?![❌❎✖🚫⛔🛑👎])\p{Extended_Pictographic})+$/u;

const urgentTail = new RegExp(
  String.raw`^(.+?)[\s,;:.(–-]+(?:(?:needed |required |due )?(?:by|until|till|on|for|bis|bis zum|am|zum) )?((?:(?:before|vor) )?(?:${urgencyPattern}|${wordyDayPattern}))[).!]*(?:[\s,]+(?:please|bitte|thanks|danke|merci|graag|gracias|grazie))*$`,
  'iu',
);
const weekShape = String.raw`(?:\d{4}-?W\d{1,2}|(?:kw|cw|week|woche|kalenderwoche|semaine|semana|settimana)\s?\d{1,2}(?:[/ -]\d{4}|/\d{2})?)`;
const dateShape = String.raw`(?:${weekShape}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?<mark>[./-])\d{1,2}\k<mark>\d{2,4}|\d{1,2}(?:st|nd|rd|th|er|\.)?[\s-]*(?:of |de )?${monthPattern}\.?,?[\s-]*(?:del? )?(?:\d{4}|'?\d{2}(?!\d))|${monthPattern}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})`;
const vagueDateShape = String.raw`(?:\d{1,2}[./]\d{1,2}\.?|\d{1,2}(?:st|nd|rd|th|er|\.)?\s*(?:of |de )?${monthPattern}\.?|${monthPattern}\.?\s+\d{1,2}(?:st|nd|rd|th)?)`;
const dateLead = String.raw`(?:(?:needed|required|wanted|delivery|deliver|delivered|due|ship|shipping|benötigt|lieferung|liefern|livraison|livrer|livrable|nodig|levering|leveren|entrega|entregar|necesario|consegna|date|datum|termin|liefertermin|fecha)\s*:?\s*)*(?:by|before|before the|until|on|for|in|en|bis|bis zum|zum|am|vor|vor dem|pour le|avant le|jusqu['’]au|le|pour|tegen|voor|op|uiterlijk|para el|antes del|hasta el|el|per|entro|entro il|spätestens(?: am)?|latest)?`;
const datedTail = new RegExp(String.raw`(?:^|[\s,;:(–/|-]+)(?:${dateLead}\s*:?\s*)(?<date>${dateShape})\)?$`, 'iu');
const vaguelyDatedTail = new RegExp(
  String.raw`(?:^|[\s,;(–-]+)(?:by|before|until|(?:no|not) later than|bis|bis zum|(?:bis )?spätestens(?: am| bis| zum| bis zum)?|zum|pour le|avant le|au plus tard le|jusqu['’]au|tegen|uiterlijk|voor|para el|antes del|hasta el|entro il|(?:liefer)?termin|delivery date):?\s+(?:the\s+)?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?,?\s+)?(?<date>${vagueDateShape})\)?$`,
  'iu',
);

const datedTails = [
  { tail: datedTail, end: /\d\)?$/ },
  { tail: vaguelyDatedTail, end: /[\p{L}\d.]\)?$/u },
];

/** Returns the texts to search for an order: the line without its bullet, then with it. Empty above 240 characters. */
function readMailLine(line: string): MailLine[] {
  const text = plainText(latinDigits(line)).replace(/\s+/g, ' ').replace(quoteMarks, '').replace(chatLead, '');
  if (text.length > 240) return [];
  const unmarked = text.replace(bullet, '');
  return [...new Set([unmarked, text])].map(withoutPoliteWords);
}

/** Removes polite phrases and splits off the date at the end. */
export function withoutPoliteWords(line: string): MailLine {
  const asked = line.replace(politeLead, '').replace(trailingEmoji, '');
  const text = asked.replace(politeTail, '').replace(/[\s,;.!?]+$/, '');
  const dated = splitTrailingDate(text);
  if (dated !== null) return { ...dated, text: dated.text.replace(politeTail, '').replace(/[\s,;:.–-]+$/, '') };
  const [rest = '', urgent = ''] = groupsOf(asked, urgentTail);
  return urgent === '' ? { text } : { text: rest, date: urgent };
}

/** Splits a text and the date at its end; null without one. */
export function splitTrailingDate(text: string): Required<MailLine> | null {
  for (const { tail, end } of datedTails) {
    const match = end.test(text) ? tail.exec(text) : null;
    if (match === null) continue;
    const { date = '' } = match.groups ?? {};
    const lead = match[0].slice(0, match[0].lastIndexOf(date));
    // "Before 17 March" names no exact day, so `before` stays part of the date.
    const [before = ''] = /(?:before|vor|avant le|antes del|voor)(?: the| dem)? $/iu.exec(lead) ?? [];
    return { text: text.slice(0, match.index), date: before + date };
  }
  return null;
}

/** Longer texts say more than a name, a quantity and their labels: they are prose. */
const maxWords = 14;

/**
 * Parses `250 m of 12345`, `12345 x 250`, `12345: 250`, `- 250 x AB-123`, `AB-123, 250 pcs`, `250 Stück AB-123`, with
 * an optional date at the end; null if the line is no such phrase. Possible prose is never read as an order: a product
 * without digits requires a unit or a multiplication sign.
 */
export function readMailPhrase(line: string): MailPhrase | null {
  if (!/\p{Nd}/u.test(line) || approximateQuantity.test(line)) return null;
  for (const { text, date } of readMailLine(line)) {
    const phrase = text.split(' ', maxWords + 1).length > maxWords ? null : readWithRemark(text);
    if (phrase !== null) return date === undefined ? phrase : { ...phrase, date };
  }
  return null;
}

/** `10001 x ca. 50 m`: only the user can decide the exact quantity. */
const approximateQuantity = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${approximatePattern})\s*\d`, 'iu');

const remarked = /^(.*\d.*?)(?:\s+[-–—]\s+|[,;]\s*|\s+(?=[([]))([^\d,;]{3,})$/u;

/** Splits off a remark after the quantity, which can't be the product's name: `AB-123, 5 pcs, cut in two`. */
function readWithRemark(text: string): MailPhrase | null {
  const whole = readForms(text);
  const [order = '', remark = ''] = groupsOf(text, remarked);
  const phrase = order === '' ? null : readForms(order);
  if (phrase === null || phrase.order === 'quantity-first' || !order.endsWith(phrase.quantity)) return whole;
  // In `5 x 10001 - Satin blue`, the name shows which of the two numbers is the product.
  if (phrase.order === 'open' && whole?.order === 'quantity-first') return whole;
  return { ...phrase, words: [...phrase.words, remark.replace(/^[([](.*)[)\]]$/, '$1')] };
}

/** Returns why a line isn't an order phrase: no quantity, an unclear quantity, not understood, or prose (no digits). */
export function refusalOfText(line: string): Refusal {
  const text = readMailLine(line)[0]?.text ?? '';
  // `info@studio24.example` is not a product.
  if (/^(?!www\.)[^\s@]*\d[^\s@]*$/.test(text.replace(/[:=x×*]+$/, '').trim())) return { code: 'no-quantity' };
  const [product = '', value = ''] = groupsOf(text, /^(\S*\d\S*?):? (?:[-–—x×*] )?(.+)/u);
  if (readNumberCell(value) === 'unclear-quantity') return { code: 'unclear-quantity', value, product };
  return { code: /\p{Nd}/u.test(line) ? 'not-understood' : 'prose' };
}

function readForms(text: string): MailPhrase | null {
  return (
    readLabeled(text) ??
    readNameAfterQuantity(text) ??
    readTimes(text) ??
    readColon(text) ??
    readOf(text) ??
    readListed(text) ??
    pairTexts(groupsOf(text, bracketed), 'loose') ??
    readMeasured(text) ??
    // `07700 900123` is more likely a phone number.
    pairTexts(groupsOf(text, /^(?!0\d+ \d{5})(\S+) (\S+)$/), 'loose')
  );
}

/** Round numbers are excluded as products, millimeters and centimeters as quantities: `5000 - 50 mm screws`. */
const nameAfterQuantity =
  /^(?<product>(?=\p{L}\S*\d|\S*\d{3}\S*\p{L}|\d{5})(?!\d+00\b)[\p{L}\d][\p{L}\d./_-]*)(?:[:;,]?\s+|\s+(?:[-–—:x×*]|=>?|->)\s+)(?<quantity>\d[\d.,' ]*\s?(?!mm|cm)(?<unit>\p{L}+)\.?),?(?:\s+(?:[-–—]|of))?(?<behind>(?:\s+(?!(?:and|or|und|oder|et|ou|en|of|y|o|e)\s)\p{L}[\p{L}'’/-]*){1,5})$/iu;

/** Parses a code, a quantity with its unit, and a product name or remark: `10003 - 120 m hemp gauze`. */
function readNameAfterQuantity(text: string): MailPhrase | null {
  const { product = '', quantity = '', unit = '', behind = '' } = nameAfterQuantity.exec(text)?.groups ?? {};
  if (unitName(unit) === null || !mayBeQuantity(readSide(quantity)) || !readSide(product).mayBeProduct) return null;
  return wordPhrase({ text: product, words: behind.trim() }, quantity);
}

const timesSign = /\s+[x×*]\s+|\s*×\s*|(?<=^\d[\d.,' ]*)x\s+|\s+x(?=\d)|(?<=^\d+)x(?=\d+$)/giu;

function readTimes(text: string): MailPhrase | null {
  const signs = [...text.matchAll(timesSign)];
  for (const sign of [signs[0], signs.at(-1)]) {
    const phrase = sign && pairTexts([text.slice(0, sign.index), text.slice(sign.index + sign[0].length)], 'times');
    if (phrase) return withUnitBeforeProduct(phrase);
  }
  return null;
}

/** Pairs the two texts on either side of a sign. */
function pairTexts(
  [left, right]: readonly (string | undefined)[],
  sign: 'times' | 'colon' | 'loose',
): MailPhrase | null {
  return pairSides(readSide(left), readSide(right), sign);
}

/** Builds a phrase whose words or units identify product and quantity. */
function wordPhrase({ text, words }: Pick<MailSide, 'text' | 'words'>, quantity: string): MailPhrase {
  return { product: text, quantity, words: [words], order: 'product-first', sign: 'word' };
}

/** Moves a unit from the product to the quantity: `2 x rolls AB-126` is 2 rolls of AB-126. */
function withUnitBeforeProduct(phrase: MailPhrase): MailPhrase {
  const [unit = '', code = ''] = groupsOf(phrase.product, /^(\p{L}+\.?) (\S*\d\S*)$/u);
  const isMeasured = unitName(unit) !== null && /^[\d.,' ]+$/.test(phrase.quantity);
  return isMeasured ? { ...phrase, product: code, quantity: `${phrase.quantity} ${unit}` } : phrase;
}

const timeOfDay = /^\d{1,2}:\d{2}$/;
const colon = /^(.+?)\s*(?::|=>|=|->|→|⇒)\s*([^:=]+)$/u;

function readColon(text: string): MailPhrase | null {
  return timeOfDay.test(text) ? null : pairTexts(groupsOf(text, colon), 'colon');
}

function readOf(text: string): MailPhrase | null {
  const [left, right] = groupsOf(
    text.replace(/\bd(?:ell)?['’]\s*/gi, 'de '),
    /^([-+]?\d.*?) (?:of|von|vom|der|de|du|des|van|del|dell|della|di) (?:the |l[ae]s? (?=r[ée]f|art|c[oó]d))?(.+)/iu,
  );
  const [quantity, product] = [readSide(left), readSide(right)];
  if (!mayBeQuantity(quantity) || !product.mayBeProduct) return null;
  // `2 of 3` is a page number or a fraction.
  if (/^\d{1,2}$/.test(product.text) && quantity.number.unit === undefined) return null;
  const isNamed = !/\d/.test(product.text) || product.text.split(' ').length > 6;
  return isNamed && quantity.number.unit === undefined ? null : wordPhrase(product, quantity.text);
}

const listSign = /\s*[;|]\s*|,\s+|\s+[-–—]{1,8}\s+|\s*(?:\.{3,}|…)\s*/u;

function readListed(text: string): MailPhrase | null {
  const parts = text.split(listSign);
  // A part without digits, between product and quantity or after them, is a name or remark.
  const telling = parts.length === 3 && /\d/.test(parts[0] ?? '') ? parts.filter((part) => /\d/.test(part)) : parts;
  const phrase = telling.length === 2 ? pairTexts(telling, 'loose') : null;
  return phrase && { ...phrase, words: [...phrase.words, ...parts.filter((part) => !telling.includes(part))] };
}

const bracketed = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/u;

const quantityLabel = String.raw`(?:qty|quantity|quant|menge|anzahl|stückzahl|qt[eé]s?|quantit[eé]|aantal|hoeveelheid|cantidad|cant|quantit[aà]|q\.?t[aà])`;
const labelAfterProduct = new RegExp(String.raw`^(.+?)[\s,;:|/–-]+${quantityLabel}\b\.?\s*[:=]?\s*(.+)$`, 'iu');
const labelBeforeProduct = new RegExp(
  String.raw`^${quantityLabel}\b\.?\s*[:=]?\s*(.+?)[\s,;|/–-]+(\p{L}[^,;|]*?[\s:.]+\S*\d\S*)$`,
  'iu',
);

function readLabeled(text: string): MailPhrase | null {
  const [left, right] = groupsOf(text, labelAfterProduct);
  const [behind, counted] = [readSide(left), readSide(right)];
  if (behind.mayBeProduct && mayBeQuantity(counted)) {
    return wordPhrase(behind, counted.text);
  }
  const [amount, named] = groupsOf(text, labelBeforeProduct);
  const [quantity, product] = [readSide(amount), readSide(named)];
  return mayBeQuantity(quantity) && product.mayBeProduct && !product.isName ? wordPhrase(product, quantity.text) : null;
}

/** Parses `250 m AB-123` and `AB-123 250 m`: the unit marks the quantity, and the product must contain a digit. */
function readMeasured(text: string): MailPhrase | null {
  const words = text.split(' ');
  for (const length of [1, 2, 3]) {
    const before = measured(words.slice(0, length), words.slice(length));
    if (before !== null) return before;
  }
  for (const length of [3, 2, 1]) {
    const behind = measured(words.slice(-length), words.slice(0, -length));
    if (behind !== null) return behind;
  }
  return null;
}

function measured(amount: readonly string[], rest: readonly string[]): MailPhrase | null {
  const last = amount.at(-1) ?? '';
  if (amount.length > 1 && unitName(last) === null) return null;
  const [quantity, product] = [readSide(amount.join(' ')), readSide(rest.join(' '))];
  // `blue AB-14 2 x 30 m` orders more than the `x 30 m` at its end.
  if (/^[x×*] /i.test(quantity.text) && / \d+$/.test(product.text)) return null;
  if (/^[x×*]/i.test(quantity.text) && mayBeOneSize(product, quantity)) return null;
  if (!isQuantity(quantity, product) || quantity.number?.unit === undefined) return null;
  return product.mayBeProduct && /\d/.test(product.text) ? wordPhrase(product, quantity.text) : null;
}

/** An order phrase of an email. Its parts are verbatim. */
export interface MailPhrase {
  product: string;
  quantity: string;
  date?: string;
  /** Other words next to the product; may be empty strings. */
  words: readonly string[];
  /** Which side comes first; `open` if two bare numbers leave it to other phrases with the same sign. */
  order: 'product-first' | 'quantity-first' | 'open';
  /** What joins them: a multiplication sign; a colon or arrow; a word or unit; a comma, dash or space. */
  sign: 'times' | 'colon' | 'word' | 'loose';
}

/** Builds a phrase if one side may be the product and the other the quantity; otherwise null. */
function pairSides(left: MailSide, right: MailSide, sign: 'times' | 'colon' | 'loose'): MailPhrase | null {
  const words = [left.words, right.words];
  const quantityFirst = { product: right.text, quantity: left.text, words, order: 'quantity-first', sign } as const;
  const productFirst = { product: left.text, quantity: right.text, words, order: 'product-first', sign } as const;
  const mayBeQuantityFirst =
    (right.mayBeProduct || mayBeSize(right, left, sign)) &&
    isQuantity(left, right) &&
    isPlausibleProduct(right, left, sign) &&
    !isUnclearCount(right, left);
  const mayBeProductFirst =
    (mayStandFirst(left, right, sign) || mayBeSize(left, right, sign)) &&
    isQuantity(right, left) &&
    isPlausibleProduct(left, right, sign);
  if (!mayBeProductFirst) return mayBeQuantityFirst ? quantityFirst : null;
  if (!mayBeQuantityFirst || isProductFirst(left, right, sign)) return productFirst;
  return { ...productFirst, order: 'open' };
}

/** Whether a side is an unclear count rather than a product: `10001 x 5 (2 rolls)`, `10001 3x25`, `10001 x five`. */
function isUnclearCount({ text, number }: MailSide, other: MailSide): boolean {
  if (number !== null) return false;
  if (/^\d+$/.test(text)) return text.length < digitsOf(other).length;
  const [figures] = groupsOf(latinDigits(text), /^(\d+|\D+$)/);
  return (
    /^\d{5,10}$/.test(other.text) && figures !== undefined && figures.replace(/\D/g, '').length < other.text.length
  );
}

/** Whether a side may be a product like 10L in `10L; 5`. The 5 is too short for a product number. */
function mayBeSize(side: MailSide, other: MailSide, sign: MailPhrase['sign']): boolean {
  return sign === 'loose' && /^\d+\p{L}+$/u.test(side.text) && /^\d{1,3}$/.test(other.text);
}

/**
 * Whether a side is the quantity. A number too large to order counts only if the other side isn't a number. `10001 M`
 * in `10001 M 5` is a product in size M, not meters.
 */
function isQuantity(side: MailSide, other: MailSide): boolean {
  const isHuge = Number(side.number?.point) > largestQuantity;
  const isSized = /^\d{5,}\s?[ml]:?$/i.test(side.text) && /^\d{1,3}$/.test(other.text);
  return mayBeQuantity(side) && !(isHuge && other.number !== null) && !isSized;
}

function mayStandFirst(left: MailSide, right: MailSide, sign: MailPhrase['sign']): boolean {
  // `Towel 50 x 70` is a name with dimensions.
  if (sign === 'times' && ((left.isName && /\s[\d.,]+$/.test(left.text)) || mayBeOneSize(left, right))) return false;
  return left.mayBeProduct || left.isGrouped;
}

const length = String.raw`\s?(?:[mcd]?m|in|inch|inches|ft|["”″])`;
const measureBehind = new RegExp(String.raw`\s[\d.,]+${length}$`, 'iu');
const measuredLength = new RegExp(String.raw`\d${length}$`, 'iu');

/** Whether both sides may be one size: `Towel 50 cm x 70`, but not `Towel 50 x 70 cm x 5`, which has one already. */
function mayBeOneSize(left: MailSide, right: MailSide): boolean {
  if (!left.isName || !measureBehind.test(left.text) || /\d\D{0,8}[x×*]\s?\d/iu.test(left.text)) return false;
  return right.number?.unit === undefined || measuredLength.test(right.text);
}

/** Whether the product certainly comes first: `12345: 250`, `12345 x 250`, but not `250 x 12345`. */
function isProductFirst(left: MailSide, right: MailSide, sign: MailPhrase['sign']): boolean {
  return sign === 'colon' || (sign === 'times' && digitsOf(left).length > digitsOf(right).length);
}

function digitsOf({ text }: MailSide): string {
  return text.replace(/\D/g, '');
}

/** Whether a side is plausible as a product. A name needs a multiplication sign or a unit; it may be any word. */
function isPlausibleProduct(product: MailSide, quantity: MailSide, sign: MailPhrase['sign']): boolean {
  return !product.isName || sign === 'times' || quantity.number?.unit !== undefined;
}

/** One side of a phrase such as `12345 x 250`, with its possible meanings. */
interface MailSide {
  text: string;
  /** Words after the product that aren't part of it. */
  words: string;
  /** Null if it isn't a number. */
  number: NumberCell | null;
  mayBeProduct: boolean;
  /** Whether it has the form `12.345`: a quantity, or a product number written with separators. */
  isGrouped: boolean;
  /** Whether it has several words or no digit, so that it is a product only if the other side confirms it. */
  isName: boolean;
}

/** Codes with a space, `AB 123` and `XL 12-B`, but not order, phone, tax or other numbers. */
const spacedCode = /^(?!(?:PO|KW|CW|NR|NO|TEL|FAX|VAT|TVA|BTW|IVA|USD|EUR|CHF|GBP) )[A-Z]{1,4} \d[\dA-Z./-]*$/;

const noSide: MailSide = { text: '', words: '', number: null, mayBeProduct: false, isGrouped: false, isName: true };

/** Classifies one side of a phrase; undefined if there is none. */
function readSide(text: string | undefined): MailSide {
  if (text === undefined) return noSide;
  const [product, words] = withoutLabel(text);
  const read = readNumberCell(text);
  const number = typeof read === 'object' ? read : null;
  const isBareWhole = /^\d*[1-9]\d*$/.test(product);
  const isGrouped = /^\d{1,3}(?:[.,' ]\d{3})+$/.test(text);
  const mayBeProduct = number === null ? isProductLike(product) : isBareWhole;
  return {
    text: mayBeProduct ? product : text,
    words: mayBeProduct ? words : '',
    number,
    mayBeProduct,
    isGrouped,
    isName: !isGrouped && !/^\S*\d\S*$/.test(product) && !spacedCode.test(product),
  };
}

/** Whether the side is a number that may be a quantity: not money, no leading zeros. */
function mayBeQuantity(side: MailSide): side is MailSide & { number: NumberCell } {
  return side.number !== null && !side.number.isMoney && !/^0\d/.test(side.text);
}

const quoted = /^(["'`„‚]|\*{1,2}|\p{Pi})(?<name>[^"`„\p{Pi}\p{Pf}]+)(?:\1|[\p{Pf}“‘])$/u;

// The hyphen in `ART-100` is part of the code; in `Art.- 100` and `Item - 100` it isn't.
const labeled = /^(?<label>\p{L}[^\d]{0,24}?)(?<sign>(?:[\s:.#°=]|-(?=\s)|(?<=[\s.])-)+)(?<rest>\S*\d\S*)$/u;

/** Removes the label of a product (`Art. 12345`, `SKU: AB-123`), and splits off the words after the product. */
function withoutLabel(written: string): [product: string, words: string] {
  const text = quoted.exec(written)?.groups?.['name'] ?? written;
  const { label = '', sign = '', rest = '' } = labeled.exec(text)?.groups ?? {};
  // `no AB-3` rejects the product; `No. 12345` is a label.
  if (label === 'no' && sign.trim() === '') return [text, ''];
  const role = readHeaderCell(label)?.role;
  const isLabel = role === 'product' || role === 'number';
  return isLabel ? [rest.replace(/^n(?:[ro]\.|°)(?=\d)/i, ''), ''] : withoutRemark(text);
}

/** An ID and a code, perhaps with words after them. Round numbers are excluded; they may be quantities. */
const idAndCode =
  /^(?!\d+00\b)(\d{5,10})[\s,]+(?=\S*\p{L})(?=\S*\d{3})[\p{L}\d]+(?:[-._/][\p{L}\d]+)+(?:[\s,](\D*))?$/u;

/** Splits the product from its remark: 12345 in `12345 (Satin blue)` and `12345 AB-1234 satin blue`. */
function withoutRemark(text: string): [product: string, words: string] {
  const led = text.includes(',') ? codeAndWords(text) : null;
  if (led !== null && !/[\d;:|\t]/.test(led[1])) return led;
  for (const shape of [idAndCode, /^(\S*\d\S*) (?:\(([^()]*)\)|à|je)$/]) {
    const [product, words = ''] = groupsOf(text, shape);
    if (product !== undefined) return [product, words];
  }
  return [text, ''];
}

const listsMore = /(?:^|\s)(?:and|und|et|en|y|plus|&|\+)\s+\d/iu;

/** Decimal commas in dimensions, as in `NYM-J 3x1,5`. Any other comma is unlikely to be part of a product. */
const measuredDecimals = /(?<=(?:^|[\s×/])(?:\d+x)*\d+),(?=\d)/g;

function isProductLike(name: string): boolean {
  const text = /\p{L}/u.test(name) ? name.replace(measuredDecimals, '.') : name;
  if (text.length > 80 || !/[\p{L}\p{N}]/u.test(text) || /[:;|\t,]|[.!?]$/.test(text)) return false;
  const [first = '', ...rest] = text.split(' ');
  if (rest.length > 7 || listsMore.test(text) || /^[x×]$/i.test(rest.at(-1) ?? '')) return false;
  // Excludes the rest of `10 boxes of 6 AB-1`, cancellations, and names with a list number.
  if (/^(?:(?:of|à|a|je|von|de|per) \d|(?:cancel|delete|storno|annuler?) \S*\d|\(?\d{1,3}[.)] )/iu.test(text))
    return false;
  // Digits after a code are lengths or counts, indistinguishable from the quantity.
  if (/\d/.test(first) && rest.some((word) => /\d/.test(word))) return false;
  return readHeaderCell(text) === null && !isTotal(text);
}
