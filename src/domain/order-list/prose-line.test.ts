import { expect, it } from 'vitest';

import { readProse } from './prose-line.ts';

const today = '2026-11-22';

it.each<[sentence: string, figures: [text: string, quantity: number | null, unit?: string][], name?: string]>([
  [
    '- 300 m Cotton poplin sky blue (CP-1001-SK)',
    [
      ['300', 300, 'm'],
      ['CP-1001-SK', null],
    ],
  ],
  ['and maybe 40 metres of the Hemp gauze chalk', [['40', 40, 'metres']], 'Hemp gauze chalk'],
  ['vielleicht noch 12,5 m von dem Hanfgewebe kreide.', [['12,5', 12.5, 'm']], 'Hanfgewebe kreide'],
  ['Hemp gauze chalk, 40m please', [['40m', 40, 'm']], 'Hemp gauze chalk'],
  [
    '2. we would also take 25 of [WF-1004-GR]!',
    [
      ['25', 25],
      ['WF-1004-GR', null],
    ],
  ],
  [
    'about 50 m of CP-1001-SK',
    [
      ['50', null, 'm'],
      ['CP-1001-SK', null],
    ],
  ],
  [
    'ca. 50 m CP-1001-SK wären gut',
    [
      ['50', null, 'm'],
      ['CP-1001-SK', null],
    ],
  ],
  [
    '1,500 m of CP-1001-SK, I think',
    [
      ['1,500', null, 'm'],
      ['CP-1001-SK', null],
    ],
  ],
  ['2x30m of it', [['2x30m', null]]],
  ['0 pieces of the red one', [['0', null, 'pieces']]],
  [
    'Tel. +49 30 123456',
    [
      ['+49', null],
      ['30', 30],
      ['123456', 123_456],
    ],
  ],
  ['room 5', [['5', 5]]],
])('finds figures and a measured name: %s', (sentence, figures, name) => {
  const content = readProse(sentence, 'decimal-point', today);
  expect(
    content?.figures.map(({ text, quantity, unit }) => (unit ? [text, quantity, unit] : [text, quantity])),
  ).toEqual(figures);
  expect(content?.name).toBe(name);
});

it.each([
  ['could you add 40 m CP-1001-SK by 12 December', '2026-12-12'],
  ['dazu 40 m CP-1001-SK bis 15.12.', '2026-12-15'],
  ['dazu 40 m CP-1001-SK bis 15.1.', '2027-01-15'],
  ['40 m CP-1001-SK by 3/4', undefined],
])('finds the date: %s', (sentence, date) => {
  const content = readProse(sentence, 'decimal-point', today);
  expect(content?.neededBy).toBe(date);
  expect(content?.figures.map(({ text }) => text)).toEqual(['40', 'CP-1001-SK']);
});

it.each(['hope you are well!', 'x'.repeat(250) + '5'])(
  'finds nothing in a text without digits or a message',
  (text) => {
    expect(readProse(text, 'decimal-point', today)).toBeNull();
  },
);
