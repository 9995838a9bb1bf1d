import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Product, ResolveRequest } from '#stock/contract/gateway-responses.ts';
import type { OrderListLine } from '#stock/order-list/order-list.ts';

import { analyzeList } from './analyze-list.ts';
import { type CatalogLookup, resolveColumns, reviewedProducts } from './known-products.ts';
import { openText } from './open-list.ts';
import { lookupOf, reviewRows } from './review-rows.ts';

const options = { locale: 'en', today: '2026-11-22', statuses: [] } as const;

/** A catalog that contains only these ids and codes. */
function catalogueWith(keys: readonly string[]): CatalogLookup {
  const all = new Map(keys.map((key, at) => [key.toLowerCase(), at + 1]));
  return async (texts) =>
    new Map(
      texts.flatMap((text): [string, Product][] => {
        const productId = all.get(text.toLowerCase());
        return productId === undefined ? [] : [[text.toLowerCase(), { productId, name: null, sku: null, unit: null }]];
      }),
    );
}

async function settle(text: string, known: readonly string[], locale = 'en') {
  const { open, answers } = await resolveColumns(await openText(text, { ...options, locale }), catalogueWith(known));
  return { ...open.list.reading, answers };
}

async function propose(text: string, known: readonly string[]): Promise<string[]> {
  const { list } = await openText(text, options);
  const { texts, keys } = lookupOf(list);
  const found = await catalogueWith(known)([...texts, ...keys]);
  return reviewRows(list, found).map(({ product }) => product);
}

const shorten = ({ product, quantity }: OrderListLine) => [product, quantity];

describe('columns that only the catalog can determine', () => {
  it.each([
    [
      'ids before quantities',
      '10001\t40\n10002\t250',
      ['10001', '10002'],
      [
        ['10001', 40],
        ['10002', 250],
      ],
    ],
    ['a position before an id in a list of one line', '1\t10\t2', ['1', '10'], [['10', 2]]],
    [
      'quantities before ids',
      '40\t10001\n250\t10002',
      ['10001', '10002'],
      [
        ['10001', 40],
        ['10002', 250],
      ],
    ],
    ['one line', '10004\t250', ['10004'], [['10004', 250]]],
    [
      'some quantities that are ids too',
      '100\t101\n102\t40\n103\t102',
      ['100', '101', '102', '103'],
      [
        ['100', 101],
        ['102', 40],
        ['103', 102],
      ],
    ],
    [
      'a code in a column with another label',
      'Article\tOur ref\tQty\nVelvet 12\tHO-000100\t5\nSatin 14\tHO-000101\t7',
      ['HO-000100', 'HO-000101'],
      [
        ['HO-000100', 5],
        ['HO-000101', 7],
      ],
    ],
  ] as const)('are determined without a question: %s', async (_, text, known, expected) => {
    const { lines, questions } = await settle(text, known);
    expect(questions).toEqual([]);
    expect(lines.map(shorten)).toEqual(expected);
  });

  it.each([
    ['nothing is known', '10001\t40\n10002\t250', []],
    ['both columns hold products', '100\t101\n101\t100', ['100', '101']],
    ['positions are ids too', '1\t250\n2\t40\n3\t60', ['1', '2', '3']],
    ['one of two quantities is 0', 'Item\tOrdered\tOpen\n10001\t40\t10\n10002\t60\t0', ['10001', '10002']],
    ['most of one and some of the other are known', '10001\t40\n10002\t250\n10003\t7', ['10001', '10002', '40']],
  ] as const)('are asked if %s', async (_, text, known) => {
    const { questions } = await settle(text, known);
    expect(questions.map(({ about }) => about)).toContain('columns');
  });

  it('are asked with the likelier one first if the catalog has most of its products', async () => {
    const { lines, questions, answers } = await settle('40\t10001\n250\t10002\n7\t10003', ['10001', '10002', '40']);
    expect(lines.map(shorten)).toEqual([
      ['10001', 40],
      ['10002', 250],
      ['10003', 7],
    ]);
    expect(questions[0]?.readings[0]?.key).toBe(answers.columns);
  });

  it('follow the header if the catalog has some of its products', async () => {
    const { lines, questions } = await settle('Article\tOther\tQty\nA-1\tB-1\t5\nA-2\tB-2\t6', [
      'A-1',
      'A-2',
      'B-1',
      'B-2',
    ]);
    expect(questions).toEqual([]);
    expect(lines.map(({ product }) => product)).toEqual(['A-1', 'A-2']);
  });

  it('are asked without a catalog', async () => {
    const { open } = await resolveColumns(await openText('10001\t40', options), catalogueWith([]));
    expect(open.list.reading.questions.map(({ about }) => about)).toEqual(['columns']);
  });
});

