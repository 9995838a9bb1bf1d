import { describe, expect, it } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';
import type { OrderListQuestion } from '#stock/order-list/order-list.ts';
import { type KnownProducts, nameOfProse } from '#stock/order-list/prose-products.ts';
import { readOrderList } from '#stock/order-list/read-order-list.ts';

import {
  acceptedRows,
  contradictionOf,
  isClear,
  linesOf,
  lookupOf,
  mergedQuestions,
  multiplicationFix,
  productUnitOf,
  repeatedProducts,
  reviewRows,
  type ReviewRow,
  textsToCompare,
} from './review-rows.ts';

const read = (...lines: string[]) => readWith(undefined, ...lines);

function listOf(lines: readonly string[], isOwn = false) {
  const reading = readOrderList(lines.join('\n'), { locale: 'en', source: 'paste' });
  return { reading, texts: new Map(lines.map((text, index) => [index + 1, text])), isOwn };
}

function readWith(known: KnownProducts | undefined, ...lines: string[]) {
  return reviewRows(listOf(lines), known);
}

function isClearWith(...lines: string[]) {
  const list = listOf(lines);
  return isClear({ ...list, sheets: [], sheet: null, asides: [], unreadable: [] }, reviewRows(list));
}

const noteOf = (line: string, as?: KnownProducts) => readWith(as, line)[0]?.note;

const found = { productId: 1, name: null, sku: null, unit: null };

describe('the rows of a list', () => {
  const rows = read('Product\tQty', '10001\t5', '10002\tlots', '10003\t7 pcs');

  it('begin with refused ones, prefilled with likely values', () => {
    expect(rows.map(({ line, product, quantity }) => [line, product, quantity])).toEqual([
      [3, '10002', null],
      [2, '10001', 5000],
      [4, '10003', 7000],
    ]);
    expect(rows[0]).toMatchObject({ quantityText: 'lots', refused: { code: 'not-a-number' } });
  });

  it('are accepted unless refused', () => {
    expect(acceptedRows(rows, new Map()).map(({ line }) => line)).toEqual([2, 4]);
  });

  it('are accepted with fixed ones in list order, without excluded ones', () => {
    const fixes = new Map([
      [3, { quantity: 9000 }],
      [4, { isSkipped: true }],
    ]);
    expect(acceptedRows(rows, fixes).map(({ line, quantity }) => [line, quantity])).toEqual([
      [2, 5000],
      [3, 9000],
    ]);
  });

  it('keep their unit', () => {
    expect(linesOf(acceptedRows(rows, new Map()), 'keep-apart').map(({ writtenUnit }) => writtenUnit)).toEqual([
      '',
      'pcs',
    ]);
  });
});

describe('a unit that is not the product\u2019s', () => {
  const known: KnownProducts = new Map([['10001', { ...found, unit: 'm' }]]);
  const rows = readWith(known, 'Product\tQty', '10001\t4', '10001\t5 lfm', '10001\t6 pcs', '10002\t7 pcs');

  it('puts its row first', () => {
    expect(rows.map(({ line }) => line)).toEqual([4, 2, 3, 5]);
  });

  it('is one until the user takes the product\u2019s', () => {
    expect(rows.map((row) => productUnitOf(row, known))).toEqual(['m', null, null, null]);
    const fixed = acceptedRows(rows, new Map([[4, { writtenUnit: '' }]]), known);
    expect(fixed.map((row) => productUnitOf(row, known))).toEqual([null, null, null, null]);
    expect(productUnitOf({ product: '10001', writtenUnit: 'pcs' }, undefined)).toBeNull();
  });
});

