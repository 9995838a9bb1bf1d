import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderListOptions, OrderListReading } from './order-list.ts';
import { physicalText, plainText } from './plain-text.ts';
import { readOrderList, readOrderRecords } from './read-order-list.ts';
import { readTextRecords } from './text-records.ts';
import { writtenMail, type WrittenOrder, writtenTable } from './written-order.arbitrary.ts';

const locales = ['en', 'en-GB', 'de', 'de-CH', 'fr', 'nl', 'es', 'ar-EG', 'sv', 'no such locale'];
const sources = ['paste', 'file'] as const;
const options = fc.record({ locale: fc.constantFrom(...locales), source: fc.constantFrom(...sources) });

/** Runs per property; `npm run mutate` makes do with fewer. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 300);
const timeout = 120_000;

/** Typical parts of lists, and text that is easily misread. */
const piece = fc.oneof(
  fc.constantFrom(
    '\t',
    ';',
    ',',
    ', ',
    '|',
    '  ',
    ' ',
    '"',
    '""',
    "'",
    ':',
    ' x ',
    ' - ',
    '\u00a0',
    '\u202f',
    '\u200b',
    '=',
  ),
  fc.constantFrom(
    'Product',
    'Menge',
    'Qté',
    'Needed by',
    'Total',
    'Summe',
    '----',
    '|---|',
    'Hi Anna',
    'of',
    'van',
    'm',
    'Stk.',
    '€',
  ),
  fc.constantFrom(
    '12345',
    'AB-123',
    '00471',
    '250',
    '1,234',
    '1.234,5',
    '0',
    '-5',
    '1.2E+11',
    '03/04/2026',
    '17 March 2026',
    '50%',
  ),
  fc.string({ maxLength: 4 }),
);
const listText = fc
  .array(fc.array(piece, { maxLength: 8 }), { maxLength: 12 })
  .chain((rows) => fc.constantFrom('\n', '\r\n', '\r').map((end) => rows.map((row) => row.join('')).join(end)));
const anyText = fc.oneof(listText, fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }));

