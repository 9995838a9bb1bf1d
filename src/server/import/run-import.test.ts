import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openWriter } from '#server/store/open-store.ts';
import { type TemporaryStore, stockRow, testMarket as market } from '#server/store/temporary-store.fixture.ts';

import { openImports, today } from './run-import.fixture.ts';
import { runImport } from './run-import.ts';
import type { ImportProgress } from './start-worker.ts';

const header =
  'productId,company,salesOrganization,territoryId,stockDate,stockQuantity,isMaxLeadTime,isDeleted,lastUpdateDate';
let imports: Awaited<ReturnType<typeof openImports>>;
let temporary: TemporaryStore;

beforeEach(async () => {
  imports = await openImports();
  ({ temporary } = imports);
});

afterEach(() => imports.close());

const fileOf = (name: string) => imports.fileOf(name);
const importing: typeof imports.importing = (files, options) => imports.importing(files, options);
const contents: typeof imports.contents = (of) => imports.contents(of);

const manyRows = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1},2026-12-01,5`).join('\n');

const rowsWithBad = (bad: number) =>
  `productId,stockDate,stockQuantity\n${manyRows(200 - bad)}\n${'x,2026-12-01,1\n'.repeat(bad)}`;

describe('rows', () => {
  test('are imported with every column', async () => {
    await importing({
      stock: `${header}
12345,BRU,2510,BRU_GLO,2026-11-21,500.5,FALSE,FALSE,2026-11-20
12345,BRU,2510,BRU_GLO,2027-02-01,99999,TRUE,FALSE,2026-11-19
12345,BRU,2510,BRU_NL,2026-11-22,7,false,0,2026-11-18
12346,BRU,2510,BRU_GLO,2026-11-21,1,0,1,2026-11-20
`,
    });
    expect(await contents()).toEqual(['12345 2026-11-21 500500', '12345 2027-02-01 99999000 L']);
    expect(await contents({ ...market, territoryId: 'BRU_NL' })).toEqual(['12345 2026-11-22 7000']);
    const findings = await temporary.store.findStock(
      market,
      [500_500, 500_501].map((quantity) => ({ productId: 12_345, quantity })),
      today,
    );
    expect(findings).toMatchObject([
      { stockDate: '2026-11-21', lastUpdateDate: '2026-11-20' },
      { stockDate: '2027-02-01', lastUpdateDate: '2026-11-19' },
    ]);
  });

  test('get defaults for omitted columns', async () => {
    await importing({ stock: 'stockQuantity;stockDate;productId;territoryId\n500.5;2026-11-21;12345;\n' });
    const [finding] = await temporary.store.findStock(market, [{ productId: 12_345, quantity: 1 }], today);
    expect(finding).toEqual({ kind: 'found', stockDate: today, isMaxLeadTime: false, lastUpdateDate: today });
  });

  test('of the catalog are imported alone, quoted names included', async () => {
    const report = await importing({
      products: 'productId,name,sku,unit\n7,"Linen ""Norvane"", sea green",LT-7,m\n8,Wool,,\n',
    });
    expect(report).toMatchObject({ committed: true, files: [{ kind: 'products', imported: 2, rejected: 0 }] });
    expect(await temporary.store.resolveProducts(['lt-7', '8'])).toEqual([
      { productId: 7, name: 'Linen "Norvane", sea green', sku: 'LT-7', unit: 'm' },
      { productId: 8, name: 'Wool', sku: null, unit: null },
    ]);
  });

  test('replace demo data, which is reported', async () => {
    await temporary.write({
      contents: 'demo',
      rows: [stockRow({ productId: 1, stockDate: today })],
      products: [{ productId: 1, name: 'Demo', sku: null, unit: null }],
    });
    expect((await importing({ stock: `productId,stockDate,stockQuantity\n2,2026-12-01,5\n` })).removedDemoData).toBe(
      true,
    );
    expect(await contents()).toEqual(['2 2026-12-01 5000']);
    expect(await temporary.store.state()).toEqual({ generation: 2, contents: 'real', searchable: false });
  });

  test('replace everything with --replace, the catalog only if one is given', async () => {
    const products = 'productId,name\n1,Linen\n2,Wool\n';
    await importing({ stock: `productId,stockDate,stockQuantity\n1,2026-12-01,5\n2,2026-12-01,5\n`, products });
    await importing({ stock: `productId,stockDate,stockQuantity\n2,2026-12-02,6\n` }, { replace: true });
    expect(await contents()).toEqual(['2 2026-12-02 6000']);
    expect((await temporary.store.searchProducts('linen', 1, 5)).products).toHaveLength(1);
    await importing({ products: 'productId,name\n2,Hemp\n' }, { replace: true });
    expect(await contents()).toEqual(['2 2026-12-02 6000']);
    expect((await temporary.store.searchProducts('', 1, 5)).products.map(({ name }) => name)).toEqual(['Hemp']);
  });
});

describe('rejected rows', () => {
  const bad = `productId,stockDate,stockQuantity,isMaxLeadTime
