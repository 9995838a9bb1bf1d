import { foldWords, groupsOf, plainText } from './plain-text.ts';
import { unitName } from './unit-word.ts';

/** What is longer is a sentence or a broken file. */
const longestName = 160;
const oddHyphen = /(?<=[\p{L}\p{N}])[\u2010-\u2015\u2212\ufe58\ufe63\uff0d](?=[\p{L}\p{N}])/gu;
const fullWidth = /[\uff01-\uff5e]+/g;

const bracketed = /^[[({]\s*(\d{3,}|(?=[^\])}]*\d)(?=[^\])}]*\p{L})[\p{L}\d./_-]+)\s*[\])}]\s*(?=.*\p{L}{3})/u;
const marked = /^(\d{3,}|(?=\S*\d)(?=\S*\p{L})[\p{L}\d][\p{L}\d./_-]*)\s*(?:\s[-–—|/]|:)\s+(?=\p{L}{3})/u;
/** `CP-1001-SK Cotton poplin`: only what can hardly be the first word of a name is a code without any mark behind it. */
const followedByName = /^((?=\S*\d{3})(?=\S*\p{L})[\p{L}\d]+(?:[-._/][\p{L}\d]+)+|\d{5,10})(?:,\s*|\s+)(?=\p{L}{3})/u;

/**
 * The product as a catalogue knows it: hyphens and letters in their usual form, without the decimals that a
 * spreadsheet gives an id (`100.0`), and the code alone where one leads a name: `100 - Velvet midnight`,
 * `[HO-000100] Velvet midnight`, `CP-1001-SK Cotton poplin`.
 */
export function productText(written: string): string {
  const text = withUsualCharacters(written);
  // Three decimals would be thousands.
  const [whole] = groupsOf(text, /^([1-9]\d*)[.,]0{1,2}$/);
  return whole ?? codeAndWords(text)?.[0] ?? text;
}

/** What {@link productText} leaves out: the words behind the code that leads them. */
export function wordsBehindCode(written: string): string {
  return codeAndWords(withUsualCharacters(written))?.[1] ?? '';
}

/** The words without the name of the product, where they are all of it or a part, or begin with it. */
export function withoutName(words: string, name: string): string {
  const [said, known] = [foldWords(words), foldWords(name)];
  // A word alone may be one of the name by chance.
  if (said === known || (said.includes(' ') && ` ${known} `.includes(` ${said} `))) return '';
  const rest = words.slice(name.length);
  return known !== '' && foldWords(words.slice(0, name.length)) === known && /^[^\p{L}\d]/u.test(rest)
    ? rest.replace(/^[\s,;:–-]+/, '')
    : words;
}

/** The code or id that leads a name, and the name; null where none does, or figures in the name leave it open. */
export function codeAndWords(text: string): [code: string, words: string] | null {
  // All that may follow a code begins with a word.
  if (text.length > longestName || !/\p{L}{3}/u.test(text)) return null;
  for (const pattern of [bracketed, marked, followedByName]) {
    const [lead = '', code] = pattern.exec(text) ?? [];
    if (code === undefined) continue;
    const rest = text.slice(lead.length);
    // `100 - metre reel` measures something, and a second code may be what is meant.
    if (unitName(rest.replace(/\P{L}.*/su, '')) !== null) return null;
    return /(?=\S*\p{L})\S*\d{3}/u.test(rest) ? null : [code, rest];
  }
  return null;
}

/**
 * What of a line that could not be read may be its product, to be looked up before it is proposed: codes first, then
 * numbers of four digits and more. Positions and quantities are shorter.
 */
export function productCandidates(text: string): string[] {
  const parts = [...text.split(/[\t;|]/), ...text.split(/[\s,;|:()[\]]/)].map(productText);
  const codes = parts.filter((part) => /^(?=\S*\d)(?=\S*\p{L})[\p{L}\d][\p{L}\d._/#+-]*$/u.test(part));
  return [...new Set([...codes, ...parts.filter((part) => /^\d{4,10}$/.test(part))])];
}

const word = /[\p{L}\d][\p{L}\d._/-]*[\p{L}\d]/gu;
const idOrCode = /^(?:\d{5,10}|(?=.*\d)(?=.*\p{L})(?=.*(?:-|\d{3})).*)$/u;

/** What in the text of a line may be an id or a SKU beside the product and the quantity that were read. */
export function keysBeside(product: string, quantity: number, text: string): string[] {
  const read = product.toLowerCase();
  return (text.match(word) ?? []).filter(
    (key) => idOrCode.test(key) && key.toLowerCase() !== read && Number(key) !== Math.trunc(quantity),
  );
}

function withUsualCharacters(text: string): string {
  return plainText(text.replace(fullWidth, (part) => part.normalize('NFKC')).replace(oddHyphen, '-'));
}
