import { describe, expect, it } from 'vitest';

import {
  findColumnMarks,
  isDoubtfulSection,
  isNegativeHeading,
  isRefusingRemark,
  saysUnwanted,
  type SideColumn,
} from './column-marks.ts';

const letters = { 'leave-out': 'x', 'without-yes': 'Y', 'without-no': 'N' } as const;

/**
 * What a column says of its rows: `left out` or `asked`, and of each row `x` for one that it marks, `Y` or `N` for one
 * left out with those of yes or no, `.` for any other. Null if it marks none.
 */
function marksOf(heading: string | null, cells: readonly string[], side: Partial<SideColumn> = {}): string | null {
  const isPartial = cells.includes('');
  const column = { column: 2, heading, cells, content: 'mark', isBehind: true, isPartial, ...side } as const;
  const [mark] = findColumnMarks([column]);
  if (mark === undefined) return null;
  expect(mark).toMatchObject({ column: 2, heading });
  const rows = cells.map((cell) => letters[mark.leftOutBy(cell) as keyof typeof letters] ?? '.');
  return `${mark.isNegative ? 'left out' : 'asked'} ${rows.join('')}`;
}

const long = 'word '.repeat(12);
const many = Array.from({ length: 12 }, (_, at) => `v${at}`);

describe('a column of few values', () => {
  it.each<[string | null, string[], string | null]>([
    ['Order?', ['yes', 'no', 'yes'], 'left out .x.'],
    ['Order?', ['x', '', 'x'], 'left out .x.'],
    ['Active', ['yes', 'no'], 'left out .x'],
    ['Flg', ['Y', 'N'], 'asked YN'],
    ['Flg', ['x', ''], 'asked YN'],
    [null, ['x', ''], 'asked .x'],
    ['Urgent', ['yes', 'no'], null],
    ['Sample', ['x', ''], null],
    ['Status', ['open', 'canceled', 'open'], 'left out .x.'],
    ['Status', ['open', 'pending'], 'asked .x'],
    ['Status', ['shipped', 'not shipped'], 'left out x.'],
    ['Status', ['open', 'open'], null],
    ['Status', ['A', 'B', 'A'], 'asked .x.'],
    ['Status', ['canceled', 'canceled'], 'left out xx'],
    ['Foo', ['✓', '✗'], 'left out .x'],
    ['Foo', ['✓', '🛑'], 'left out .x'],
    ['Foo', ['o', 'x', 'o'], 'asked .x.'],
    ['Foo', ['o', 'o'], null],
    ['Paid', ['paid', 'unpaid'], 'asked .x'],
    ['Foo', ['fitted', 'not fitted'], 'left out .x'],
    ['Fitted', ['B', 'NB'], 'asked .x'],
    ['Foo', ['Leeds', 'York', 'Leeds'], 'asked .x.'],
    ['Foo', ['a', 'b', 'c', 'd', 'e'], null],
    ['Fabric', ['wool', 'silk', 'wool'], null],
    ['Size', ['S', 'M', 'L'], null],
    [null, ['S', 'M', 'XL'], null],
    [null, ['A', 'B', 'C'], 'asked .xx'],
    [null, ['A', 'A'], null],
    ['Status', [long, 'canceled'], 'left out .x'],
    ['Foo', [long, 'canceled'], 'asked .x'],
    ['Status', [...many, 'canceled'], 'left out ............x'],
    ['Foo', [...many, 'canceled'], 'asked ............x'],
    ['Foo', [...many.slice(1), 'canceled'], 'left out ...........x'],
  ])('below %s: %j', (heading, cells, marks) => expect(marksOf(heading, cells)).toBe(marks));

  it('before product and quantity marks nothing by different names', () => {
    expect(marksOf('Foo', ['Abc', 'Def'])).toBe('asked .x');
    expect(marksOf('Foo', ['Abc', 'Def'], { isBehind: false })).toBeNull();
    expect(marksOf('Foo', ['ABC', 'DEF'], { isBehind: false })).toBe('asked .x');
  });

  it.each<[string, string[], string | null]>([
    ['Color', ['blue', ''], null],
    ['Color', ['canceled', 'blue'], 'left out x.'],
    ['Color', ['pending', 'blue'], 'asked x.'],
    ['Color', [long, 'canceled'], null],
    ['Order type', ['blue', 'red', 'red'], 'asked x..'],
    ['Order type', ['blue', 'blue'], null],
  ])('that names a property, below %s: %j', (heading, cells, marks) =>
    expect(marksOf(heading, cells, { content: 'described' })).toBe(marks),
  );
});

describe('a column below a negative heading', () => {
  it.each<[string, string[], SideColumn['content'], string | null]>([
    ['Reason for rejection', ['', 'damaged', ''], 'mark', 'left out .x.'],
    ['Canceled', ['', 'x'], 'mark', 'left out .x'],
    ['Canceled', ['no', 'yes'], 'mark', 'left out .x'],
    ['Canceled', ['x', 'x'], 'mark', 'left out xx'],
    ['Shipped', ['x', 'x'], 'mark', null],
    ['Shipped', ['x', 'no'], 'mark', 'left out x.'],
    ['Not needed', ['x', ''], 'mark', 'left out x.'],
    ['Returned', ['2', '', '1'], 'figures', 'left out x.x'],
    ['Returned', ['2', '1'], 'figures', 'asked xx'],
    ['Shipped on', ['2026-01-02', ''], 'figures', 'asked x.'],
    ['Shipped on', ['2026-01-02', '2026-01-03'], 'figures', null],
    ['Cancel date', ['2026-01-02', ''], 'figures', 'left out x.'],
    ['No.', ['1', '2'], 'figures', null],
  ])('%s: %j', (heading, cells, content, marks) => expect(marksOf(heading, cells, { content })).toBe(marks));
});

