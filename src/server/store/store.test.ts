import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';

import type { StockRow } from './stock-store.ts';
import { openStore } from './open-store.ts';
import type { StoredDocument } from './sql-documents.ts';
import { type TemporaryStore, openTemporaryStore, stockRow, testMarket } from './temporary-store.fixture.ts';

const today: CalendarDate = '2026-11-21';
let temporary: TemporaryStore;

beforeEach(async () => {
  temporary = await openTemporaryStore();
});

afterEach(() => temporary.close());

const real = (stockDate: CalendarDate, stockQuantity: number, over: Partial<StockRow> = {}) =>
  stockRow({ productId: 7, stockDate, stockQuantity, ...over });
const lead = (stockDate: CalendarDate, over: Partial<StockRow> = {}) =>
  real(stockDate, 99_999_000, { isMaxLeadTime: true, ...over });

const found = (stockDate: CalendarDate, isMaxLeadTime = false) => ({
  kind: 'found',
  stockDate,
  isMaxLeadTime,
  lastUpdateDate: '2026-11-20',
});

describe('findStock', () => {
  const cases: [name: string, rows: StockRow[], quantity: number, expected: object][] = [
    ['the current entry', [real('2026-11-01', 500), real('2026-12-01', 900)], 500, found('2026-11-01')],
    ['a later entry', [real('2026-11-01', 500), real('2026-12-01', 900)], 501, found('2026-12-01')],
    ['an entry of today', [real('2026-11-01', 500), real(today, 900)], 900, found(today)],
    ['no past entry', [real('2026-11-01', 900), real('2026-11-20', 10)], 900, { kind: 'quantity-not-available' }],
    [
      'a past entry before a deleted one counts as current',
      [real('2026-11-01', 900), real('2026-11-20', 10, { isDeleted: true })],
      900,
      found('2026-11-01'),
    ],
    ['the max lead time if stock does not suffice', [real(today, 5), lead('2027-02-01')], 6, found('2027-02-01', true)],
    ['the max lead time if it is earlier', [real('2027-03-01', 9), lead('2027-02-01')], 9, found('2027-02-01', true)],
    ['stock on the same date', [real('2027-02-01', 9), lead('2027-02-01')], 9, found('2027-02-01')],
    ['only a max lead time', [lead('2027-02-01')], 1, found('2027-02-01', true)],
    ['a max lead time with any placeholder', [lead('2027-02-01', { stockQuantity: 0 })], 1, found('2027-02-01', true)],
    ['no deleted max lead time', [lead('2027-02-01', { isDeleted: true })], 1, { kind: 'quantity-not-available' }],
    ['a product with only deleted rows', [real(today, 9, { isDeleted: true })], 1, { kind: 'quantity-not-available' }],
    ['an unknown product', [], 1, { kind: 'unknown-product' }],
    ['no quantity for a negative entry', [real(today, -5)], 1, { kind: 'quantity-not-available' }],
  ];

  test.each(cases)('%s', async (_, rows, quantity, expected) => {
    await temporary.write({ rows });
    expect(await temporary.store.findStock(testMarket, [{ productId: 7, quantity }], today)).toEqual([expected]);
  });

  test('returns the update date of the matching row', async () => {
    await temporary.write({
      rows: [
        real('2026-11-01', 5, { lastUpdateDate: '2026-10-01' }),
        real('2026-12-01', 9, { lastUpdateDate: '2026-10-02' }),
        lead('2027-01-01', { lastUpdateDate: '2026-10-03' }),
      ],
    });
    const lines = [5, 9, 10].map((quantity) => ({ productId: 7, quantity }));
    const findings = await temporary.store.findStock(testMarket, lines, today);
    expect(findings).toMatchObject([
      { lastUpdateDate: '2026-10-01' },
      { lastUpdateDate: '2026-10-02' },
      { lastUpdateDate: '2026-10-03' },
    ]);
  });

  test.each<[CalendarDate, CalendarDate]>([
    ['0001-01-01', '9999-12-31'],
    ['1969-12-31', '1970-01-01'],
    ['9999-12-31', '0001-01-01'],
  ])('finds no max lead time on %s, which means no date, and stock only if it is past', async (stockDate, updated) => {
    const isPast = stockDate < today;
    await temporary.write({
      rows: [
        real(stockDate, 5, { lastUpdateDate: updated }),
        lead(stockDate, { productId: 8, lastUpdateDate: updated }),
      ],
    });
    const lines = [7, 8].map((productId) => ({ productId, quantity: 1 }));
    expect(await temporary.store.findStock(testMarket, lines, today)).toEqual([
      isPast ? { ...found(stockDate), lastUpdateDate: updated } : { kind: 'quantity-not-available' },
      { kind: 'quantity-not-available' },
    ]);
  });

  test.each<CalendarDate>(['2006-11-21', '2046-11-21'])('finds %s, 20 years away', async (stockDate) => {
    await temporary.write({ rows: [real(stockDate, 5), lead(stockDate, { productId: 8 })] });
    const lines = [7, 8].map((productId) => ({ productId, quantity: 1 }));
    expect(await temporary.store.findStock(testMarket, lines, today)).toEqual([
      found(stockDate),
      found(stockDate, true),
    ]);
  });

  test('looks up 1,000 lines in their order, repeated products included', async () => {
    await temporary.write({
      rows: Array.from({ length: 10 }, (_, index) =>
        stockRow({ productId: index + 1, stockDate: today, stockQuantity: index }),
      ),
    });
    const lines = Array.from({ length: 1000 }, (_, index) => ({ productId: (index % 12) + 1, quantity: 5 }));
    const kinds = (await temporary.store.findStock(testMarket, lines, today)).map((finding) => finding.kind);
    const expected = ({ productId }: (typeof lines)[number]) =>
      productId > 10 ? 'unknown-product' : productId > 5 ? 'found' : 'quantity-not-available';
    expect(kinds).toEqual(lines.map(expected));
  });

  test('keeps markets apart', async () => {
    const other = { ...testMarket, territoryId: 'BRU_NL' };
    await temporary.write({ rows: [real(today, 9)], market: other });
    const lines = [{ productId: 7, quantity: 9 }];
    expect(await temporary.store.findStock(testMarket, lines, today)).toEqual([{ kind: 'unknown-product' }]);
    expect(await temporary.store.findStock(other, lines, today)).toMatchObject([{ kind: 'found' }]);
    expect(await temporary.store.findStock({ ...other, company: 'X' }, lines, today)).toEqual([
      { kind: 'unknown-product' },
    ]);
  });
});

