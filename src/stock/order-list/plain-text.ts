import { withCsvQuotes } from './quoted-cells.ts';

export const oddCharacter = /[^\x20-\x7e]/;
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const oddSpace = /[\u000b\u000c\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

/** Removes invisible characters (zero-width, byte order, direction, control), normalizes spaces, and trims. */
export function plainText(text: string): string {
  if (!oddCharacter.test(text)) return text.trim();
  return text.replace(invisible, '').replace(oddSpace, ' ').trim();
}

/**
 * Returns the content of a spreadsheet cell as plain text, without the apostrophe or `="..."` that keeps a spreadsheet
 * from converting `00123` to a number.
 */
export function cellText(cell: string): string {
  let text = plainText(cell);
  if (!/^[='\u2019]/.test(text)) return text;
  if (text.startsWith('="') && text.endsWith('"')) text = text.slice(2, -1).trim();
  // More than one apostrophe after the first is quoted text, and is kept.
  return text.replace(/^['\u2019]\s*([^'\u2019]*)['\u2019]?$/, '$1');
}

// The 2 in `m²` is part of the unit. In `10²` and `3½`, ² and ½ must not become ordinary digits.
const compatible = /[^\p{No}]+|(?<=\p{L})\p{No}/gu;

/** Converts full-width forms and all scripts' digits to ASCII. For parsing numbers and dates, never for products. */
export function latinDigits(text: string): string {
  if (!oddCharacter.test(text)) return text;
  return text
    .replace(/[\u2018\u2019\u02bc\u00b4\u066c]/g, "'")
    .replace(compatible, (part) => part.normalize('NFKC'))
    .replace(/\u066b/g, '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Value of a decimal digit. Unicode encodes them in runs of ten consecutive characters. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

/** Returns the capture groups of the first match, undefined for unused ones; empty if the text doesn't match. */
export function groupsOf(text: string, pattern: RegExp): (string | undefined)[] {
  return pattern.exec(text)?.slice(1) ?? [];
}

/** Normalizes words for lookup: lower case, no accents or punctuation, `productId` and `product_id` as two words. */
export function foldWords(text: string): string {
  if (!oddCharacter.test(text)) {
    const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    return words.replace(/[^a-z0-9]+/g, ' ').trim();
  }
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A code with its digits as 0 and its letters as a, by which codes of one kind are alike. */
export function shapeOf(text: string): string {
  return text.replace(/\d/g, '0').replace(/\p{L}/gu, 'a');
}

/**
 * Removes byte order marks, repairs encoding errors, decodes HTML entities, quotes cells as CSV does, unquotes CSV lines
 * that were quoted as a whole, and normalizes line breaks to `\n` and unit separators to tabs, so that line numbers don't
 * depend on the source.
 */
export function physicalText(text: string): string {
  const lines = text.replaceAll('\ufeff', '').replace(/\r\n?/g, '\n');
  return unwrapLines(withCsvQuotes(withoutEntities(repairEncoding(withTabs(lines)))));
}

/** Replaces the control characters that separate cells and rows in old exports. */
function withTabs(text: string): string {
  return text.includes('\u001f') ? text.replace(/\u001e\n?/g, '\n').replaceAll('\u001f', '\t') : text;
}

const wrapped = /^"(?:[^"]|"")*[,;\t](?:[^"]|"")*"[,;]*$/;

/** Unquotes a CSV whose lines are one quoted cell each, because it was opened as one column and saved again. */
function unwrapLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  if (!lines.every((line) => line === '' || wrapped.test(line))) return text;
  return lines.map((line) => line.replace(/^"|"[,;]*$/g, '').replace(/""/g, '"')).join('\n');
}

const suspect = /[\u0080-\u009fÂÃâ]/;
const control = /[\u0080-\u0084\u0086-\u009f]/g;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Windows-1252 characters at 0x80 to 0x9f. Not every TextDecoder supports Windows-1252. */
const western = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const bytesOfWestern: ReadonlyMap<string, number> = new Map(
  Array.from(western, (character, index) => [character, 0x80 + index] as const),
);

/**
 * Repairs text decoded with the wrong encoding: UTF-8 as Windows-1252 (`QuantitÃ©`), or Windows-1252 as Latin-1, which
 * turns dashes and quotes into control characters. Other text is unchanged.
 */
function repairEncoding(text: string): string {
  if (!suspect.test(text)) return text;
  return readAsUtf8(text) ?? text.replace(control, (character) => western.charAt(character.charCodeAt(0) - 0x80));
}

function readAsUtf8(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const byte = code < 0x100 ? code : bytesOfWestern.get(text.charAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

const entity =
  /&(?:#(?<decimal>\d{1,6})|#x(?<hex>[\da-f]{1,5})|(?<letter>[a-z])(?<mark>uml|acute|grave|circ|tilde|cedil|ring)|(?<name>[a-z]{2,6}));/gi;

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    nbsp: '\u00a0',
    quot: '"',
    apos: "'",
    lt: '<',
    gt: '>',
    times: '×',
    ndash: '–',
    mdash: '—',
    bull: '•',
    middot: '·',
    hellip: '…',
    rsquo: '’',
    euro: '€',
    deg: '°',
    szlig: 'ß',
  }),
);

const marks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uml: '\u0308',
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    tilde: '\u0303',
    cedil: '\u0327',
    ring: '\u030a',
  }),
);

/**
 * Decodes HTML entities such as `&amp;`, `&nbsp;`, `&eacute;` and `&#39;`. Unknown entities and numeric ones for
 * separators or control characters are unchanged, because they would split lines or cells.
 */
function withoutEntities(text: string): string {
  return text.replace(entity, (written, decimal, hex, letter, mark, name) => {
    if (name !== undefined) return names.get(name) ?? written;
    if (letter !== undefined) return `${letter}${marks.get(mark) ?? ''}`.normalize('NFC');
    const character = characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    return character ?? written;
  });
}

function characterOf(code: number): string | null {
  const character = String.fromCodePoint(code);
  return /[,;|\p{Cc}\p{Cs}]/u.test(character) ? null : character;
}