describe('a count of equal quantities', () => {
  const known = new Map([['10001', { ...found, productId: 10_001, name: 'Towel', unit: 'm' }]]) as KnownProducts;

  it.each([
    ['a line of prose', '2 x 45 m towel (10001)', '2 x 45 m', { quantity: 90_000, writtenUnit: 'm' }],
    ['a cell', '10001\t2x45 m', '2x45 m', { quantity: 90_000, writtenUnit: 'm' }],
    ['a line with its unit first', '50 kg x 3 towel (10001)', '50 kg x 3', { quantity: 150_000, writtenUnit: 'kg' }],
    ['a cell with its unit first', '10001\t280cm x 5', '280cm x 5', { quantity: 1_400_000, writtenUnit: 'cm' }],
    ['a line with another number', '2 x 45 m towel (10001) 7', '', null],
  ])('is for the user to multiply in %s', (_, text, written, total) => {
    const [row] = readWith(known, text);
    expect(row).toMatchObject({ product: '10001', quantity: null, quantityText: written });
    expect(row?.refused?.code).toBe(written === '' ? 'no-quantity' : 'unclear-quantity');
    expect(row && multiplicationFix(row, 'en-US')).toEqual(total);
  });

  it('is none beside a quantity, or where a product is before its quantity', () => {
    expect(multiplicationFix({ quantity: 5000, quantityText: '2 x 45' }, 'en-US')).toBeNull();
    expect(readWith(known, 'we need 10001 x 300')[0]).toMatchObject({ quantity: 300_000, quantityText: '' });
  });
});

describe('the names of a list', () => {
  it('are the words beside its figures', () => {
    const { names } = lookupOf(listOf(['Hi,', '300 m silk dévoré mulberry', '40 m of 10001']));
    expect(names).toEqual(['silk dévoré mulberry']);
  });
});

const ribbon = (productId: number, name: string): Product => ({ productId, name, sku: null, unit: 'm' });
const ribbons = [
  ribbon(10_021, 'Organza ribbon, opal'),
  ribbon(10_022, 'Satin ribbon'),
  ribbon(10_023, 'Velvet ribbon'),
];

it.each([
  [3, 'Opal ribbon'],
  [2, ''],
])('further products than %i suggested ones are searched by %j', (count, searchWords) => {
  const named = new Map([['the opal ribbon please', ribbons.slice(0, count)]]);
  expect(reviewRows(listOf(['the Opal ribbon please, 200 m']), new Map(), named)).toMatchObject([{ searchWords }]);
});

describe('words beside a product', () => {
  const known = new Map([['10003', { ...found, productId: 10_003, name: 'Hemp gauze ecru' }]]) as KnownProducts;

  it.each([
    ['10003 - 120 m hemp gauze ecru', ''],
    ['10003 - 120 m hemp gauze', ''],
    ['120 m 10003 Hemp Gauze Ecru', ''],
    ['120 m 10003 Hemp Gauze, Ecru', ''],
    ['10003 (Hemp gauze ecru): 120 m, rolled', 'rolled'],
    ['10003 Hemp gauze ecru, rolled\t120', 'rolled'],
    ['120 m 10003 hemp gauze white', 'hemp gauze white'],
    ['120 m 10003 ecru', 'ecru'],
    ['120 m 10003 rolled', 'rolled'],
  ])('are its note, except for its own name: %s', (line, note) => expect(noteOf(line, known)).toBe(note));

  it('are its note without a catalog entry', () => {
    expect(noteOf('10003 - 120 m hemp gauze')).toBe('hemp gauze');
    expect(noteOf('10004 - 120 m hemp gauze', known)).toBe('hemp gauze');
  });

  it('follow the text of a note column', () => {
    expect(noteOf('Product\tQty\tNote\n10003 Hemp gauze rolled\t5\turgent', known)).toBe('urgent · Hemp gauze rolled');
  });
});

