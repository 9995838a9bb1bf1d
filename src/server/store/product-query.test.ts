import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { correctionsOf, indexedWordsOf, wordsOf } from './product-query.ts';

test('words are distinct runs of letters and digits in any script', () => {
  expect(wordsOf('ln-tw 145 (שלום) l’été, 145')).toEqual(['ln', 'tw', '145', 'שלום', 'l', 'été']);
  expect(wordsOf('"*" -- ()')).toEqual([]);
});

test('a run without spaces yields a suffix for each character', () => {
  expect(indexedWordsOf('綿サテン 145')).toEqual(['綿サテン', 'サテン', 'テン', 'ン', '145']);
});

const seekIn = (words: readonly string[]) => {
  const sorted = words.toSorted((a, b) => (a < b ? -1 : 1));
  return (from: string) => sorted.find((word) => word >= from);
};
const corrected = (word: string, words: readonly string[]) =>
  correctionsOf(word, seekIn(words)).map(({ text, whole }) => (whole ? text : `${text}...`));

describe('correctionsOf', () => {
  const cases: [error: string, typed: string, word: string][] = [
    ['a letter too few', 'lnen', 'linen'],
    ['the first letter missing', 'inen', 'linen'],
    ['the last letter missing', 'line', 'linen'],
    ['a letter too many', 'linnen', 'linen'],
    ['a letter too many at the end', 'linenn', 'linen'],
    ['a letter replaced', 'lanen', 'linen'],
    ['the first letter replaced', 'kinen', 'linen'],
    ['two letters swapped', 'lnien', 'linen'],
    ['the first two swapped', 'ilnen', 'linen'],
    ['the last two swapped', 'linne', 'linen'],
    ['Hebrew letters swapped', 'פתשן', 'פשתן'],
    ['a short word', 'rde', 'red'],
  ];

  test.each(cases)('%s: %s is %s', (_, typed, word) => expect(corrected(typed, ['aaa', word, 'zzz'])).toContain(word));

  test('finds prefixes of words for longer texts', () => {
    expect(corrected('hrringb', ['herringbone'])).toEqual(['herringb...']);
    expect(corrected('hre', ['herringbone'])).toEqual([]);
  });

  test.each(['12354', '2', 'ab', ''])('does not correct %j', (typed) =>
    expect(corrected(typed, ['12345', 'a', 'abc', 'b', '22'])).toEqual([]),
  );

  test('finds every word that is one error away, and no other', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ש', '𝒳'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 30 }), (typed, words) => {
        fc.pre(Array.from(typed).length >= 3 && /[abcש]/.test(typed));
        const whole = correctionsOf(typed, seekIn(words)).filter((correction) => correction.whole);
        const expected = words.filter((each) => each !== typed && isOneErrorAway(typed, each));
        expect(whole.map(({ text }) => text).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});

const without = (letters: string[], at: number) => letters.toSpliced(at, 1).join('');

/** Definition: removing, inserting, replacing or swapping one letter turns one text into the other. */
function isOneErrorAway(from: string, to: string): boolean {
  const a = Array.from(from);
  const b = Array.from(to);
  const swapped = (at: number) => a.toSpliced(at, 2, a[at + 1] ?? '', a[at] ?? '').join('');
  return (
    a.some((_, at) => without(a, at) === to) ||
    b.some((_, at) => without(b, at) === from) ||
    (a.length === b.length && a.some((_, at) => without(a, at) === without(b, at))) ||
    a.slice(1).some((_, at) => swapped(at) === to)
  );
}
