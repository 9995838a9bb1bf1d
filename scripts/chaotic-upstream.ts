import type { StockItem } from '#stock/contract/envelope.ts';
import { resultFor } from '#stock/stock-result.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { toThousandths } from '#stock/thousandths.ts';
import {
  cutOff,
  type FakeUpstream,
  fakeUpstream,
  hang,
  hangUp,
  json,
  type Handler,
  refusal,
  text,
} from '#server/upstream/upstream.fake.ts';
import { type SeededRandom, seededRandom } from '#server/import/demo-calendar.ts';

const codes = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const foreign = 999_999;

/** Failures of a complete call. */
const failures: Record<string, Handler> = {
  '500': refusal(500),
  '502 HTML': text('<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' }, 502),
  '503': json({ statusCode: 503, message: 'Down.' }, 503),
  '503 Retry-After': refusal(503, { 'Retry-After': '1' }),
  '429': refusal(429),
  '429 seconds': refusal(429, { 'Retry-After': '1' }),
  '429 date': (call, response) =>
    refusal(429, { 'Retry-After': new Date(Date.now() + 1000).toUTCString(), Date: new Date().toUTCString() })(
      call,
      response,
    ),
  '401': refusal(401),
  '404 without a name': text('Not here', {}, 404),
  redirect: refusal(302, { Location: 'http://127.0.0.1:1/' }),
  hang,
  'hang-up': hangUp,
  'broken off': cutOff('{"parameters":null,"results":['),
  'HTML in place of JSON': text('<html>Sign in</html>', { 'Content-Type': 'text/html' }),
  'half of the JSON': text('{"parameters":null,"results":[', { 'Content-Type': 'application/json' }),
  'too large': text('x'.repeat(5_000_000)),
};

type Items = readonly Record<string, unknown>[];
const everySecond = (items: Items, change: object): Items =>
  items.map((item, index) => (index % 2 === 0 ? { ...item, ...change } : item));

/** Responses to a call with more products than the service accepts. */
const tooMany = {
  '413': refusal(413),
  '400 of size': json({ statusCode: 400, message: 'Too many products in one request.' }, 400),
};

/** Faults in the items of a successful response. */
const spoilt: Record<string, (items: Items) => Items> = {
  half: (items) => items.slice(0, items.length / 2),
  doubled: (items) => [...items, ...items.slice(0, 1)],
  foreign: (items) => everySecond(items, { productId: foreign }),
  swapped: (items) => items.toReversed(),
  'a date missing': (items) => everySecond(items, { stockDate: undefined, stock: undefined }),
  'a text for a number': (items) => everySecond(items, { stockQuantity: '5', stock: 'none' }),
  'another day': (items) => everySecond(items, { stockDate: '2020-01-01', stock: [{}] }),
  deleted: (items) => everySecond(items, { isDeleted: true, stock: [] }),
  'more fields': (items) => everySecond(items, { beyond: { the: 'contract' } }),
};

/** Names of all faults. */
export const faultKinds = [failures, tooMany, spoilt].flatMap((faults) => Object.keys(faults));

const isOneCalendar = /^\/stock\/(\d+)\/calendar$/;

/** A stock service in which a fifth of all calls fail in various ways and all other responses are correct. */
export interface ChaoticUpstream extends FakeUpstream {
  truth(productId: number): readonly DatedEntry[];
  /** How often each fault was served. */
  struck: Map<string, number>;
  knows: (productId: number) => boolean;
  /** Stops injecting faults. */
  calm(): void;
  /** Resumes injecting faults. */
  rage(): void;
}

/**
 * @param products number of products, with IDs from 1; every 125th ID is unknown
 * @param maxProducts maximum number of products per call
 */