describe('a line that names two products', () => {
  const first = { ...found, productId: 10_001, name: 'Twill' };
  const second = { ...found, productId: 10_002, name: 'Velvet' };
  const known = new Map([
    ['10001', first],
    ['cp-1001-sk', first],
    ['10002', second],
    ['cp-1002-sk', second],
  ]) as KnownProducts;
  const contradictions = (list: ReturnType<typeof listOf>) =>
    reviewRows(list, known).map(({ line, product, contradiction }) => [line, product, contradiction?.key]);

  it.each([
    ['a SKU in its own column', ['Product ID\tSKU\tQty', '10002\tCP-1002-SK\t7', '10001\tCP-1002-SK\t5'], 'CP-1002-SK'],
    ['an id in a column of theirs', ['SKU\tOur code\tQty', 'cp-1002-sk\t10002\t7', 'CP-1001-SK\t10002\t5'], '10002'],
  ])('comes first, with the other product: %s', (_, lines, other) => {
    const list = listOf(lines);
    expect(contradictions(list).map(([line, , key]) => [line, key])).toEqual([
      [3, other],
      [2, undefined],
    ]);
    expect(textsToCompare(list)).toContain(other);
    expect(isClear({ ...list, sheets: [], sheet: null, asides: [], unreadable: [] }, reviewRows(list, known))).toBe(
      false,
    );
  });

  it('offers both in a sentence', () => {
    const [row] = reviewRows(listOf(['10001 CP-1002-SK Cotton poplin 5 m']), known);
    expect(row).toMatchObject({ product: '', refused: { code: 'several-orders' } });
    expect(row?.suggestions.map(({ productId }) => productId)).toEqual([10_002, 10_001]);
  });

  it.each(['PO number', 'Customer PO', 'Bestellnummer', 'Your ref', 'Order no.', 'Invoice no.', 'Kundennummer'])(
    'is none if the other number is in a column %s',
    (label) => {
      const list = listOf([`Article no.\t${label}\tQty`, '10001\t10002\t5']);
      expect(contradictions(list)).toEqual([[2, '10001', undefined]]);
      expect(textsToCompare(list)).toEqual([]);
    },
  );

  it.each(['Code', 'Name', 'Note', 'Anything'])('is one if the other product is in a column %s', (label) => {
    const list = listOf([`Article no.\t${label}\tQty`, '10001\tCP-1002-SK\t5']);
    expect(contradictions(list)[0]?.[2]).toBe('CP-1002-SK');
  });

  it.each([
    ['both name the same', '10001\tCP-1001-SK\t5'],
    ['the number is its quantity', 'CP-1001-SK 10002 m'],
    ['no product has the code', '10001\tPO-77812\t5'],
  ])('is none if %s', (_, line) => expect(contradictions(listOf([line]))[0]?.[2]).toBeUndefined());

  it('is none in an own order, which was reviewed before', () => {
    const lines = ['Product\tName\tQuantity', '10001\tlike CP-1002-SK\t5'];
    expect(contradictions(listOf(lines))[0]?.[2]).toBe('CP-1002-SK');
    expect(contradictions(listOf(lines, true))[0]?.[2]).toBeUndefined();
    expect(textsToCompare(listOf(lines, true))).toEqual([]);
  });

  it('is resolved by entering a product or excluding the line', () => {
    const [row] = reviewRows(listOf(['Product ID\tSKU\tQty', '10001\tCP-1002-SK\t5']), known) as [ReviewRow];
    expect(contradictionOf(row, { quantity: 6000 })?.key).toBe('CP-1002-SK');
    expect(contradictionOf(row, { product: '10001' })).toBeNull();
    expect(contradictionOf(row, { isSkipped: true })).toBeNull();
  });
});

describe('a row with an invalid date', () => {
  const rows = read('Product\tQty\tNeeded by', '10001\t5\t2027-01-05', '10002\t6\tasap');

  it('comes before rows without problems, and its text becomes the note', () => {
    expect(rows.map(({ line, dateProblem }) => [line, dateProblem?.code])).toEqual([
      [3, 'not-a-date'],
      [2, undefined],
    ]);
    expect(linesOf(acceptedRows(rows, new Map()), 'keep-apart')).toMatchObject([
      { product: '10001', shipBy: '2027-01-05', note: '' },
      { product: '10002', shipBy: null, note: 'asap' },
    ]);
  });

  it('loses the note once it has a date', () => {
    const fixed = acceptedRows(rows, new Map([[3, { shipBy: '2027-01-08' as const }]]));
    expect(fixed.map(({ shipBy, note }) => [shipBy, note])).toEqual([
      ['2027-01-05', ''],
      ['2027-01-08', ''],
    ]);
  });

  it('requires a review of the list', () => {
    const reading = readOrderList('10001\t5 m\tx', { locale: 'en', source: 'paste' });
    const list = { reading, texts: new Map(), sheets: [], sheet: null, asides: [], unreadable: [], isOwn: false };
    expect(isClear(list, rows)).toBe(false);
    expect(isClear(list, rows.slice(1))).toBe(true);
  });
});