1,2026-12-01,"1,5",
1,2026-12-01,5,
1,2026-12-01,6,
1,2027-01-01,9,TRUE
1,2027-02-01,9,TRUE
0,2026-12-01,5,

2,2026-02-30,5,
3,2026-12-01,1,5,
"4
",2026-12-01,5,
"5" x,2026-12-01,5,
`;
  const reasons = [
    [2, 'stockQuantity "1,5" has a decimal comma: write it as in 1234.5, or use --decimal ,'],
    [
      4,
      'line 3 has the same product, market and date with other values. Quantities are levels from a date on, not receipts: keep one row',
    ],
    [6, 'line 5 has another max lead time of this product: keep one'],
    [7, 'productId "0" must be a whole number from 1 to 2147483647'],
    [9, 'stockDate "2026-02-30" must be a day that exists, written YYYY-MM-DD'],
    [10, 'it has 5 fields where the header has 4: quote fields that contain the separator'],
    [13, 'there is text behind a closing quote'],
  ];

  test('are listed with line and reason, in the report and next to the file', async () => {
    const report = await importing({ stock: bad }, { keepGoing: true });
    const [file] = report.files;
    expect(file?.firstRejected.map(({ line, reason }) => [line, reason])).toEqual(reasons);
    expect(file).toMatchObject({ imported: 3, rejected: 7, rejectedFile: fileOf('stock.csv.refused.csv') });
    const list = readFileSync(fileOf('stock.csv.refused.csv'), 'utf8');
    if (process.platform !== 'win32') expect(statSync(fileOf('stock.csv.refused.csv')).mode & 0o777).toBe(0o600);
    expect(list.split('\r\n')[0]).toBe('\u{FEFF}line,reason,text');
    expect(list).toContain('6,"line 5 has another max lead time of this product: keep one","1,2027-02-01,9,TRUE"\r\n');
    expect(list).toContain('"1,2026-12-01,""1,5"","\r\n');
    expect(await contents()).toEqual(['1 2026-12-01 5000', '1 2027-01-01 9000 L', '4 2026-12-01 5000']);
  });

  test('abort the import if they are more than 1 %', async () => {
    await temporary.write({ rows: [stockRow({ productId: 9, stockDate: today, stockQuantity: 1 })] });
    expect(await importing({ stock: rowsWithBad(3) }, { replace: true })).toMatchObject({
      committed: false,
      files: [{ imported: 197, rejected: 3 }],
    });
    expect(await contents()).toEqual(['9 2026-11-21 1']);
    expect(await temporary.store.state()).toMatchObject({ generation: 1 });
    expect(await importing({ stock: rowsWithBad(2) })).toMatchObject({ committed: true });
    expect(await contents()).toHaveLength(199);
  });

  test('of one file abort the import of both', async () => {
    const report = await importing({
      stock: `productId,stockDate,stockQuantity\n${manyRows(5)}\n`,
      products: 'productId,name\nx,Linen\n1,Wool\n',
    });
    expect(report.committed).toBe(false);
    expect(await contents()).toEqual([]);
  });

  test('abort the import if they are all rows, even with --keep-going', async () => {
    await temporary.write({ rows: [stockRow({ productId: 9, stockDate: today })] });
    const options = { keepGoing: true, replace: true };
    const { committed } = await importing({ stock: 'productId,stockDate,stockQuantity\nx,y,z\n' }, options);
    expect(committed).toBe(false);
    expect(await contents()).toHaveLength(1);
  });

  test('are shown up to 20, and all listed', async () => {
    const stock = `productId,stockDate,stockQuantity\n${'x,2026-12-01,1\n'.repeat(5000)}`;
    const [file] = (await importing({ stock })).files;
    expect(file?.firstRejected).toHaveLength(20);
    expect(readFileSync(fileOf('stock.csv.refused.csv'), 'utf8').split('\r\n')).toHaveLength(5002);
  });

  test('are listed in a form that spreadsheets do not execute', async () => {
    await importing({ stock: 'productId,stockDate,stockQuantity\n=1+1,2026-12-01,5\n' }, { keepGoing: true });
    expect(readFileSync(fileOf('stock.csv.refused.csv'), 'utf8')).toContain(`,"'=1+1,2026-12-01,5"\r\n`);
  });

  test('do not include a max lead time without a quantity, which is meaningless', async () => {
    const stock = 'productId,stockDate,stockQuantity,isMaxLeadTime\n1,2026-12-01,5,false\n1,2027-01-01,,true\n';
    expect(await importing({ stock })).toMatchObject({ files: [{ imported: 2, rejected: 0 }] });
    expect(await contents()).toEqual(['1 2026-12-01 5000', '1 2027-01-01 99999000 L']);
    expect(await importing({ stock: stock.replace(',5,', ',,') })).toMatchObject({ files: [{ rejected: 1 }] });
  });

  test('of an earlier import are no longer listed', async () => {
    await importing({ stock: bad });
    expect(existsSync(fileOf('stock.csv.refused.csv'))).toBe(true);
    await importing({ stock: 'productId,stockDate,stockQuantity\n1,2026-12-01,5\n' });
    expect(existsSync(fileOf('stock.csv.refused.csv'))).toBe(false);
  });
});

describe('nothing is written', () => {
  const good = 'productId,stockDate,stockQuantity\n1,2026-12-01,5\n';
  const cases: [what: string, files: { stock?: string; products?: string }, sentence: RegExp][] = [
    ['without rows', { stock: 'productId,stockDate,stockQuantity\n' }, /stock\.csv has no rows below its header/],
    ['with a bad second file', { stock: good, products: 'name\nLinen\n' }, /products\.csv has no column productId/],
    ['if reading fails', { stock: `${good}2,2026-12-01,"5\n` }, /stock\.csv, line 3: a quoted field/],
  ];

  test.each(cases)('%s', async (_, files, sentence) => {
    await temporary.write({ rows: [stockRow({ productId: 9, stockDate: today, stockQuantity: 1 })] });
    await expect(importing(files, { replace: true })).rejects.toThrow(sentence);
    expect(await contents()).toEqual(['9 2026-11-21 1']);
  });

  test('while another import runs', async () => {
    const options = { contents: 'real', replaceStock: false, replaceProducts: false } as const;
    const writer = await openWriter(temporary.location, options);
    await expect(importing({ stock: good })).rejects.toThrow(/Another import is in progress/);
    await writer.close();
  });
});

test('progress is reported from start to end', async () => {
  const progress: ImportProgress[] = [];
  writeFileSync(fileOf('stock.csv'), `productId,stockDate,stockQuantity\n${manyRows(100_000)}\n`);
  await runImport(
    {
      kind: 'import',
      location: temporary.location,
      market,
      today,
      stockFile: fileOf('stock.csv'),
      productsFile: null,
      replace: false,
      keepGoing: false,
      dates: null,
      decimal: null,
    },
    (each) => progress.push(each),
  );
  expect(progress.at(-1)).toMatchObject({ file: fileOf('stock.csv'), rows: 100_000 });
  expect(progress.at(-1)?.bytesRead).toBe(progress.at(-1)?.bytesTotal);
});
