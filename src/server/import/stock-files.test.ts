import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { describeReport } from './describe-import.ts';
import { openImports } from './run-import.fixture.ts';
import type { ImportJob } from './start-worker.ts';

let imports: Awaited<ReturnType<typeof openImports>>;

beforeEach(async () => {
  imports = await openImports();
});

afterEach(() => imports.close());

/** The report of an import as printed, without its last lines. */
async function printed(stock: string, options: Partial<ImportJob> = {}) {
  const report = await imports.importing({ stock }, options);
  const text = describeReport(report, 1000).replaceAll(imports.fileOf(''), '');
  return { ...report.files[0], committed: report.committed, text };
}

const december = ['1001 2026-12-01 12500', '1002 2026-12-15 1250000'];

describe('files of a German spreadsheet', () => {
  const files = {
    'with semicolons': `productId;stockDate;stockQuantity;isMaxLeadTime
1001;01.12.2026;12,5;FALSCH
1002;15.12.2026;1.250,00;falsch
`,
    'quoted, with a byte order mark': `\u{FEFF}"productId","stockDate","stockQuantity"\r
"1001","1.12.2026","12,5"\r
"1002","15.12.2026","1.250"\r
`,
    'with a time and German flags': `productId;stockDate;stockQuantity;isMaxLeadTime;isDeleted
1001;01.12.2026 00:00:00;12,50;nein;Nein
1002;15.12.2026 00:00:00;1250,00;N;
`,
  };

  test.each(Object.entries(files))('%s: both options are named', async (_, stock) => {
    const { committed, advice, text } = await printed(stock);
    expect(committed).toBe(false);
    expect(advice).toContain('stockDate: dd.mm.yyyy in 2 of 2 rows: use --dates dd.mm.yyyy');
    expect(text).toMatch(/ {2}stockQuantity: decimal comma in \d of 2 rows: use --decimal ,\n/);
    expect(text).toMatch(
      /line 2: stockDate "0?1\.12\.2026[ 0:]*" is dd\.mm\.yyyy: .*; stockQuantity "12,50?" has a decimal/,
    );
  });

  test.each(Object.entries(files))('%s: are read with the options', async (_, stock) => {
    expect(await printed(stock, { dates: 'dd.mm.yyyy', decimal: ',' })).toMatchObject({ committed: true, rejected: 0 });
    expect(await imports.contents()).toEqual(december);
  });

  test('every fault of a row is named at once', async () => {
    const { firstRejected } = await printed(
      'productId;stockDate;stockQuantity;isDeleted\nA1;01.12.2026;12,5;FALSCHH\n',
    );
    expect(firstRejected?.[0]?.reason.split('; ')).toEqual([
      'productId "A1" must be a whole number from 1 to 2147483647',
      'stockDate "01.12.2026" is dd.mm.yyyy: write it YYYY-MM-DD, or use --dates dd.mm.yyyy',
      'isDeleted "FALSCHH" must be TRUE or FALSE, yes or no, 1 or 0, or x or empty',
      'stockQuantity "12,5" has a decimal comma: write it as in 1234.5, or use --decimal ,',
    ]);
  });
});

const rowsOf = (dates: string[], quantities: string[] = []) =>
  `productId;stockDate;stockQuantity\n${dates.map((date, index) => `${index + 1};${date};${quantities[index] ?? 5}\n`).join('')}`;

describe('the form of a column', () => {
  test.each([
    [['13/04/2026', '01/05/2026'], 'stockDate: dd/mm/yyyy in 2 of 2 rows: use --dates dd/mm/yyyy'],
    [['04/13/2026', '05/01/2026', '2026-05-02'], 'stockDate: mm/dd/yyyy in 2 of 3 rows: use --dates mm/dd/yyyy'],
    [
      ['03/04/2026', '05/01/2026'],
      'stockDate: dd/mm/yyyy or mm/dd/yyyy in 2 of 2 rows: use --dates dd/mm/yyyy or --dates mm/dd/yyyy',
    ],
    [
      ['13/04/2026', '04/14/2026', '01/02/2026'],
      'stockDate: dd/mm/yyyy in 1, mm/dd/yyyy in 1 of 3 rows: write all of them alike',
    ],
  ])('of dates: %j', async (dates, sentence) => {
    expect((await printed(rowsOf(dates))).advice).toEqual([sentence]);
  });

  test.each([
    [['1,500', '2,5'], 'stockQuantity: decimal comma in 2 of 2 rows: use --decimal ,'],
    [
      ['1,500', '2,250'],
      'stockQuantity: decimal comma or decimal point in 2 of 2 rows: use --decimal , or --decimal .',
    ],
  ])('of quantities: %j', async (quantities, sentence) => {
    expect((await printed(rowsOf(['2026-12-01', '2026-12-02'], quantities))).advice).toEqual([sentence]);
  });

  test('is read as declared', async () => {
    await printed(rowsOf(['04/03/2026', '12/13/2026'], ['1,500', '2,250.5']), { dates: 'mm/dd/yyyy', decimal: '.' });
    expect(await imports.contents()).toEqual(['1 2026-04-03 1500000', '2 2026-12-13 2250500']);
  });
});