describe('a letter', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('is looked up by one request for its words and names', async () => {
    const product = { productId: 1, name: 'Hemp gauze chalk', sku: 'CP-1001-SK', unit: 'm' };
    const requested: ResolveRequest[] = [];
    vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
      const { keys, names = [] } = ResolveRequest.parse(JSON.parse(body));
      requested.push({ keys, names });
      expect(path).toBe('/gateway/products/resolve');
      const products = keys.map((key) => (key === 'cp-1001-sk' ? product : null));
      return Promise.resolve(Response.json({ products, named: names.map(() => [product]) }));
    });
    const text =
      'Hi ASAP Anna,\n300 m of CP-1001-SK by Friday\nand 40 m of the hemp gauze chalk\n10002 x 7\nTel. +49 30 1234567';
    const queries = new QueryClient();
    const analyzed = await analyzeList({ text }, options, queries);
    if ('failure' in analyzed) throw analyzed.failure;
    const { list } = analyzed.open;
    const { known, named } = await queries.fetchQuery(reviewedProducts(lookupOf(list), queries));
    expect(requested).toHaveLength(1);
    expect(requested[0]?.keys).toEqual(expect.arrayContaining(['cp-1001-sk', '10002']));
    const rows = reviewRows(list, known, named);
    expect(rows.map((row) => [row.product, row.quantity, row.suggestions.length])).toEqual(
      expect.arrayContaining([
        ['CP-1001-SK', 300_000, 0],
        ['', 40_000, 1],
      ]),
    );
  });

  it('is reviewed without its products if they can’t be looked up', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 500 })));
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const analyzed = await analyzeList({ text: 'please send 300 m of CP-1001-SK' }, options, queries);
    expect(analyzed).toMatchObject({ hasRows: true, clearLines: null });
  });

  it('has at most as many names as one request takes', async () => {
    const text = Array.from(
      { length: 150 },
      (_, at) => `${at + 1} m of the cloth ${'abcdefghij'[at % 10]}${'klmnopqrstuvwxy'[at % 15]}z gauze`,
    );
    const { list } = await openText(text.join('\n'), options);
    const { keys, names } = lookupOf(list);
    expect(ResolveRequest.safeParse({ keys, names }).success).toBe(true);
  });
});

describe('the proposal for a refused line', () => {
  it.each([
    ['a position before a code', '2 WF-1004-GR Flannel blue about three hundred', ['2', 'WF-1004-GR'], 'WF-1004-GR'],
    ['a code without a lookup', '2 WF-1004-GR Flannel blue about three hundred', ['2'], 'WF-1004-GR'],
    ['two products in one sentence', 'either CP-1001-SK or CP-1002-SK, you choose', ['CP-1001-SK', 'CP-1002-SK'], ''],
  ])('exists in the catalog: %s', async (_, text, known, expected) => {
    expect(await propose(text, known)).toEqual([expected]);
  });

  it('is the text in the product column', async () => {
    const rows = await propose('Pos\tArticle\tQty\n1\tAB-1\t5\n2\tAB-2\tlots', ['1', '2', 'AB-1', 'AB-2']);
    expect(rows).toEqual(['AB-2', 'AB-1']);
  });
});

interface MeantCase {
  habit: string;
  text: string | readonly string[];
  locale?: string;
  source?: 'paste' | 'file';
  /** Products that exist; by default those of `lines`. */
  catalogue?: readonly string[];
  lines: readonly (readonly [line: number, product: string, quantity: number])[];
  /** Expected lines with the catalog, if they differ from `lines`. */
  meant?: MeantCase['lines'];
}

const folder = new URL('../../stock/order-list/fixtures/', import.meta.url);
const cases = ['', 'prose/']
  .flatMap((under) =>
    readdirSync(new URL(under, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => under + file),
  )
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly MeantCase[]);

/** Numbers that are ids in a small catalog, but positions, quantities and measures in lists. */
const smallIds = Array.from({ length: 400 }, (_, at) => String(at + 1));

describe('no list of the corpus gives a wrong product or quantity without a question', () => {
  it.each([
    ['with a catalog of its products', []],
    ['with a catalog in which small numbers are ids too', smallIds],
  ])('%s', async (_, others) => {
    for (const { habit, text, locale, lines, meant: told = lines, source, catalogue } of cases) {
      // Files are read in a worker; their columns are determined the same way.
      if (source === 'file') continue;
      const known = catalogue ?? lines.map(([, product]) => product);
      const read = await settle(typeof text === 'string' ? text : text.join('\n'), [...known, ...others], locale);
      const meant = new Map(told.map((line) => [line[0], line]));
      if (read.questions.length > 0) continue;
      for (const { line, product, quantity } of read.lines)
        expect([habit, ...(meant.get(line)?.slice(0, 3) ?? [])]).toEqual([habit, line, product, quantity]);
    }
  });

  it('nor does any table of numbers', async () => {
    const id = fc.integer({ min: 1, max: 999 });
    const rows = fc.array(fc.tuple(id, fc.integer({ min: 1, max: 999 })), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), fc.boolean(), fc.array(id), async (rows, isSwapped, isCounted, others) => {
        const cells = rows.map(([product, quantity], at) => [
          ...(isCounted ? [at + 1] : []),
          ...(isSwapped ? [quantity, product] : [product, quantity]),
        ]);
        const known = [...rows.map(([product]) => product), ...others].map(String);
        const { lines, questions } = await settle(cells.map((row) => row.join('\t')).join('\n'), known);
        if (questions.length > 0) return;
        expect(lines.map(shorten)).toEqual(rows.map(([product, quantity]) => [String(product), quantity]));
      }),
      { numRuns: 300 },
    );
  });
});
