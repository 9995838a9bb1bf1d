import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readProductKeys } from './read-product-keys.ts';

const keysOf = (text: string) => readProductKeys(text, 'paste').keys;

describe('readProductKeys', () => {
  it.each([
    ['IDs, one per line', '12345\n12346\n\n12347\n', ['12345', '12346', '12347']],
    ['ids in one line', '12345, 12346,12347', ['12345', '12346', '12347']],
    ['two ids in one line', '12345, 12346', ['12345', '12346']],
    ['ids with spaces between', '12345 12346 12347', ['12345', '12346', '12347']],
    ['ids with semicolons', '12345;12346', ['12345', '12346']],
    ['a column with its heading', 'productId\n12345\n12346', ['12345', '12346']],
    ['SKUs, ids and leading zeros', 'LIN-4410/B\n00123\n7', ['LIN-4410/B', '00123', '7']],
    ['a table with a header', 'Name\tProduct id\tQuantity\nLinen\t12345\t40\nSilk\t12346\t7', ['12345', '12346']],
    ['an order in a mail', '250 m of 12345\n12346 x 40\n- AB-123: 12 pcs', ['12345', '12346', 'AB-123']],
    ['codes beside quantities', 'AB-123\t40\nAB-124\t12.5\nAB-125\t7', ['AB-123', 'AB-124', 'AB-125']],
    ['a row of cells', '12345\t12346\t12347', ['12345', '12346', '12347']],
    ['a bulleted list', '- 12345\n- 12346', ['12345', '12346']],
    ['IDs quoted for spreadsheets', '\'00123\n="00124"', ['00123', '00124']],
    ['codes followed by a name', '100 - Velvet midnight\n[HO-000100] Velvet midnight', ['100', 'HO-000100']],
    ['full-width letters and other hyphens', 'ＣＰ‐１００１‐ＳＫ\nCP\u20111002\u2011SK', ['CP-1001-SK', 'CP-1002-SK']],
    ['IDs with decimals from a spreadsheet', 'Product\tQuantity\n100.0\t5\n101.0\t7', ['100', '101']],
    ['an order by labels', 'Product: 12345\nQuantity: 40\n\nProduct: AB-1\nQuantity: 7', ['12345', 'AB-1']],
    ['separators and spaces around IDs', '-   12345,  12346;\n• AB-1 ,', ['12345', '12346', 'AB-1']],
    ['a row of an ID and its quantity', '12345\t40', ['12345']],
    ['rows of IDs and their quantities', '12345,300\n12346,200', ['12345', '12346']],
    ['a row of an ID and its quantity with a decimal comma', '12345\t40,25', ['12345']],
    ['two IDs in one cell of a row', '12345,12346\tLinen', ['12345', '12346']],
    ['a row below a header', 'Product\tQuantity\n7\t1250', ['7']],
    ['rows of IDs', '12345\t12346\n12347\t12348', ['12345', '12346', '12347', '12348']],
    ['rows of codes beside longer quantities', 'AB-1\t12345\nAB-2\t400', ['AB-1', 'AB-2']],
    [
      'a row of a table by spaces without one of its cells',
      '10011   40   Silk\n10012   5   Silk\n10013   50',
      ['10011', '10012', '10013'],
    ],
    ['IDs with quantities', '10529 300\n10888 41.25\nAB-123 40.5', ['10529', '10888', 'AB-123']],
    ['a quantity with its unit', '12345 40m', ['12345']],
    ['two SKUs, the shorter one second', 'AB-1234 A40', ['AB-1234', 'A40']],
    ['two IDs of one length, or the longer one second', '12345 12346\n7 12347', ['12345', '12346', '7', '12347']],
    ['IDs of any length with commas', '12345, 300', ['12345', '300']],
    ['signs between', '12345 / 12346\n12347 - AB-1 & 12348', ['12345', '12346', '12347', 'AB-1', '12348']],
    [
      'all separators in one line',
      '12345, 12346, 12347 12348; 12349 / 99999, SD-1002-MU',
      ['12345', '12346', '12347', '12348', '12349', '99999', 'SD-1002-MU'],
    ],
    ['words around', 'I need 12345, 12346 and also SD-1002-MU', ['12345', '12346', 'SD-1002-MU']],
    ['several in a cell of a table', 'Product\tNote\n12345; 12346\turgent', ['12345', '12346']],
    ['nothing', ' \n\n', []],
  ])('reads %s', (_, text, keys) => {
    const reading = readProductKeys(text, 'paste');
    expect(reading.keys).toEqual(keys);
    expect(reading.refused).toEqual([]);
  });

  it('returns each product once, with the number of repetitions', () => {
    expect(readProductKeys('12345\nab-1\n12345\nAB-1', 'paste')).toMatchObject({
      keys: ['12345', 'ab-1'],
      repeated: 2,
    });
  });

  it.each([
    ['12345\t12346\nLinen\tblue', 2, 'prose'],
    ['12345   40   Silk\n12346   5   Silk\nLinen   blue', 3, 'not-understood'],
  ])('refuses a row of a table without a product: %j', (text, line, code) => {
    const { keys, refused } = readProductKeys(text, 'paste');
    expect(keys).toEqual(['12345', '12346']);
    expect(refused).toMatchObject([{ line, code }]);
  });

  it.each([
    ['Hello, could you please look into these for us?', 'prose'],
    ['1.23E+15', 'shortened-product'],
    ['#N/A', 'spreadsheet-error'],
  ])('refuses %j', (text, code) => {
    expect(readProductKeys(`12345\n${text}`, 'paste').refused).toMatchObject([{ line: 2, text, code }]);
  });

  it('reports product IDs corrupted by a spreadsheet, if they are in the product column', () => {
    expect(readProductKeys('Product;Quantity\n1.23E+15;4\n;7', 'file').refused).toEqual([
      { line: 2, text: '1.23E+15;4', code: 'shortened-product', value: '1.23E+15' },
      { line: 3, text: ';7', code: 'no-product' },
    ]);
  });

  it('refuses a table row without a product', () => {
    const { keys, refused } = readProductKeys('Product id;Quantity\n12345;40\n;7', 'file');
    expect(keys).toEqual(['12345']);
    expect(refused).toMatchObject([{ line: 3, code: 'no-product' }]);
  });

  it('names what is likely a quantity or of another column', () => {
    expect(readProductKeys('AB-1234 300\nSD-1002-MU 10006\n300', 'paste')).toMatchObject({
      keys: ['AB-1234', 'SD-1002-MU', '300'],
      others: ['10006'],
    });
    expect(readProductKeys('Store\t10001\t10002\t10003', 'paste').others).toEqual(['10001', '10002', '10003']);
    expect(readProductKeys('SD-1002-MU Linen of 10006', 'paste')).toMatchObject({
      keys: ['SD-1002-MU'],
      others: ['10006'],
    });
  });

  it('loses no ID or SKU, whatever stands between them', () => {
    const id = fc.integer({ min: 10_000, max: 2_147_483_647 }).map(String);
    const sku = fc
      .tuple(fc.constantFrom('SD', 'LIN', 'CP'), fc.integer({ min: 100, max: 9999 }))
      .map((of) => of.join('-'));
    const between = fc.constantFrom(
      '\n',
      ', ',
      ',',
      ';',
      '; ',
      '\t',
      ' ',
      '\r\n',
      ' / ',
      ' | ',
      '|',
      ' - ',
      ' and ',
      ' + ',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(id, sku), between), { minLength: 1, maxLength: 12 }), (list) => {
        const { keys, others, refused } = readProductKeys(list.flat().join(''), 'paste');
        const named = [...keys, ...others, ...refused.map(({ text }) => text)].join(' ');
        for (const [entry] of list) expect(named).toContain(entry);
      }),
      { numRuns: 300 },
    );
  });

  it('finds every ID of a list with any separator', () => {
    const id = fc.integer({ min: 1, max: 2_147_483_647 });
    const separator = fc.constantFrom('\n', ', ', ',', ';', '\t', ' ', '\r\n');
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 300 }), separator, (ids, between) => {
        // Of two numbers in cells or with a space between them, a shorter second one is a quantity.
        fc.pre(ids.length !== 2 || /, |\n/.test(between));
        expect(keysOf(ids.join(between)).map(Number)).toEqual(ids);
      }),
    );
  });

  it('returns a product for each line or refuses it', () => {
    const word = fc.constantFrom(
      '12345',
      'AB-1',
      'Linen',
      'x',
      '40',
      '40 m',
      'Hello',
      '#N/A',
      '3.5',
      'of',

      '€ 3',
    );
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(line, (text) => {
        const { keys, repeated, refused } = readProductKeys(`1\n${text}\n2`, 'paste');
        expect(keys).toEqual(expect.arrayContaining(['1', '2']));
        expect(keys.length + repeated + refused.length).toBeGreaterThan(2);
      }),
    );
  });
});
