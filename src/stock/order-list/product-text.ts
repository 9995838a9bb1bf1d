import { foldWords, groupsOf, oddCharacter, plainText } from './plain-text.ts';
import { unitName } from './unit-word.ts';

/** Maximum length of a product name; longer text is a sentence or a broken file. */
const maxNameLength = 160;
const oddHyphen = /(?<=[\p{L}\p{N}])[\u2010-\u2015\u2212\ufe58\ufe63\uff0d](?=[\p{L}\p{N}])/gu;
const fullWidth = /[\uff01-\uff5e]+/g;

const bracketed = /^[[({]\s*(\d{3,}|(?=[^\])}]*\d)(?=[^\])}]*\p{L})[\p{L}\d./_-]+)\s*[\])}]\s*(?=.*\p{L}{3})/u;
const marked = /^(\d{3,}|(?=\S*\d)(?=\S*\p{L})[\p{L}\d][\p{L}\d./_-]*)\s*(?:\s[-–—|/]|:)\s+(?=\p{L}{3})/u;
/** `CP-1001-SK Cotton poplin`: without a mark after it, only a word that is unlikely to start a name is a code. */
const followedByName = /^((?=\S*\d{3})(?=\S*\p{L})[\p{L}\d]+(?:[-._/][\p{L}\d]+)+|\d{5,10})(?:,\s*|\s+)(?=\p{L}{3})/u;

/**
 * Normalizes a product for the catalog lookup: standard hyphens and letters, no decimals that a spreadsheet adds to an
 * ID (`100.0`), and only the code if one precedes the name: `100 - Velvet midnight`, `[HO-000100] Velvet midnight`,
 * `CP-1001-SK Cotton poplin`.
 */
export function productText(written: string): string {
  const text = normalizeCharacters(written);
  // Three zeros would be thousands.
  const [whole] = groupsOf(text, /^([1-9]\d*)[.,]0{1,2}$/);
  return whole ?? codeAndWords(text)?.[0] ?? text;
}

/** Returns the words after the code, which {@link productText} omits; empty if there are none. */
export function wordsAfterCode(written: string): string {
  return codeAndWords(normalizeCharacters(written))?.[1] ?? '';
}

/** Removes the product name from the words if they equal it, are several words of it, or start with it. */
export function withoutName(words: string, name: string): string {
  const [folded, known] = [foldWords(words), foldWords(name)];
  // A single word may occur in the name by chance.
  if (folded === known || (folded.includes(' ') && ` ${known} `.includes(` ${folded} `))) return '';
  const rest = words.slice(name.length);
  return known !== '' && foldWords(words.slice(0, name.length)) === known && /^[^\p{L}\d]/u.test(rest)
    ? rest.replace(/^[\s,;:–-]+/, '')
    : words;
}

/** Splits a code or ID from the name after it; null without a code, or if digits in the name make it ambiguous. */
export function codeAndWords(text: string): [code: string, words: string] | null {
  if (text.length > maxNameLength) return null;
  for (const pattern of [bracketed, marked, followedByName]) {
    const [lead = '', code] = pattern.exec(text) ?? [];
    if (code === undefined) continue;
    const rest = text.slice(lead.length);
    // `100 - metre reel` is a measure, and a second code may be the product.
    if (unitName(rest.replace(/\P{L}.*/su, '')) !== null) return null;
    return /(?=\S*\p{L})\S*\d{3}/u.test(rest) ? null : [code, rest];
  }
  return null;
}

/**
 * Returns possible products of a line that couldn't be read, for lookup before they are suggested: codes first, then
 * numbers of 4 to 10 digits. Row numbers and quantities are usually shorter.
 */
export function productCandidates(text: string): string[] {
  const parts = [...text.split(/[\t;|]/), ...text.split(/[\s,;|:()[\]]/)].map(productText);
  const codes = parts.filter((part) => /^(?=\S*\d)(?=\S*\p{L})[\p{L}\d][\p{L}\d._/#+-]*$/u.test(part));
  return [...new Set([...codes, ...parts.filter((part) => /^\d{4,10}$/.test(part))])];
}

const word = /[\p{L}\d][\p{L}\d._/-]*[\p{L}\d]/gu;
const idOrCode = /^(?:\d{5,10}|(?=.*\d)(?=.*\p{L})(?=.*(?:-|\d{3})).*)$/u;

/** Returns possible IDs and SKUs in a line's text, other than its product and quantity. */
export function otherKeys(product: string, quantity: number, text: string): string[] {
  const read = product.toLowerCase();
  return (text.match(word) ?? []).filter(
    (key) => idOrCode.test(key) && key.toLowerCase() !== read && Number(key) !== Math.trunc(quantity),
  );
}

function normalizeCharacters(text: string): string {
  if (!oddCharacter.test(text)) return text.trim();
  return plainText(text.replace(fullWidth, (part) => part.normalize('NFKC')).replace(oddHyphen, '-'));
}