describe('points that may part thousands', () => {
  const dates = Array.from({ length: 400 }, () => '2026-12-01');
  const quantities = (...first: string[]) => [...first, ...dates.map(() => '7')].slice(0, dates.length);

  test.each([false, true])('stop the import beside one decimal comma, keepGoing %s', async (keepGoing) => {
    const { committed, text } = await printed(rowsOf(dates, quantities('5', '1.250', '12,5')), { keepGoing });
    expect(committed).toBe(false);
    expect(text).toContain(
      '  stockQuantity: "1.250" in line 3 can be 1.25 or 1250, because other rows have a decimal comma: use --decimal , or --decimal .\n',
    );
    expect(text).toContain('Nothing was imported: quantities can be read in two ways.');
  });

  test.each([
    [['1.250', '12.5', '3.75', '12,5'], undefined, '1 2026-12-01 1250'],
    [['0.125', '1.25', '12,5'], undefined, '1 2026-12-01 125'],
    [['1.250', '12,5'], ',', '1 2026-12-01 1250000'],
    [['1.250', '12,5'], '.', '1 2026-12-01 1250'],
    [['1.250', '5'], undefined, '1 2026-12-01 1250'],
  ] as const)('are read where one reading is left: %j, --decimal %s', async (first, decimal, row) => {
    const options = decimal === undefined ? {} : { decimal };
    expect((await printed(rowsOf(dates, quantities(...first)), options)).committed).toBe(true);
    expect(await imports.contents()).toContain(row);
  });
});

test('beyond the rows shown, each kind of fault is counted with what would be right', async () => {
  const bad = Array.from({ length: 30 }, (_, index) => `${index + 1},soon,5,maybe\n`).join('');
  const { advice, text } = await printed(`productId,stockDate,stockQuantity,isDeleted\n${bad}31,2026-12-01,a lot,\n`);
  expect(advice).toEqual([
    'stockDate must be a day that exists, written YYYY-MM-DD (30 rows, first in line 2)',
    'isDeleted must be TRUE or FALSE, yes or no, 1 or 0, or x or empty (30 rows, first in line 2)',
    'stockQuantity must be a number with a decimal point and without a unit, for example 1234.5 (line 32)',
  ]);
  expect(text).toContain(`  and 11 more\n  ${advice?.[0]}\n`);
});

describe('where only one reading exists, it is taken:', () => {
  const expected = ['1001 2026-12-01 12500', '1001 2027-02-01 99999000 L'];

  test.each([
    [
      'midnights',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,2026-12-01 00:00:00,12.5,\n1001,2027-02-01T00:00:00Z,,x\n',
    ],
    ['short dates', 'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,2026-12-1,12.5,\n1001,2027-2-1,,x\n'],
    [
      'dates with slashes',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,2026/12/01,12.5,\n1001,2027/2/1,,x\n',
    ],
    [
      'pipes, and the names of months',
      'PRODUCT_ID|STOCK_DATE|STOCK_QUANTITY|IS_MAX_LEAD_TIME\n1001|01-DEC-26|12.5|N\n1001|01-FEB-27||Y\n',
    ],
    [
      'dates without separators',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,20261201,12.5,\n1001,20270201,,x\n',
    ],
    [
      'sep=;',
      'sep=;\r\nproductId;stockDate;stockQuantity;isMaxLeadTime\r\n1001;2026-12-01;12.5;\r\n1001;2027-02-01;;Y\r\n',
    ],
    [
      'sep=|',
      'sep=|\nproductId|stockDate|stockQuantity|isMaxLeadTime\n1001|2026-12-01|12.5|no\n1001|2027-02-01||yes\n',
    ],
    [
      'a database',
      'product_id;stock_date;stock_quantity;is_max_lead_time\n1001;2026-12-01;12.5;f\n1001;2027-02-01;NULL;t\n',
    ],
    [
      'names with blanks',
      'Product ID\tStock Date\tStock-Quantity\tIs Max Lead Time\n1001\t2026-12-01\t12.5\tF\n1001\t2027-02-01\t\tT\n',
    ],
    [
      'fractions as IDs',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001.0,2026-12-01,12.5,0.0\n1001.0,2027-02-01,,1.0\n',
    ],
    [
      'signs and points',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,2026-12-01,+12.5,\n1001,2027-02-01,99999.,TRUE\n',
    ],
    [
      'noise',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,2026-12-01,12.499999999999998,\n1001,2027-02-01,9.9999E+04,TRUE\n',
    ],
    [
      'codes kept from a spreadsheet',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n="1001",2026-12-01,12.5,\n="1001",2027-02-01,,wahr\n',
    ],
    [
      'a row twice',
      'productId,stockDate,stockQuantity,isMaxLeadTime\n1001,2026-12-01,12.5,\n1001,2026-12-01,12.50,FALSE\n1001,2027-02-01,,x\n1001,2027-02-01,,TRUE\n',
    ],
  ])('%s', async (_, stock) => {
    expect(await printed(stock)).toMatchObject({ committed: true, rejected: 0, firstRejected: [], title: null });
    expect(await imports.contents()).toEqual(expected);
  });

  test('a title above the header is named', async () => {
    const { text, committed } = await printed(
      'Stock report;;\nNovember 25, 2026;;\n\nproductId;stockDate;stockQuantity\n1001;2026-12-01;12.5\n',
    );
    expect(committed).toBe(true);
    expect(text).toContain('\n  The header is line 4. Not read above it: Stock report;; November 25, 2026;;\n');
  });

  test('an identical row once more counts as repeated', async () => {
    const { text } = await printed(`productId,stockDate,stockQuantity\n${'1001,2026-12-01,12.5\n'.repeat(3)}`);
    expect(text).toContain('stock.csv: 1 rows read, 2 identical to an earlier row, 0 rejected.');
    const products = 'productId,name,sku\n7,Linen,L\n7,Linen,L\n';
    expect(await imports.importing({ products })).toMatchObject({
      committed: true,
      files: [{ imported: 1, repeated: 1 }],
    });
  });

  test('a deletion needs no quantity', async () => {
    await printed('productId,stockDate,stockQuantity\n2016,2026-12-24,5\n2016,2026-12-31,7\n2017,2026-12-24,1\n');
    const deletions = `productId,stockDate,stockQuantity,isDeleted\n2016,2026-12-24,,TRUE\n2017,2026-12-24,,x\n`;
    expect(await printed(deletions)).toMatchObject({ committed: true, imported: 2, rejected: 0 });
    expect(await imports.contents()).toEqual(['2016 2026-12-31 7000']);
  });
});