describe('findCalendar', () => {
  const all = { quantity: null, includeMaxLeadTime: true };

  test('lists by date, the max lead time last whatever its date', async () => {
    await temporary.write({
      rows: [lead('2026-11-22'), real('2027-03-01', 2), real('2026-11-01', 1), real(today, 0, { isDeleted: true })],
    });
    const calendar = await temporary.store.findCalendar(testMarket, 7, all);
    expect(calendar).toEqual([
      { stockDate: '2026-11-01', stockQuantity: 1, isMaxLeadTime: false },
      { stockDate: '2027-03-01', stockQuantity: 2, isMaxLeadTime: false },
      { stockDate: '2026-11-22', stockQuantity: 99_999_000, isMaxLeadTime: true },
    ]);
    expect(await temporary.store.findCalendar(testMarket, 7, { ...all, includeMaxLeadTime: false })).toHaveLength(2);
  });

  test('returns the dates that cover a quantity, and the max lead time', async () => {
    await temporary.write({ rows: [real('2026-11-01', 5), real(today, 4), real('2026-12-01', 6), lead('2027-01-01')] });
    const dates = async (quantity: number, includeMaxLeadTime: boolean) =>
      (await temporary.store.findCalendar(testMarket, 7, { quantity, includeMaxLeadTime }))?.map(
        (row) => row.stockDate,
      );
    expect(await dates(5, true)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
    expect(await dates(7, true)).toEqual(['2027-01-01']);
    expect(await dates(7, false)).toEqual([]);
  });

  test('distinguishes a known product without entries from an unknown one', async () => {
    await temporary.write({ rows: [real(today, 1, { isDeleted: true })] });
    expect(await temporary.store.findCalendar(testMarket, 7, all)).toEqual([]);
    expect(await temporary.store.findCalendar(testMarket, 8, all)).toBeNull();
  });
});

const pageOf = (productIds: number[] | null, page: number, pageSize: number, includeMaxLeadTime = false) =>
  temporary.store.findCalendarPage(testMarket, { productIds, page, pageSize, includeMaxLeadTime });
const idsOf = async (page: ReturnType<typeof pageOf>) => (await page).calendars.map((calendar) => calendar.productId);

describe('findCalendarPage', () => {
  beforeEach(async () => {
    await temporary.write({
      rows: [
        ...[3, 1, 2].flatMap((productId) => [
          stockRow({ productId, stockDate: today, stockQuantity: productId }),
          stockRow({ productId, stockDate: '2027-01-01', isMaxLeadTime: true }),
        ]),
        stockRow({ productId: 9, stockDate: today, isDeleted: true }),
      ],
    });
    await temporary.write({
      rows: [stockRow({ productId: 5, stockDate: today })],
      market: { ...testMarket, company: 'X' },
    });
  });

  test('pages over every product by ascending id', async () => {
    expect(await idsOf(pageOf(null, 1, 3))).toEqual([1, 2, 3]);
    expect(await idsOf(pageOf(null, 2, 3))).toEqual([9]);
    expect(await pageOf(null, 3, 3)).toEqual({ totalItemCount: 4, matchedIds: [], calendars: [] });
  });

  test('pages over the requested products that are known', async () => {
    expect(await idsOf(pageOf([9, 4, 3, 1], 1, 2))).toEqual([1, 3]);
    expect(await pageOf([9, 4, 3, 1], 2, 2)).toEqual({
      totalItemCount: 3,
      matchedIds: [1, 3, 9],
      calendars: [{ productId: 9, rows: [] }],
    });
    expect(await pageOf([9, 4, 3, 1], 3, 2)).toEqual({ totalItemCount: 3, matchedIds: [1, 3, 9], calendars: [] });
    expect(await pageOf([4, 5], 1, 2)).toEqual({ totalItemCount: 0, matchedIds: [], calendars: [] });
    expect(await pageOf([], 1, 2)).toEqual({ totalItemCount: 0, matchedIds: [], calendars: [] });
  });

  test('includes the max lead time on request', async () => {
    const [without] = (await pageOf([1], 1, 1)).calendars;
    const [including] = (await pageOf([1], 1, 1, true)).calendars;
    expect(without?.rows).toEqual([{ stockDate: today, stockQuantity: 1, isMaxLeadTime: false }]);
    expect(including?.rows).toHaveLength(2);
  });

  test('is empty for an unknown market', async () => {
    const query = { productIds: null, page: 1, pageSize: 5, includeMaxLeadTime: false };
    const page = await temporary.store.findCalendarPage({ ...testMarket, company: 'Y' }, query);
    expect(page).toEqual({ totalItemCount: 0, matchedIds: [], calendars: [] });
  });
});

describe('state', () => {
  test('starts empty and counts imports of all processes', async () => {
    expect(await temporary.store.state()).toEqual({ generation: 0, contents: 'empty', searchable: false });
    await temporary.write({ rows: [real(today, 1)], contents: 'demo' });
    expect(await temporary.store.state()).toEqual({ generation: 1, contents: 'demo', searchable: false });
    await temporary.write({ products: [{ productId: 7, name: 'Linen', sku: null, unit: 'm' }] });
    expect(await temporary.store.state()).toEqual({ generation: 2, contents: 'real', searchable: true });
  });
});

describe('sessions', () => {
  const session = {
    idDigest: 'ab',
    personDigest: 'ann',
    sealedCredentials: new Uint8Array([1, 2, 3]),
    expiresAt: 1000,
  };

  test('are found until they expire, and survive a restart', async () => {
    await temporary.store.saveSession(session);
    const reopened = await openStore(temporary.location);
    expect(await reopened.findSession('ab', 1000)).toEqual(session);
    expect(await reopened.findSession('ab', 1001)).toBeNull();
    expect(await reopened.findSession('cd', 0)).toBeNull();
    await reopened.close();
  });

  test('are replaced, deleted, and deleted after they expire', async () => {
    await temporary.store.saveSession(session);
    await temporary.store.saveSession({ ...session, expiresAt: 2000 });
    await temporary.store.saveSession({ ...session, idDigest: 'old', expiresAt: 10 });
    await temporary.store.deleteExpiredSessions(11);
    expect(await temporary.store.findSession('old', 0)).toBeNull();
    expect(await temporary.store.findSession('ab', 1500)).toMatchObject({ expiresAt: 2000 });
    await temporary.store.deleteSession('ab');
    expect(await temporary.store.findSession('ab', 0)).toBeNull();
  });

  test('of one user are deleted together', async () => {
    const sessions = [session, { ...session, idDigest: 'cd' }, { ...session, idDigest: 'ef', personDigest: 'bob' }];
    for (const each of sessions) await temporary.store.saveSession(each);
    await temporary.store.deleteSessionsOf('ann');
    const found = await Promise.all(sessions.map(({ idDigest }) => temporary.store.findSession(idDigest, 0)));
    expect(found).toEqual([null, null, sessions[2]]);
  });
});

describe('documents', () => {
  const folder = { personId: 'ann', stockDigest: 'bru', kind: 'order' } as const;
  const stored = { id: 'one', changedAt: 5, sealedEntry: new Uint8Array([1]), sealedContent: new Uint8Array([0, 255]) };
  const document = { ...stored, size: 10 };
  const key = { ...folder, id: 'one' };

  test('are created once, and survive a restart', async () => {
    const { store, location } = temporary;
    expect(await store.createDocument(folder, document)).toBe(true);
    expect(await store.createDocument(folder, { ...document, changedAt: 6 })).toBe(false);
    const reopened = await openStore(location);
    expect(plain(await reopened.findDocument(key))).toEqual(stored);
    await reopened.close();
  });

  test('are replaced and deleted only by those who know the current version', async () => {
    const { store } = temporary;
    await store.createDocument(folder, document);
    const next = { ...document, changedAt: 7, sealedContent: new Uint8Array([7]) };
    expect(await store.replaceDocument(folder, next, 4)).toBe(false);
    expect(await store.replaceDocument(folder, next, 5)).toBe(true);
    expect(plain(await store.findDocument(key))).toEqual({
      ...stored,
      changedAt: 7,
      sealedContent: new Uint8Array([7]),
    });
    expect(await store.deleteDocument(key, 5)).toBe(false);
    expect(await store.deleteDocument(key, 7)).toBe(true);
    expect(await store.findDocument(key)).toBeNull();
    expect(await store.replaceDocument(folder, next, 7)).toBe(false);
  });

  test('of concurrent writes, one succeeds', async () => {
    const { store } = temporary;
    await store.createDocument(folder, document);
    const other = await openStore(temporary.location);
    const writes = Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? store : other).replaceDocument(folder, { ...document, changedAt: 6 + index }, 5),
    );
    expect((await Promise.all(writes)).filter((isWritten) => isWritten)).toHaveLength(1);
    await other.close();
  });

  test('are listed and measured by person, stock and kind, last changed first', async () => {
    const { store } = temporary;
    const folders = [folder, { ...folder, personId: 'bob' }, { ...folder, stockDigest: 'lil' }];
    for (const each of [...folders, { ...folder, kind: 'list' } as const]) await store.createDocument(each, document);
    await store.createDocument(folder, { ...document, id: 'two', changedAt: 8 });
    expect((await store.listDocuments(folder)).map(({ id, changedAt }) => [id, changedAt])).toEqual([
      ['two', 8],
      ['one', 5],
    ]);
    expect(await store.measureDocuments('ann', 'order')).toEqual({ count: 3, bytes: 40 });
    expect(await store.measureDocuments('eve', 'order')).toEqual({ count: 0, bytes: 0 });
  });

  test('are found by a link until it expires or is revoked', async () => {
    const { store } = temporary;
    const shares = [3, 4].map((at) => ({ keyDigest: `digest ${at}`, createdAt: at, expiresAt: 100 * at }));
    for (const share of shares) await store.saveShare(key, share);
    expect(await store.findShare('digest 3', 299)).toEqual(key);
    expect(await store.findShare('digest 3', 300)).toBeNull();
    expect(await store.listShares(key, 1)).toEqual(shares);
    expect(await store.listShares(key, 300)).toEqual([shares[1]]);
    expect([await store.countShares('ann', 1), await store.countShares('bob', 1)]).toEqual([2, 0]);
    expect(await store.deleteShare({ ...key, personId: 'bob' }, 'digest 4')).toBe(false);
    expect(await store.deleteShare(key, 'digest 4')).toBe(true);
    expect(await store.findShare('digest 4', 1)).toBeNull();
    await store.deleteExpiredShares(300);
    expect(await store.findShare('digest 3', 1)).toBeNull();
  });

  test('of one person are deleted together, with their links', async () => {
    const { store } = temporary;
    const bobs = { ...folder, personId: 'bob' };
    for (const each of [folder, { ...folder, stockDigest: 'lil' }, bobs]) await store.createDocument(each, document);
    await store.saveShare(key, { keyDigest: 'digest', createdAt: 1, expiresAt: 9 });
    await store.deleteDocumentsOf('ann');
    expect(await store.measureDocuments('ann', 'order')).toEqual({ count: 0, bytes: 0 });
    expect(await store.findShare('digest', 1)).toBeNull();
    expect(await store.listDocuments(bobs)).toHaveLength(1);
  });
});

/** A found document with its bytes as plain arrays, which the databases return as different classes. */
function plain(document: StoredDocument | null): StoredDocument | null {
  if (document === null) return null;
  const { sealedEntry, sealedContent } = document;
  return { ...document, sealedEntry: new Uint8Array(sealedEntry), sealedContent: new Uint8Array(sealedContent) };
}
