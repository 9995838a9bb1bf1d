import type { DatedEntry } from '#stock/stock-timeline.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

import { calendarEntry, refusal } from './faulty-backend.fake.ts';

/** Ways in which a response to §4.4 can be wrong. */
export const lies = [
  'fails',
  'cut',
  'busy',
  'no JSON',
  'other page',
  'more counted',
  'fewer counted',
  'missing product',
  'no products',
  'repeated product',
  'product of another page',
  'bad entry',
  'shorter page',
] as const;
export type Lie = (typeof lies)[number];

/** A service with calendars that are known, whose listed pages (§4.4) are wrong as `nextLie` says. */
export class LyingService {
  readonly #calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>;
  readonly #nextLie: () => Lie | null;
  /** Largest page that is sent. */
  maxPageSize = Infinity;
  /** A product that makes its pages fail. */
  failing: ProductId | null = null;
  calls = 0;
  inFlight = 0;
  maxInFlight = 0;
  /** Statuses of all responses until it is set back: 401, 403, 500. */
  status = 200;

  constructor(calendars: ReadonlyMap<ProductId, readonly DatedEntry[]>, nextLie: () => Lie | null = () => null) {
    this.#calendars = calendars;
    this.#nextLie = nextLie;
  }

  send = async ({ path, signal }: Pick<BackendRequest, 'path' | 'signal'>): Promise<BackendResponse> => {
    this.calls += 1;
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    this.inFlight -= 1;
    signal.throwIfAborted();
    if (this.status === 401) return refusal({ code: 'unauthorized' });
    if (this.status === 403) return refusal({ code: 'forbidden' });
    if (this.status !== 200) return refusal({ code: 'internal-error' });
    const { pathname, searchParams } = new URL(path, 'http://service');
    const own = /^\/stock\/(\d+)\/calendar$/.exec(pathname)?.[1];
    if (own !== undefined) return this.#ownCalendar(Number(own));
    return this.#page(Number(searchParams.get('page')), Number(searchParams.get('pageSize')), this.#nextLie());
  };

  #ownCalendar(productId: ProductId): BackendResponse {
    const entries = this.#calendars.get(productId);
    if (entries === undefined) return refusal({ code: 'unknown-product' });
    const results = entries.map((entry) => ({ item: calendarEntry(productId, entry) }));
    return success({ results, page: 1, pageSize: results.length, totalPageCount: 1, totalItemCount: results.length });
  }

  #page(page: number, requested: number, lie: Lie | null): BackendResponse {
    if (lie === 'fails') return refusal({ code: 'internal-error' });
    if (lie === 'cut') return refusal({ code: 'upstream-unreachable' });
    if (lie === 'busy') return refusal({ code: 'too-many-requests', headers: { 'retry-after': '1' } });
    if (lie === 'no JSON') return refusal({ code: 'contract-broken' });
    const all = [...this.#calendars.keys()];
    const pageSize = Math.min(requested, this.maxPageSize);
    const ids = all.slice((page - 1) * pageSize, page * pageSize);
    const [first] = ids;
    if (this.failing !== null && ids.includes(this.failing)) return refusal({ code: 'internal-error' });
    if (lie === 'missing product') ids.splice(ids.length >> 1, 1);
    if (lie === 'no products') ids.length = 0;
    if (lie === 'shorter page') ids.length = Math.min(ids.length, 3);
    if (lie === 'repeated product' && first !== undefined) ids[ids.length - 1] = first;
    if (lie === 'product of another page' && first !== undefined)
      ids[ids.length - 1] = all[(page * 7) % all.length] ?? 1;
    // No two wrong counts are the same.
    const wrong = lie === 'more counted' ? this.calls : lie === 'fewer counted' ? -this.calls : 0;
    const results = ids.map((productId, index) => {
      const entries = this.#calendars.get(productId) ?? [];
      const stock: unknown[] = entries.map((entry) => calendarEntry(productId, entry));
      if (lie === 'bad entry' && index === 0) stock.push({ stockDate: 'soon' });
      return {
        item: {
          itemId: '',
          id: '',
          localized: [],
          productId,
          company: 'C',
          salesOrganization: 'S',
          territoryId: 'T',
          stock,
        },
      };
    });
    return success({
      results,
      page: lie === 'other page' ? page + 1 : page,
      pageSize,
      totalPageCount: Math.ceil(all.length / pageSize) + (lie === 'other page' ? 1 : 0),
      totalItemCount: Math.max(0, all.length + wrong),
    });
  }
}

function success(body: object): BackendResponse {
  const envelope = { parameters: null, facets: [], filters: [], filter: '', ...body };
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(envelope)) };
}
