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
