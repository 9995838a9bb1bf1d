import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { unescapeFormula, escapeFormula } from './formula-escape.ts';

it.each([
  ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
  ['+cmd|calc', `'+cmd|calc`],
  ['-5 %', `'-5 %`],
  ['-5%', `'-5%`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `'\r=1`],
  [' =1+2', `' =1+2`],
  ['\n=1', `'\n=1`],
  ['\u00a0@SUM(A1)', `'\u00a0@SUM(A1)`],
  ['\u200b=1', `'\u200b=1`],
  ['＝1+2', `'＝1+2`],
  ['-', `'-`],
  ['-5', '-5'],
  ['-.5', '-.5'],
  [' -5', ' -5'],
  [' plain', ' plain'],
  ['+5.5', '+5.5'],
  ["-1'234.5", "-1'234.5"],
  ['-1\u202f234,5', '-1\u202f234,5'],
  ['-1.234,50', '-1.234,50'],
  ['Canvas = blue', 'Canvas = blue'],
  // Text that already has an apostrophe gets another one, so that the escape is reversible.
  [`'=1`, `''=1`],
  ['', ''],
])('writes %j as %j', (text, written) => {
  expect(escapeFormula(text)).toBe(written);
  expect(unescapeFormula(written)).toBe(text);
});

it('escapes everything that starts like a formula, except numbers', () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' =', '\n=', '\r\n@', '\u00a0=');
  const texts = fc.tuple(start, fc.string()).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const written = escapeFormula(text);
      expect(
        written.startsWith(`'`) || !Number.isNaN(Number(written.replaceAll(/[.,'\u2019 \u00a0\u202f]/g, ''))),
      ).toBe(true);
      expect(written.endsWith(text)).toBe(true);
    }),
  );
});
