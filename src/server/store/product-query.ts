import type { ProductId } from '#stock/contract/product-id.ts';
import { maxProductId } from '#stock/contract/limits.ts';
import { foldText } from '#stock/fold-text.ts';

/**
 * Normalizes names, SKUs and typed text for comparison, and splits them into words. The store contains normalized
 * names; queries go through the same two functions.
 */

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;

/** Returns the distinct words of a folded text: runs of letters and digits in any script. */
export function wordsOf(folded: string): string[] {
  return [...new Set(folded.match(word))];
}

/**
 * Returns the words by whose prefixes a folded text is found. A run in a script without spaces yields a suffix for
 * each of its characters.
 */
export function indexedWordsOf(folded: string): string[] {
  return wordsOf(folded).flatMap((each) => (unspaced.test(each) ? endingsOf(each) : [each]));
}

function endingsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((_, start) => characters.slice(start).join(''));
}

// Query parsing, independent of the database.

/** Characters; longer input is truncated. */
const maxQueryLength = 200;
const maxQueryWords = 8;

/** Sorts after every continuation of a text. */
export const lastCharacter = '\u{10FFFF}';

/** Up to this many words, looking each up is cheaper than a prefix match, which merges their lists. */
export const maxWordsOfPrefix = 16;

/** An inclusive range of product IDs. */
export interface IdRange {
  from: ProductId;
  to: ProductId;
}

export const allIds: IdRange = { from: 1, to: maxProductId };

export function foldQuery(query: string): string {
  return foldText(query.slice(0, maxQueryLength));
}

/** Returns the words of a folded query, at most `maxQueryWords`. */
export function wordsOfQuery(folded: string): string[] {
  return wordsOf(folded).slice(0, maxQueryWords);
}

/** Splits words between letters and digits, for SKUs typed without hyphens: `cp1001sk` into `cp`, `1001` and `sk`. */
export function partsOfWords(words: readonly string[]): string[] {
  return words.flatMap((each) => each.match(/\p{N}+|\P{N}+/gu) ?? []).slice(0, maxQueryWords);
}

/** Splits a run of letters at each position into two of at least two letters; none for digits and long runs. */
export function halvesOf(run: string): [string, string][] {
  const letters = Array.from(run);
  if (letters.length > 12 || /\p{N}/u.test(run)) return [];
  const ends = letters.slice(2, -1).map((_, at) => at + 2);
  return ends.map((end) => [letters.slice(0, end).join(''), letters.slice(end).join('')]);
}

/** Parses a product ID in ASCII digits without leading zeros; null for anything else. */
export function productIdOf(text: string): ProductId | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxProductId ? Number(text) : null;
}

/** Yields the ranges of longer IDs that begin with the digits of this one, shorter IDs first. */
export function* idsWithPrefix(productId: ProductId): Generator<IdRange> {
  for (let scale = 10; productId * scale <= maxProductId; scale *= 10)
    yield { from: productId * scale, to: Math.min(productId * scale + scale - 1, maxProductId) };
}

/** Finds the first word at or after `from` in a sorted list. */
export type SeekWord = (from: string) => string | undefined;

export interface Correction {
  text: string;
  /** Whether `text` is a whole word; otherwise it is the prefix of one. */
  whole: boolean;
}

/** In shorter words, one changed letter makes another word rather than a typing error. */
const minCorrectedLength = 3;
/** Shorter prefixes match too many words. */
const minPrefixLength = 4;
/** More than any alphabet. Scripts with thousands of characters have no single-letter typing errors. */
export const maxAlphabetSize = 150;
const maxCorrections = 64;

/** Finds the letters that follow a prefix in the list; undefined if no word starts with it. */
export type NextLetters = (prefix: string) => Iterable<string> | undefined;

/**
 * Returns the words, and prefixes of words, that are one typing error away from `word`: a letter too many, too few,
 * replaced, or swapped with its neighbor. Digits aren't corrected, since another number is another product. Only
 * existing prefixes are looked up, so the cost grows with the alphabet, not with the list.
 */
export function correctionsOf(word: string, seek: SeekWord): Correction[] {
  return correctionsAmong(
    word,
    possibleCorrections(word, (prefix) => lettersAfter(prefix, seek)),
    seek,
  );
}

/** Returns those texts that are words or, for longer words, prefixes of words. */
export function correctionsAmong(word: string, texts: Iterable<string>, seek: SeekWord): Correction[] {
  const digits = digitsOf(word);
  const acceptsPrefixes = Array.from(word).length >= minPrefixLength;
  const corrections = new Map<string, Correction>();
  for (const text of texts) {
    if (text === word || corrections.has(text) || digitsOf(text) !== digits) continue;
    const found = seek(text);
    const whole = found === text;
    if (whole || (acceptsPrefixes && found?.startsWith(text) === true)) corrections.set(text, { text, whole });
    if (corrections.size === maxCorrections) break;
  }
  return [...corrections.values()];
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

/** Returns texts one typing error away from `word` that may be a word or begin one. May contain duplicates. */
export function possibleCorrections(word: string, nextLetters: NextLetters): Iterable<string> {
  const letters = Array.from(word);
  return letters.length < minCorrectedLength || !/\p{L}/u.test(word) ? [] : oneErrorAway(letters, nextLetters);
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

/** Letters are looked up lazily. */
function lettersAfter(before: string, seek: SeekWord): Iterable<string> | undefined {
  return seek(before)?.startsWith(before) === true ? walkLetters(before, seek) : undefined;
}

function* walkLetters(before: string, seek: SeekWord): Generator<string> {
  let found = seek(before === '' ? '' : `${before}\u0001`);
  for (let count = 0; count < maxAlphabetSize && found?.startsWith(before) === true; count++) {
    const [letter = ''] = found.slice(before.length);
    yield letter;
    found = seek(before + letter + lastCharacter);
  }
}