describe('a word among figures', () => {
  it.each([
    ['canceled', 'left out .x.'],
    ['Peter', 'asked .x.'],
    ['(Peter)', 'asked .x.'],
    ['asap', null],
    ['EUR', null],
    ['m', null],
    ['pcs', null],
    ['ab', null],
    ['40 Meter', null],
    ['Meter 40', null],
    ['-', null],
  ])('marks its row or not: %s', (word, marks) =>
    expect(marksOf('Price', ['12.50', word, '3'], { content: 'figures' })).toBe(marks),
  );
});

describe('a remark', () => {
  it.each<[string | null, string[], string | null]>([
    ['Note', ['please cancel', ''], 'left out x.'],
    ['Note', ['✗', 'x'], 'left out x.'],
    ['Note', ['only after approval', ''], 'asked x.'],
    ['Note', ['tbc', ''], 'asked x.'],
    ['Note', ['later', 'Peter'], 'asked x.'],
    ['Note', ['later on', 'Peter'], null],
    ['Note', ['cut in two', ''], null],
    ['Note', ['PO-4711', ''], null],
    ['Note', ['PO 4711', ''], 'asked x.'],
    ['Note', [long.repeat(3), ''], null],
    ['Note', ['Peter', ''], 'asked x.'],
    ['Fabric', ['Peter', ''], null],
    ['Note', ['Peter', 'Peter', 'Paul'], 'asked ..x'],
    ['Note', ['Peter', 'please cut', 'Peter'], 'asked x.x'],
    ['Note', ['Peter', 'Paul', 'Mary'], null],
    ['Note', ['Peter', 'Peter'], null],
    ['Note', [...many, 'v1'], 'asked x.xxxxxxxxxx.'],
    ['Note', [...many, 'v12', 'v1'], null],
    ['Note', ['A', 'B', 'C'], 'asked .xx'],
    ['Note', ['S', 'M', 'L', 'M'], null],
    [null, ['x', '', 'ja'], 'asked .x.'],
    ['Note', ['x', '', 'ja'], null],
  ])('below %s: %j', (heading, cells, marks) => expect(marksOf(heading, cells, { content: 'note' })).toBe(marks));

  it.each([
    ['no', true],
    ['no longer needed', true],
    ['wird nicht mehr benötigt', true],
    ['please cancel', true],
    ['storniert', true],
    ['do not ship', true],
    ['nicht bestellen', true],
    ['done', true],
    ['done already', true],
    ['it is all done', false],
    ['already shipped to Leeds', true],
    ['no rush', false],
    ['not canceled', false],
    ['nicht storniert', false],
    ['not delivered', false],
    ['do not order, shipped', false],
    ['n', false],
    [`cancel ${'x'.repeat(113)}`, true],
    [`cancel ${'x'.repeat(114)}`, false],
  ])('says that its row isn’t wanted, or not: %s', (text, isRefusing) =>
    expect(isRefusingRemark(text)).toBe(isRefusing),
  );
});

describe('a name', () => {
  it.each([
    ['Poplin - canceled', true],
    ['Poplin -- canceled', true],
    ['Poplin - please cancel', true],
    ['Bitte streichen - Poplin', true],
    ['Poplin (hold!)', true],
    ['Poplin (hold!!)', true],
    ['Poplin, no longer needed', true],
    ['We do not need Poplin', true],
    ['❌Poplin', true],
    ['Poplin 🚫', true],
    ['4 ✖ 5 cm', false],
    ['hold!', false],
    ['Poplin! Not hold', false],
    ['Poplin (blue!)', false],
    ['Poplin - please', false],
    ['Poplin, not shipped yet', false],
    ['Non-woven', false],
    ['Return ticket print', false],
    [`Poplin - canceled ${'- x'.repeat(40)}`, false],
  ])('says that its row isn’t wanted, or not: %s', (text, isUnwanted) => {
    expect(saysUnwanted(text)).toBe(isUnwanted);
    expect(marksOf('Name', [text, 'Poplin'], { content: 'used' })).toBe(isUnwanted ? 'left out x.' : null);
  });
});

it.each([
  ['Canceled', true],
  ['Shipped', true],
  ['Not needed', true],
  ['No order', true],
  ['DNP', true],
  ['Order no', false],
  ['No.', false],
  ['Quantity', false],
])('reads filled cells below %s as not meant, or not', (heading, isNegative) =>
  expect(isNegativeHeading(heading)).toBe(isNegative),
);

it.each([
  ['Returns', true],
  ['- Canceled items -', true],
  ['Optional items', true],
  ['Fabrics', false],
  ['Returns of the customer, of these months', true],
  ['Returns of the customer, of recent months', false],
])('reads rows below the section %s as doubtful, or not', (text, isDoubtful) =>
  expect(isDoubtfulSection(text)).toBe(isDoubtful),
);