describe('readOrderList', { timeout }, () => {
  it('never throws, and returns only valid quantities', () => {
    fc.assert(
      fc.property(anyText, options, (text, options) => {
        const { lines, questions } = readOrderList(text, options);
        for (const { quantity, product } of [
          ...lines,
          ...questions.flatMap(({ readings }) => readings[1]?.lines ?? []),
        ]) {
          expect(product.trim()).not.toBe('');
          expect(quantity).toBeGreaterThan(0);
          expect(quantity).toBeLessThanOrEqual(1_000_000_000);
          expect(Math.round(quantity * 1000) / 1000).toBe(quantity);
        }
      }),
      { numRuns: runs },
    );
  });

  it('returns each line that is not blank exactly once: as an order, refused or skipped', () => {
    fc.assert(
      fc.property(anyText, options, (text, options) => {
        const physical = physicalText(text);
        const { records } = readTextRecords(physical, options.source);
        const filled = records.filter(({ text }) => /[^\s;,|"]/.test(plainText(text)));
        expect(accounted(readOrderList(text, options))).toEqual(filled.map(({ line }) => line));
        const physicalLines = records.reduce((sum, record) => sum + record.text.split('\n').length, 0);
        expect(physicalLines).toBe(physical === '' ? 0 : physical.replace(/\n$/, '').split('\n').length);
      }),
      { numRuns: runs, examples: [['12345;\n12345\n\t\nProduct12345\n250\n\t', { locale: 'en', source: 'paste' }]] },
    );
  });

  it('returns the same result for all line breaks', () => {
    fc.assert(
      fc.property(listText, options, (text, options) => {
        const physical = text.replace(/\r\n?/g, '\n');
        const read = readOrderList(physical, options);
        expect(readOrderList(physical.replace(/\n/g, '\r\n'), options)).toEqual(read);
        expect(readOrderList(physical.replace(/\n/g, '\r'), options)).toEqual(read);
        expect(readOrderList(`\ufeff${physical}`, options)).toEqual(read);
      }),
      { numRuns: runs },
    );
  });

  it('returns the first reading of each question as its lines, and different readings', () => {
    fc.assert(
      fc.property(listText, options, (text, options) => {
        const { lines, refused, questions } = readOrderList(text, options);
        for (const { readings } of questions) {
          expect(readings.length).toBeGreaterThan(1);
          expect(readings[0]).toMatchObject({ lines, refused });
          expect(new Set(readings.map(({ lines, refused }) => JSON.stringify([lines, refused]))).size).toBeGreaterThan(
            1,
          );
        }
      }),
      { numRuns: runs },
    );
  });

  it('reads any table correctly, or offers the correct reading as an answer', () => {
    fc.assert(
      fc.property(writtenTable, options, (order, options) => expectReadBack(order, options)),
      { numRuns: runs },
    );
  });

  it('asks no question about columns below a known header', () => {
    fc.assert(
      fc.property(writtenTable, options, ({ text, above }, options) => {
        fc.pre(above > 0);
        expect(readOrderList(text, options).questions.map(({ about }) => about)).not.toContain('columns');
      }),
      { numRuns: runs },
    );
  });

  it('reads no email as a table, and each of its lines as prose', () => {
    fc.assert(
      fc.property(writtenMail, options, ({ text, lines }, { locale }) => {
        const { lines: rows, prose } = readOrderList(text, { locale, source: 'paste' });
        expect(rows).toEqual([]);
        expect(prose.map(({ line }) => line)).toEqual(lines.map((_, at) => at + 1));
        for (const [at, { parts }] of prose.entries())
          expect(parts.flatMap(({ keys }) => keys)).toContain(lines[at]?.product);
      }),
      { numRuns: runs },
    );
  });

  it('asks no question if other numbers and dates of the list determine the style', () => {
    const text = 'Artikel;Menge;Termin\n12345;1.234,5;31.03.2026\n12346;1.234;01.04.2026';
    const { lines, questions } = readOrderList(text, { locale: 'en', source: 'file' });
    expect(questions).toEqual([]);
    expect(lines.map(({ quantity }) => quantity)).toEqual([1234.5, 1234]);
  });

  it('applies the answers to its questions', () => {
    const text = 'Item\tQty\tNeeded by\nA\t1,234\t03/04/2026';
    const read = readOrderList(text, {
      locale: 'en-US',
      source: 'paste',
      answers: { quantity: 'decimal-comma', date: 'day-first' },
    });
    expect(read.questions).toEqual([]);
    expect(read.lines).toEqual([{ line: 2, product: 'A', quantity: 1.234, shipBy: '2026-04-03' }]);
  });

  it('applies the answer about columns, and asks no further question', () => {
    expect(answered('10001\t40', '1')).toMatchObject({
      lines: [{ line: 1, product: '40', quantity: 10_001 }],
      questions: [],
      elsewhere: [],
    });
    const text = 'SKU\tEAN\tQty\nA-1\t4006381333931\t5';
    expect(readOrderList(text, { locale: 'en', source: 'paste' }).elsewhere).toMatchObject([
      { key: '1', example: 'Qty', lines: [{ product: '4006381333931' }] },
    ]);
    expect(answered(text, '1').lines).toMatchObject([{ product: '4006381333931', quantity: 5 }]);
    expect(answered(text, '0').elsewhere).toEqual([]);
    expect(answered(text, '7').lines).toMatchObject([{ product: 'A-1' }]);
  });

  it('returns the same lines for the key of a reading as in that reading', () => {
    const text = 'A-1\t5\t7\t9\t4006381333931\t4006381333932\nA-2\t6\t9\t4\t4006381333933\t4006381333934';
    const { questions, elsewhere } = readOrderList(text, { locale: 'en', source: 'paste' });
    const shown = [...(questions[0]?.readings ?? []), ...elsewhere];
    expect(shown.map(({ key }) => key)).toEqual(['0', '1', '2', '3', '4']);
    for (const { key, lines } of shown) expect(answered(text, key)).toMatchObject({ lines, questions: [] });
  });

  it('keeps or leaves out the rows that a column marks, as answered', () => {
    const text = 'SKU\tQty\tOrder?\nA-1\t40\tyes\nA-2\t25\tno';
    const read = (answer: string) =>
      readOrderList(text, { locale: 'en', source: 'paste', answers: { 'mark Order?': answer } });
    expect(read('keep').lines).toHaveLength(2);
    expect(read('leave-out').lines).toHaveLength(1);
    expect(read('keep').questions).toEqual([]);
  });

  it('keeps all rows of a list that this app wrote', () => {
    const { records } = readTextRecords('SKU\tQty\tOrder?\tShelf\nA-1\t40\tyes\tA 1\nA-2\t25\tno\tA 2', 'paste');
    const { lines, questions, unused } = readOrderRecords(records, { locale: 'en', isOwn: true });
    expect([lines.map(({ product }) => product), questions, unused]).toEqual([['A-1', 'A-2'], [], []]);
    const foreign = readOrderRecords(records, { locale: 'en' });
    expect([foreign.lines.length, foreign.questions.length, foreign.unused]).toEqual([1, 1, ['Shelf']]);
  });

  it('names the rows and values that a column marks', () => {
    const rows = 'A-1\t40\tyes\nA-2\t25\tno\nA-3\t7\tno';
    expect(questionOf(`SKU\tQty\tOrder?\n${rows}`)).not.toHaveProperty('isOpen');
    expect(questionOf(`SKU\tQty\tOrder?\n${rows}`)?.marked).toEqual({
      heading: 'Order?',
      values: ['no'],
      lines: [3, 4],
    });
    expect(questionOf(rows)?.marked).toEqual({ heading: null, values: ['no'], lines: [2, 3] });
  });

  it.each([
    ['SKU\tCartons\tPcs per carton\nA-1\t40\t12', ['as-written', 'multiplied']],
    ['SKU\tQty (cartons of 12)\nA-1\t40', ['multiplied', 'as-written']],
  ])('asks for the factor of %j, first as its heading says', (text, keys) => {
    const question = questionOf(text);
    expect([question?.about, question?.readings.map(({ key }) => key)]).toEqual(['factor', keys]);
    const quantities = { 'as-written': 40, multiplied: 480 };
    for (const [factor, quantity] of Object.entries(quantities))
      expect(readOrderList(text, { locale: 'en', source: 'paste', answers: { factor } }).lines).toMatchObject([
        { quantity },
      ]);
  });

  it('leaves it open which of yes and no is meant, unless the heading says it', () => {
    const text = 'SKU\tQty\tFlg\nA-1\t40\tN\nA-2\t25\tY\nA-3\t8\tN';
    const read = (answers: OrderListOptions['answers'] = {}) =>
      readOrderList(text, { locale: 'en', source: 'paste', answers });
    const [question] = read().questions;
    expect(question).toMatchObject({ about: 'mark Flg', isOpen: true });
    expect(question?.readings.map(({ key, example, lines }) => [key, example, lines.length])).toEqual([
      ['keep', null, 3],
      ['without-no', 'Y', 1],
      ['without-yes', 'N', 2],
    ]);
    expect(read({ 'mark Flg': 'without-yes' }).lines.map(({ product }) => product)).toEqual(['A-1', 'A-3']);
    expect(readOrderList(text.replace('Flg', 'Order?'), { locale: 'en', source: 'paste' }).lines).toHaveLength(1);
  });

  it.each([
    ['Please also send 5 m of AB-2002', []],
    ['RETURN AUTHORIZATION RMA-2201', []],
    ['Retourenschein Nr. 77', []],
    ['QUOTE REQUEST - NOT AN ORDER', []],
    ['Quantities x 1000', []],
    ['Mengen in Tsd. m', []],
    ['Delivery date: 2026-12-15', ['2026-12-15']],
    ['Liefertermin: 15.12.2026', ['2026-12-15']],
    ['Delivery date: December 15, 2026', ['2026-12-15']],
    ['Need by\t2026-12-15', ['2026-12-15']],
  ])('shows a title that may change all lines: %s', (title, wholeDates) => {
    const today = '2026-11-22';
    const { lines, prose } = readOrderList(`${title}\nSKU\tQty\nAB-1\t4`, { locale: 'en', source: 'paste', today });
    expect(lines).toHaveLength(1);
    expect(prose).toMatchObject([{ text: title, wholeDates }]);
  });

  it('keeps the note of a refused line', () => {
    const { refused } = readOrderList('SKU\tQty\tNote\nAB-1\tten\tblue\n\t5\tred\nAB-1002 Cotton poplin\tten\tgrey', {
      locale: 'en',
      source: 'paste',
    });
    expect(refused.map(({ note }) => note)).toEqual(['blue', 'red', 'grey · Cotton poplin']);
  });

  it('returns what else in a line may be its product, unless its heading says that it is something else', () => {
    const row = '10001\tCP-1001-SK\tPO-77012\t5';
    expect(keysIn(`Product\tName\tOrder no.\tQty\n${row}`)).toEqual([['CP-1001-SK']]);
    expect(keysIn(`Product\tColor\tOrder no.\tQty\n${row}`)).toEqual([[]]);
    expect(keysIn(`Product\tWashing\tNote\tQty\n${row}`)).toEqual([['CP-1001-SK', 'PO-77012']]);
  });

  it.each([
    ['SKU\tQty\nAB-1\t5\nFreight\t1\nAB-2\t7', ['Freight']],
    ['SKU\tName\tQty\nAB-1\tPoplin\t5\nFreight\t\t1\n\tWool\t3\n\tFelt\t3\nAB-2\t\t7', ['Freight']],
    ['SKU\tQty\nAB-1\t5\nFreight\t1', []],
    ['SKU\tQty\nAB-1\t5\nAB-2\t7', []],
    ['AB-1\n5\nAB-2\n7', ['AB-1', 'AB-2']],
  ])('says which products need a review, such as a word among codes: %j', (text, products) => {
    const { lines } = readOrderList(text, { locale: 'en', source: 'paste' });
    expect(lines.filter(({ isLoose }) => isLoose).map(({ product }) => product)).toEqual(products);
  });

  it('multiplies no quantity without a factor, and refuses a wrong one', () => {
    const text = 'SKU\tCartons\tPcs per carton\nA-1\t40\t12\nA-2\t5\t\nA-3\tten\t12\nA-4\t-3\t12\nA-5\t999999999\t12';
    const answers = { factor: 'multiplied' };
    const { lines, refused } = readOrderList(text, { locale: 'en', source: 'paste', answers });
    expect(lines.map(({ product, quantity }) => [product, quantity])).toEqual([
      ['A-1', 480],
      ['A-2', 5],
    ]);
    expect(refused.map(({ product, code }) => [product, code])).toEqual([
      ['A-3', 'not-a-number'],
      ['A-4', 'negative-quantity'],
      ['A-5', 'too-large'],
    ]);
  });

  it('returns the problem, the wrong part and the product of a refused line', () => {
    const { refused } = readOrderList('SKU\tQty\n1.23457E+11\t5\nAB-1\tten', { locale: 'en', source: 'paste' });
    expect(refused).toEqual([
      { line: 2, text: '1.23457E+11\t5', code: 'shortened-product', value: '1.23457E+11' },
      { line: 3, text: 'AB-1\tten', code: 'not-a-number', value: 'ten', product: 'AB-1' },
    ]);
  });
});

const keysIn = (text: string) =>
  readOrderList(text, { locale: 'en', source: 'paste' }).lines.map(({ otherKeys = [] }) => otherKeys);
const questionOf = (text: string) => readOrderList(text, { locale: 'en', source: 'paste' }).questions[0];

function answered(text: string, columns: string): OrderListReading {
  return readOrderList(text, { locale: 'en', source: 'paste', answers: { columns } });
}

function accounted({ lines, refused, skipped }: OrderListReading): number[] {
  return [...lines, ...refused, ...skipped].map(({ line }) => line).toSorted((a, b) => a - b);
}

function expectReadBack({ lines, text, above }: WrittenOrder, options: OrderListOptions): void {
  const meant = lines.map((line, index) => Object.assign({ line: index + 1 + above, unit: '' }, line));
  const readings = allReadings(text, options).map(({ lines }) =>
    lines.map((line) => Object.assign({}, line, { unit: '' })),
  );
  expect(readings).toContainEqual(meant);
}

/** Returns the list's reading for every combination of answers. */
function allReadings(text: string, options: OrderListOptions): OrderListReading[] {
  const read = readOrderList(text, options);
  const [question] = read.questions;
  if (question === undefined) return [read];
  return question.readings.flatMap(({ key }) =>
    allReadings(text, { ...options, answers: { ...options.answers, [question.about]: key } }),
  );
}