export async function chaoticUpstream(
  products: number,
  maxProducts: number,
  today: CalendarDate,
  seed: number,
): Promise<ChaoticUpstream> {
  const random = seededRandom(seed);
  const struck = new Map<string, number>();
  let percent = 20;
  let strikes = 0;
  const note = (name: string) => {
    strikes += 1;
    struck.set(name, (struck.get(name) ?? 0) + 1);
  };
  const nextFailure = endlessPile(failures, random);
  const nextRefusal = endlessPile(tooMany, random);
  const nextSpoiling = endlessPile(spoilt, random);
  const fault = (pile: Pile<Handler>): Handler => {
    const [name, strike] = pile.take();
    note(name);
    return strike;
  };
  /** Applies the next fault to the items. A fault without effect on these items is kept for other ones. */
  const spoil = (items: Items): Items => {
    const [name, change] = nextSpoiling.take();
    const changed = change(items);
    if (JSON.stringify(changed) === JSON.stringify(items)) nextSpoiling.putBack([name, change]);
    else note(name);
    return changed;
  };
  const truth = (id: number): DatedEntry[] => {
    const entry = entryFrom.bind(null, today);
    return [
      entry(-5, id % 40),
      entry(3 + (id % 30), 40 + (id % 90)),
      ...(id % 110 === 0 ? [] : [entry(100, 99_999, true)]),
    ];
  };
  const known = (id: number) => id >= 1 && id <= products && id % 125 !== 0;

  const upstream = await fakeUpstream((call, response) => {
    const url = new URL(call.url, 'http://localhost');
    const isFailing = random.chance(percent);
    // A missing entry in a single calendar is undetectable, so the complete call fails.
    if (isFailing && (isOneCalendar.test(url.pathname) || random.chance(60))) return fault(nextFailure)(call, response);
    const before = strikes;
    const handler = stockResult(url, call.body, isFailing ? spoil : (items) => items);
    // An error response has no items to modify.
    return (isFailing && strikes === before ? fault(nextFailure) : handler)(call, response);
  });

  function stockResult({ pathname, searchParams }: URL, body: string, spoil: (items: Items) => Items): Handler {
    if (pathname === '/stock') {
      const lines = (JSON.parse(body) as { products: { productId: number; quantity: number }[] }).products;
      if (lines.length > maxProducts) return fault(nextRefusal);
      const items = lines.map(({ productId, quantity }) => (known(productId) ? itemOf(productId, quantity) : null));
      if (items.includes(null)) return json({ statusCode: 404, message: 'Not found' }, 404);
      return enveloped(spoil(items as Items), items.length);
    }
    if (pathname === '/stock/calendar') {
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))];
      const requested = searchParams.get('filter')?.match(/\d+/g)?.map(Number);
      const all = (requested ?? Array.from({ length: products }, (_, index) => index + 1)).filter(known);
      const items = all.slice((page - 1) * size, page * size).map((productId) => {
        const id = String(productId);
        return Object.assign({ itemId: id, id, localized: [], productId, stock: entriesOf(productId) }, codes);
      });
      return enveloped(spoil(items), all.length, {
        page,
        pageSize: size,
        totalPageCount: Math.ceil(all.length / size),
      });
    }
    const alone = /^\/stock\/(\d+)$/.exec(pathname)?.[1];
    if (alone !== undefined && known(Number(alone))) {
      const item = itemOf(Number(alone), Number(searchParams.get('quantity')));
      return item === null ? json({ statusCode: 404, message: 'Not found' }, 404) : enveloped(spoil([item]), 1);
    }
    const productId = Number(alone ?? isOneCalendar.exec(pathname)?.[1]);
    if (!known(productId))
      return json(
        {
          type: 'urn:stock-horizon:problem:unknown-product',
          title: 'x',
          status: 404,
          detail: 'Unknown.',
          instance: pathname,
        },
        404,
      );
    return enveloped(entriesOf(productId), 1);
  }

  function entriesOf(productId: number) {
    return truth(productId).map((entry) =>
      Object.assign({ productId, stockDateUnix: toUnixSeconds(entry.stockDate) }, codes, entry),
    );
  }

  /** Null if the quantity isn't available on any date. */
  function itemOf(productId: number, stockQuantity: number): (StockItem & Record<string, unknown>) | null {
    const found = resultFor(readTimeline(truth(productId), today), toThousandths(stockQuantity));
    if (!('date' in found)) return null;
    const id = String(productId);
    return {
      itemId: id,
      id,
      localized: [],
      productId,
      ...codes,
      lastUpdateDate: today,
      stockDate: found.date,
      stockDateUnix: toUnixSeconds(found.date),
      isMaxLeadTime: found.kind === 'max-lead-time',
      stockQuantity,
    };
  }

  return Object.assign(upstream, {
    truth,
    struck,
    knows: known,
    calm: () => void (percent = 0),
    rage: () => void (percent = 20),
  });
}

/** Returns faults in random order, each once before any is repeated. */
interface Pile<Fault> {
  take(): [string, Fault];
  putBack(fault: [string, Fault]): void;
}

function endlessPile<Fault>(faults: Readonly<Record<string, Fault>>, random: SeededRandom): Pile<Fault> {
  let pile: [string, Fault][] = [];
  return {
    take: () => {
      if (pile.length === 0) pile = Object.entries(faults);
      const taken = random.pick(pile);
      pile = pile.filter((other) => other !== taken);
      return taken;
    },
    putBack: (fault) => void pile.push(fault),
  };
}

function entryFrom(today: CalendarDate, days: number, stockQuantity: number, isMaxLeadTime = false): DatedEntry {
  return { stockDate: addDays(today, days), stockQuantity, isMaxLeadTime, isDeleted: false };
}

function enveloped(items: Items, count: number, counters: object = {}): Handler {
  return json({
    parameters: null,
    results: items.map((item) => ({ item })),
    facets: [],
    filters: [],
    filter: '',
    page: 1,
    pageSize: count,
    totalPageCount: 1,
    totalItemCount: count,
    ...counters,
  });
}