describe('a line with two orders', () => {
  const known = new Map(
    [10_001, 10_002].map((productId) => [String(productId), { ...found, productId }]),
  ) as KnownProducts;

  it('is one row, which is added once it has a product and quantity', () => {
    const rows = reviewRows(listOf(['please send 10 of 10001 and 5 of 10002', '7 x 10001']), known);
    expect(rows).toMatchObject([
      { line: 1, product: '', quantity: null, refused: { code: 'several-orders' }, suggestions: [{}, {}] },
      { line: 2, product: '10001', quantity: 7000 },
    ]);
    const accepted = (fix: object) => acceptedRows(rows, new Map([[1, fix]]), known).map(({ line }) => line);
    expect([accepted({}), accepted({ product: '10002', quantity: 5000 })]).toEqual([[2], [1, 2]]);
  });
});

describe('a word among the codes of products', () => {
  it.each(['Shipping', 'Average', 'Versandkosten', 'Durchschnitt'])('is reviewed: %s', (word) => {
    const codes = ['CP-1001-SK\t40', 'WF-1004-GR\t25'];
    expect(isClearWith('SKU\tQty', ...codes)).toBe(true);
    expect(isClearWith('SKU\tQty', ...codes, `${word}\t1`)).toBe(false);
    expect(isClearWith('Name\tQty', 'Satin blue\t40', 'Velvet\t25', `${word}\t1`)).toBe(true);
  });
});

describe('a row with an unknown product', () => {
  const rows = ['Product\tQty', 'AB-1\t5', 'AB-2\t6', '10003\t7', 'Linen natural\t8'];
  const linesWith = (known: KnownProducts) => readWith(known, ...rows).map(({ product }) => product);

  it('comes before rows without problems and rows that were not looked up', () => {
    const known = new Map([['ab-1', found] as const, ['ab-2', null] as const, ['linen natural', null] as const]);
    expect(linesWith(known)).toEqual(['AB-2', 'Linen natural', 'AB-1', '10003']);
    expect(linesWith(new Map())).toEqual(['AB-1', 'AB-2', '10003', 'Linen natural']);
  });
});

