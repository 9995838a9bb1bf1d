import { largestProductId, type ProductId } from '#contract/product-id.ts';

/**
 * How names, SKUs and what people type are brought to one form before they are compared, and cut into words.
 * The store keeps names in this form; what is typed goes through the same two functions.
 */

/** Combining accents, Hebrew points and cantillation, Arabic vowel signs and the tatweel: written or left out at will. */
const optionalMarks = /\u0640|[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;

/** Letters that are a plain letter to who types them, and that no decomposition takes apart. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' };
const unusualLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;

/** The text with letter case, accents and width of letters set aside, and every run of white space one space. */
export function foldText(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .replace(unusualLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}

/** The words of a folded text, each once: runs of letters and digits in any script. */
export function wordsOf(folded: string): string[] {
  return [...new Set(folded.match(word))];
}

/**
 * The words under which a folded text is found by their beginnings. A run in a script without spaces is found
 * from each of its characters on.
 */
export function indexedWordsOf(folded: string): string[] {
  return wordsOf(folded).flatMap((each) => (unspaced.test(each) ? endingsOf(each) : [each]));
}

function endingsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((_, start) => characters.slice(start).join(''));
}

// How what a person types is read, whatever database then looks for it.

/** What a person types is shorter; what is longer is read up to here. */
const longestQuery = 200;
const mostWords = 8;

/** Sorts behind everything that a text can go on with. */
export const lastCharacter = '\u{10FFFF}';

/** Looked up one by one, few words cost less than their common beginning, which merges the lists of all. */
export const mostWordsOfBeginning = 16;

/** A run of product ids, both ends included. */
export interface IdRange {
  from: ProductId;
  to: ProductId;
}

export const everyId: IdRange = { from: 1, to: largestProductId };

export function foldQuery(query: string): string {
  return foldText(query.slice(0, longestQuery));
}

/** The words of a folded query that count. */
export function wordsOfQuery(folded: string): string[] {
  return wordsOf(folded).slice(0, mostWords);
}

/** The words with `cp1001sk` as `cp`, `1001` and `sk`, the words of a SKU that was typed without its hyphens. */
export function partsOfWords(words: readonly string[]): string[] {
  return words.flatMap((each) => each.match(/\p{N}+|\P{N}+/gu) ?? []).slice(0, mostWords);
}

/** The ways to part a run of letters in two of two letters or more; none for digits and long runs. */
export function halvesOf(run: string): [string, string][] {
  const letters = Array.from(run);
  if (letters.length > 12 || /\p{N}/u.test(run)) return [];
  const ends = letters.slice(2, -1).map((_, at) => at + 2);
  return ends.map((end) => [letters.slice(0, end).join(''), letters.slice(end).join('')]);
}

/** The product id that is written there, in ASCII digits without leading zeros; null for anything else. */
export function productIdOf(text: string): ProductId | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestProductId ? Number(text) : null;
}

/** The ids that begin with the digits of this one and are longer, the shorter ones first. */
export function* idsBeginningWith(productId: ProductId): Generator<IdRange> {
  for (let scale = 10; productId * scale <= largestProductId; scale *= 10)
    yield { from: productId * scale, to: Math.min(productId * scale + scale - 1, largestProductId) };
}

/** A sorted list of words, asked for the first one that is `from` or comes after it. */
export type SeekWord = (from: string) => string | undefined;

export interface Correction {
  text: string;
  /** Whether `text` is a word; otherwise it is the beginning of one. */
  whole: boolean;
}

/** Of fewer letters a word with one changed is another word, not a mistyped one. */
const shortestWord = 3;
/** Beginnings count only for words long enough to say something. */
const shortestBeginning = 4;
/** An alphabet is smaller; scripts with thousands of signs aren't mistyped by one letter. */
export const mostLetters = 150;
const mostCorrections = 64;

/** The letters with which the words go on that begin like this; undefined where no word does. */
export type NextLetters = (beginning: string) => Iterable<string> | undefined;

/**
 * The words, and beginnings of words, that are one typing error away from `word`: a letter too many, too few,
 * replaced, or swapped with its neighbour. Digits aren't corrected: another number is another thing.
 * It asks `seek` only for what exists, so its cost grows with the alphabet, not with the list.
 */
export function correctionsOf(word: string, seek: SeekWord): Correction[] {
  return correctionsAmong(
    word,
    possibleErrors(word, (beginning) => lettersAfter(beginning, seek)),
    seek,
  );
}

/** Of the texts those that are a word, or for longer words the beginning of one. */
export function correctionsAmong(word: string, texts: Iterable<string>, seek: SeekWord): Correction[] {
  const digits = digitsOf(word);
  const takesBeginnings = Array.from(word).length >= shortestBeginning;
  const corrections = new Map<string, Correction>();
  for (const text of texts) {
    if (text === word || corrections.has(text) || digitsOf(text) !== digits) continue;
    const found = seek(text);
    const whole = found === text;
    if (whole || (takesBeginnings && found?.startsWith(text) === true)) corrections.set(text, { text, whole });
    if (corrections.size === mostCorrections) break;
  }
  return [...corrections.values()];
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

/** The texts one typing error away from `word` that may be a word or begin one; some may repeat. */
export function possibleErrors(word: string, nextLetters: NextLetters): Iterable<string> {
  const letters = Array.from(word);
  return letters.length < shortestWord || !/\p{L}/u.test(word) ? [] : oneErrorAway(letters, nextLetters);
}

function* oneErrorAway(letters: readonly string[], nextLetters: NextLetters): Generator<string> {
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const possible = nextLetters(before);
    if (possible === undefined) return;
    const [here = '', next = ''] = letters.slice(at);
    const after = letters.slice(at + 1).join('');
    if (here !== '') yield before + after;
    if (next !== '') yield before + next + here + letters.slice(at + 2).join('');
    for (const letter of possible) {
      yield before + letter + here + after;
      if (here !== '') yield before + letter + after;
    }
  }
}

/** Found one by one, as they are asked for. */
function lettersAfter(before: string, seek: SeekWord): Iterable<string> | undefined {
  return seek(before)?.startsWith(before) === true ? walkLetters(before, seek) : undefined;
}

function* walkLetters(before: string, seek: SeekWord): Generator<string> {
  let found = seek(before === '' ? '' : `${before}\u0001`);
  for (let count = 0; count < mostLetters && found?.startsWith(before) === true; count++) {
    const [letter = ''] = found.slice(before.length);
    yield letter;
    found = seek(before + letter + lastCharacter);
  }
}