describe('rows that contradict an earlier one', () => {
  test.each([
    ['another quantity', '1,2026-12-01,5,,\n1,2026-12-01,6,,\n'],
    ['another quantity on the same day, written otherwise', '1,2026-12-01,5,,\n1,20261201,2.5,no,no\n'],
    ['deleted once', '1,2026-12-01,5,,\n1,2026-12-01,5,,x\n'],
    ['a receipt of the same max lead time', '1,2026-12-01,5,x,\n1,2026-12-01,6,x,\n'],
  ])('%s: the other line is named, and that quantities are levels', async (_, rows) => {
    const stock = `productId,stockDate,stockQuantity,isMaxLeadTime,isDeleted\n9,2026-12-01,5,,\n${rows}`;
    const { firstRejected } = await printed(stock, { keepGoing: true });
    expect(firstRejected).toMatchObject([
      {
        line: 4,
        reason:
          'line 3 has the same product, market and date with other values. Quantities are levels from a date on, not receipts: keep one row',
      },
    ]);
  });

  test('a second max lead time', async () => {
    const stock = `productId,stockDate,stockQuantity,isMaxLeadTime,isDeleted
1,2027-01-01,,x,
1,2027-02-01,,x,
1,2027-02-01,,x,
1,2027-03-01,,x,x
2,2027-02-01,,x,
`;
    const { firstRejected, imported } = await printed(stock, { keepGoing: true });
    const reason = 'line 2 has another max lead time of this product: keep one';
    expect(firstRejected).toMatchObject([
      { line: 3, reason },
      { line: 4, reason },
    ]);
    expect(imported).toBe(3);
    expect(await imports.contents()).toEqual(['1 2027-01-01 99999000 L', '2 2027-02-01 99999000 L']);
  });

  test('the same key in another market is another row', async () => {
    const stock = `productId,stockDate,stockQuantity,territoryId\n1,2026-12-01,5,A\n1,2026-12-01,6,B\n1,2026-12-01,7,A\n`;
    expect((await printed(stock, { keepGoing: true })).firstRejected).toMatchObject([{ line: 4, reason: /line 2/ }]);
  });

  test('of the catalog', async () => {
    const products = 'productId,name\n7,Linen\n8,Wool\n7,Silk\n';
    const { files } = await imports.importing({ products }, { keepGoing: true });
    expect(files[0]?.firstRejected).toMatchObject([
      { line: 4, reason: 'line 2 has the same productId with another name, sku or unit: keep one row' },
    ]);
  });
});

test('placeholder dates are imported, counted and listed', async () => {
  const stock = `productId,stockDate,stockQuantity,isMaxLeadTime
1,1900-01-01,5,
1,9999-12-31,,x
${Array.from({ length: 6 }, (_, index) => `${index + 2},9999-12-31,,x\n`).join('')}8,4712-12-31,,x
8,2026-12-01,5,
`;
  const { committed, text, placeholders } = await printed(stock);
  expect(committed).toBe(true);
  expect(placeholders).toEqual([
    { date: '9999-12-31', count: 7, lines: [3, 4, 5, 6, 7] },
    { date: '1900-01-01', count: 1, lines: [2] },
    { date: '4712-12-31', count: 1, lines: [10] },
  ]);
  expect(text).toContain(`
  9 stock dates are more than 20 years from today. They mean "no date" and are never a ship date:
    9999-12-31: 7 (line 3, 4, 5, 6, 7, ...)
    1900-01-01: 1 (line 2)
    4712-12-31: 1 (line 10)
`);
});