describe('prose', () => {
  const catalog = new Map([
    ['cp-1001-sk', { ...found, productId: 1001, name: 'Cotton poplin sky blue' }],
    ['10009', { ...found, productId: 10_009, name: 'Linen' }],
  ]) as KnownProducts;
  const all = new Map<string, Product | null>(catalog);
  /** Looks up each text, as the review does. */
  const review = (...lines: string[]) => {
    const list = listOf(lines);
    const { texts, keys } = lookupOf(list);
    for (const text of [...texts, ...keys]) if (!all.has(text.toLowerCase())) all.set(text.toLowerCase(), null);
    return reviewRows(list, all);
  };
  it.each([
    ['a phrase', '250 m of CP-1001-SK'],
    ['a product and a number', 'CP-1001-SK 250'],
    ['a phrase, in German', '250 m von CP-1001-SK'],
    ['a form', 'Artikel: CP-1001-SK', 'Menge: 250'],
    ['a header in words', 'Artikelnr Menge', 'CP-1001-SK 250'],
    ['a table without headings, one cell a line', 'CP-1001-SK', '250', 'CP-1002-SK', '5'],
    ['a phrase beside a table', 'CP-1001-SK\t5 m', 'CP-1002-SK x 4'],
    ['an EDIFACT message', "LIN+1++10001:SA'", "QTY+21:40:MTR'"],
    ['an X12 message', 'PO1|1|40|MR|||VP|10001~', 'PO1|2|7|EA|||BP|10002~'],
    ['an X12 message in one line', 'ST|850|0001~PO1|1|40|MR|12.5||VP|CP-1001-SK~PO1|2|7|EA|||BP|10002~CTT|2~'],
  ])('is always reviewed: %s', (_, ...lines) => expect(isClearWith(...lines)).toBe(false));

  it.each([
    ['tabs', 'CP-1001-SK\t250', 'CP-1002-SK\t5'],
    ['semicolons', 'CP-1001-SK;250', 'CP-1002-SK;5'],
    ['columns of spaces below headings', 'SKU          Qty', 'CP-1001-SK   250', 'CP-1002-SK   5'],
    ['headings, one cell a line', 'SKU', 'Qty', 'CP-1001-SK', '250'],
  ])('isn’t meant by a table with %s', (_, ...lines) => expect(isClearWith(...lines)).toBe(true));

  it.each([
    ['- 300 m Cotton poplin sky blue (CP-1001-SK)', 'CP-1001-SK', 300_000, 'm', ''],
    ['300 m Baumwolle gestreift [CP-1001-SK]', 'CP-1001-SK', 300_000, 'm', 'Baumwolle gestreift'],
    ['could you also add the CP-1001-SK again, 12.5 metres', 'CP-1001-SK', 12_500, 'metres', ''],
    ['dann bitte noch vom Artikel CP-1001-SK so 12 Meter dazu', 'CP-1001-SK', 12_000, 'Meter', 'dazu'],
    ['we would take 25 of number 10009 as well', '10009', 25_000, '', 'as well'],
  ])('is filled in with what the catalog has: %s', (text, product, quantity, writtenUnit, note) => {
    const [row] = review(text);
    expect(row).toMatchObject({ product, quantity, writtenUnit, note, isIgnored: false });
    expect(row?.productId).not.toBeNull();
  });

  it.each([
    ['and maybe 40 metres of the Hemp gauze chalk', 'metres'],
    ['vielleicht noch 40 Meter von dem Hanfgewebe kreide', 'Meter'],
  ])('has a suggestion where its words may be a name: %s', (text, writtenUnit) => {
    const list = listOf([text]);
    const named = new Map(list.reading.prose.map((line) => [nameOfProse(line), [{ ...found, productId: 10_003 }]]));
    const [row] = reviewRows(list, all, named);
    expect(row).toMatchObject({ product: '', quantity: 40_000, writtenUnit, refused: { code: 'no-product' } });
    expect(row?.suggestions).toHaveLength(1);
    expect(reviewRows(list, all)).toMatchObject([{ refused: { code: 'no-product' }, suggestions: [] }]);
  });

  it.each([
    ['two figures', 'about CP-1001-SK: 40 or 50 m'],
    ['a rough amount', 'about 50 m of CP-1001-SK'],
    ['a rough amount, in German', 'etwa 50 m von CP-1001-SK'],
    ['a number that may be thousands', 'perhaps 1,500 m from CP-1001-SK then'],
  ])('is left empty where it is unclear, and needs attention: %s', (_, text) => {
    expect(review(text)[0]).toMatchObject({
      product: 'CP-1001-SK',
      quantity: null,
      quantityText: '',
      isIgnored: false,
    });
  });

  it.each([
    ['two products', 'either CP-1001-SK or 10009 this time, 40 m'],
    ['an unknown code', 'and 40 m of that CP-1O01-SK then please'],
  ])('has no product where several or none may be meant: %s', (_, text) => {
    const [row] = review(text);
    expect(row).toMatchObject({ productId: null, isIgnored: false });
  });

  it('comes after its orders where it orders nothing', () => {
    const rows = review(
      'Hi Anna,',
      'hope you are well!',
      'we need it before 12 December',
      '300 m of CP-1001-SK',
      'Please confirm by Friday',
      'and 40 of the CP-1001-SK?',
      'Your order 4711 went to room 5',
      'Tel +49 30 123456',
    );
    expect(rows.map(({ line, isIgnored }) => (isIgnored ? -line : line))).toEqual([4, 6, -1, -2, -3, -5, -7, -8]);
  });

  it('needs attention where a line has a quantity with its unit, but names no product', () => {
    const rows = review('300 m of CP-1001-SK', 'corduroy ochre 12 m', '', 'Thanks, Bob');
    expect(rows.map(({ line, isIgnored }) => (isIgnored ? -line : line))).toEqual([2, 1, -4]);
    expect(rows[0]).toMatchObject({ product: '', quantity: 12_000, writtenUnit: 'm', refused: { code: 'no-product' } });
  });

  it('needs attention where a product may be named, as long as the catalog is unknown', () => {
    const rows = reviewRows(listOf(['Your order 47110 went to room 5', 'Your order 4711 went to room 5']));
    expect(rows.map(({ line, isIgnored }) => (isIgnored ? -line : line))).toEqual([1, -2]);
  });

  it('keeps what may be a date or a fraction in the note', () => {
    expect(review('Hi Anna,', 'CP-1001-SK 200 m 11/12')[0]).toMatchObject({ quantity: 200_000, note: '11/12' });
  });

  it('shows ignored text with a quantity that has a unit, or words', () => {
    const text = review('Good morning', 'wool velvet Brisole 250', 'Tel. +49 30 123456', '99999  40 m by Dec 20');
    expect(text.map(({ line, isIgnored, hasQuantity }) => [line, isIgnored, hasQuantity])).toEqual([
      [1, true, false],
      [2, true, true],
      [3, true, false],
      [4, true, true],
    ]);
  });
});

