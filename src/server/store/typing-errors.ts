import { lastCharacter } from './product-query.ts';

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
 * replaced, or swapped with its neighbour. Numbers aren't corrected: another number is another thing.
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
  const takesBeginnings = Array.from(word).length >= shortestBeginning;
  const corrections = new Map<string, Correction>();
  for (const text of texts) {
    if (text === word || corrections.has(text)) continue;
    const found = seek(text);
    const whole = found === text;
    if (whole || (takesBeginnings && found?.startsWith(text) === true)) corrections.set(text, { text, whole });
    if (corrections.size === mostCorrections) break;
  }
  return [...corrections.values()];
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