describe('a name with its SKU in a table', () => {
  const known = new Map([['cp-1001-sk', { ...found, name: 'Cotton poplin' }]]) as KnownProducts;

  it('is found by the SKU, and its words are no note', () => {
    const [row] = readWith(known, 'Product\tQty', 'Cotton poplin (CP-1001-SK)\t40');
    expect(row).toMatchObject({ product: 'CP-1001-SK', productId: 1, quantity: 40_000, note: '' });
  });

  it('keeps its own text if another column has the SKU', () => {
    const [row] = readWith(known, 'Product\tOther\tQty', 'Cotton poplin\tCP-1001-SK\t40');
    expect(row).toMatchObject({ product: 'Cotton poplin', productId: null });
  });
});

describe('the ship-by date of the whole list', () => {
  const rows = acceptedRows(
    read('Product\tQty\tNeeded by', 'AB-1\t5\t2027-01-05', 'AB-1\t6\tasap', 'AB-1\t7'),
    new Map(),
  );

  it('applies to lines without a date', () => {
    expect(linesOf(rows, 'keep-apart', '2027-01-09').map(({ shipBy, note }) => [shipBy, note])).toEqual([
      ['2027-01-05', ''],
      ['2027-01-09', 'asap'],
      ['2027-01-09', ''],
    ]);
  });

  it('keeps lines with unreadable dates apart when quantities are added', () => {
    expect(linesOf(rows, 'add-up').map(({ quantity }) => quantity)).toEqual([5000, 6000, 7000]);
  });
});

describe('a product on several rows', () => {
  const rows = acceptedRows(read('Product\tQty', 'AB-1\t5', 'CD-2\t1', 'ab-1\t7'), new Map());

  it('is detected regardless of case', () => {
    expect(repeatedProducts(rows)).toBe(1);
  });

  it.each([
    [
      'keep-apart',
      [
        ['AB-1', 5000],
        ['CD-2', 1000],
        ['ab-1', 7000],
      ],
    ],
    [
      'add-up',
      [
        ['AB-1', 12_000],
        ['CD-2', 1000],
      ],
    ],
    [
      'last-wins',
      [
        ['CD-2', 1000],
        ['ab-1', 7000],
      ],
    ],
  ] as const)('is treated as selected: %s', (choice, expected) => {
    expect(linesOf(rows, choice).map(({ product, quantity }) => [product, quantity])).toEqual(expected);
  });
});

function question(about: OrderListQuestion['about'], label: string): OrderListQuestion {
  return { about, readings: [{ key: '0', example: label, lines: [], refused: [] }] };
}

const columns = question('columns', 'A or B');
const quantity = question('quantity', '1.234');
const date = question('date', '03.04.');

it('keeps answered questions and adds new ones', () => {
  expect(mergedQuestions([columns, quantity], [date], 'quantity')).toEqual([columns, quantity, date]);
});

it('replaces the other questions if the columns change', () => {
  const other = question('quantity', '5.678');
  expect(mergedQuestions([columns, quantity, date], [other], 'columns')).toEqual([columns, other]);
});
