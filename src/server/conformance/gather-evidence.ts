import { largestProductId } from '#contract/product-id.ts';
import { printProductIds } from '#contract/requests.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import {
  type Answered,
  answered,
  arrayOf,
  hasSucceeded,
  itemsOf,
  type Level,
  productIdsOf,
  readLevels,
  realLevels,
} from './requirement.ts';
import { type PoliteSender, StoppedError } from './polite-sender.ts';
import type { Exchange, ProbeRequest } from './probe.ts';

/** A product, a quantity of it, and whether its calendar promises that it can be had. */
interface AskedLine {
  productId: number;
  /** In the product's unit. */
  quantity: number;
  isCertain: boolean;
}

/** All that was asked and answered; null for what there was no reason or no way to ask. */
export interface Evidence {
  /** §4.4: the first page, with the max lead time, of the products given or of all. */
  firstPage: Exchange | null;
  /** §4.4: page 2 of pages that are `split` products long; null where the first page holds one product alone. */
  secondPage: Exchange | null;
  /** §4.4: exactly `filtered`, on one page, without the max lead time. */
  filteredPage: Exchange | null;
  /** §4.4: a page past the end, by POST where the others were asked by GET. */
  pageByPost: Exchange | null;
  /** §4.1 of `subject`: whole, with the max lead time. */
  wholeCalendar: Exchange | null;
  /** §4.1 of `subject`: with `threshold` as its quantity and without the max lead time. */
  calendarFromQuantity: Exchange | null;
  /** §4.2 of the first of `lines`. */
  stockOfOne: Exchange | null;
  /** §4.3 of `lines`. */
  stockOfSeveral: Exchange | null;
  /** §4.2 again, with something missing or wrong. */
  withoutToken: Exchange | null;
  withWrongToken: Exchange | null;
  withoutKey: Exchange | null;
  withWrongKey: Exchange | null;
  withoutVersion: Exchange | null;
  /** §4.2 of a product that hardly exists. */
  unknownProduct: Exchange | null;

  /** Whether the products were named by whoever asked for the check. */
  areProductsGiven: boolean;
  /** How many products the first page was to hold. */
  firstPageSize: number;
  split: number;
  filtered: readonly number[];
  /** The product of the calendars and of the single lookup; null where none is known. */
  subject: number | null;
  /** What the whole calendar of `subject` holds; empty where it could not be read. */
  levels: readonly Level[];
  threshold: number | null;
  lines: readonly AskedLine[];
}

const mostDiscovered = 10;
const mostLines = 3;

const empty: Evidence = {
  firstPage: null,
  secondPage: null,
  filteredPage: null,
  pageByPost: null,
  wholeCalendar: null,
  calendarFromQuantity: null,
  stockOfOne: null,
  stockOfSeveral: null,
  withoutToken: null,
  withWrongToken: null,
  withoutKey: null,
  withWrongKey: null,
  withoutVersion: null,
  unknownProduct: null,
  areProductsGiven: false,
  firstPageSize: mostDiscovered,
  split: 0,
  filtered: [],
  subject: null,
  levels: [],
  threshold: null,
  lines: [],
};

/**
 * Asks what the requirements need to be judged, some fourteen requests one after the other.
 * @param productIds of the products to ask for; empty to find some by the first page of §4.4
 * @returns what came back, and why it ended early, where it did
 */
export async function gatherEvidence(
  sender: PoliteSender,
  productIds: readonly number[],
): Promise<{ evidence: Evidence; stopped: StoppedError | null }> {
  const evidence: Evidence = {
    ...empty,
    areProductsGiven: productIds.length > 0,
    firstPageSize: productIds.length || mostDiscovered,
  };
  try {
    await gather(evidence, sender, productIds);
    return { evidence, stopped: null };
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    return { evidence, stopped: error };
  }
}

/** Fills `evidence` as it goes, so that what was learned before a stop still counts. */
async function gather(evidence: Evidence, sender: PoliteSender, productIds: readonly number[]): Promise<void> {
  const calendars = new CalendarSearch(sender);
  const given: Record<string, string> = productIds.length > 0 ? { filter: filterOf(productIds) } : {};
  const firstPage = await calendars.ask({
    page: '1',
    pageSize: String(evidence.firstPageSize),
    ...given,
    includeMaxLeadTime: 'true',
  });
  stopWhereRefused(firstPage);
  evidence.firstPage = firstPage;

  const [page] = answered(evidence.firstPage);
  const found = page === undefined ? [] : productIdsOf(page);
  const candidates =
    page === undefined ? productIds.map((productId) => ({ productId, levels: [] })) : candidatesOn(page);
  const [subject, ...others] = bestProducts(candidates, mostLines);
  if (subject === undefined) throw new StoppedError('no-products', noProducts(evidence));

  evidence.subject = subject.productId;
  evidence.filtered = [subject, ...others].map(({ productId }) => productId);
  const calendarPath = `/stock/${subject.productId}/calendar`;
  evidence.wholeCalendar = await sender.ask(get(`${calendarPath}?includeMaxLeadTime=true`));
  const [whole] = answered(evidence.wholeCalendar);
  evidence.levels = whole === undefined ? [] : readLevels(itemsOf(whole));
  evidence.threshold = thresholdOf(evidence);
  evidence.calendarFromQuantity = await sender.ask(
    get(`${calendarPath}?quantity=${evidence.threshold}&includeMaxLeadTime=false`),
  );

  const levels = evidence.levels.length > 0 ? evidence.levels : subject.levels;
  // Calendars that are all empty may be what the specification's example shows of §4.4: they promise nothing.
  const withStock = others.some((other) => other.levels.length > 0)
    ? others.filter((other) => other.levels.length > 0)
    : others;
  evidence.lines = [{ ...subject, levels }, ...withStock].flatMap(askedLine);
  const lookup = lookupPath(evidence);
  evidence.stockOfOne = await sender.ask(get(lookup));
  if (evidence.lines.length > 0)
    evidence.stockOfSeveral = await sender.ask({
      ...get('/stock'),
      method: 'POST',
      body: { products: evidence.lines.map(({ productId, quantity }) => ({ productId, quantity })) },
    });

  evidence.filteredPage = await calendars.ask({
    page: '1',
    pageSize: String(evidence.filtered.length),
    filter: filterOf(evidence.filtered),
    includeMaxLeadTime: 'false',
  });
  evidence.split = Math.floor(found.length / 2);
  if (evidence.split > 0)
    evidence.secondPage = await calendars.ask({
      page: '2',
      pageSize: String(evidence.split),
      ...given,
      includeMaxLeadTime: 'true',
    });
  evidence.pageByPost = await sender.ask(
    calendars.request(
      { page: '1000', pageSize: '10', filter: filterOf(evidence.filtered), includeMaxLeadTime: 'false' },
      'POST',
    ),
  );

  evidence.withoutToken = await sender.ask({ ...get(lookup), credentials: 'no-token' });
  evidence.withWrongToken = await sender.ask({ ...get(lookup), credentials: 'wrong-token' });
  evidence.withoutKey = await sender.ask({ ...get(lookup), credentials: 'no-key' });
  evidence.withWrongKey = await sender.ask({ ...get(lookup), credentials: 'wrong-key' });
  evidence.withoutVersion = await sender.ask({ ...get(lookup), hasVersion: false });
  evidence.unknownProduct = await sender.ask(get(`/stock/${largestProductId}?quantity=1`));
}

/** §4.4 is written with two methods: GET is tried first, and where there is none, POST is the one. */
class CalendarSearch {
  readonly #sender: PoliteSender;
  #method: ProbeRequest['method'] = 'GET';

  constructor(sender: PoliteSender) {
    this.#sender = sender;
  }

  async ask(query: Record<string, string>): Promise<Exchange> {
    const exchange = await this.#sender.ask(this.request(query, this.#method));
    const isNoMethod = exchange.answer?.status === 404 || exchange.answer?.status === 405;
    if (this.#method === 'POST' || !isNoMethod) return exchange;
    const byPost = await this.#sender.ask(this.request(query, 'POST'));
    if (!hasSucceeded(byPost)) return exchange;
    this.#method = 'POST';
    return byPost;
  }

  request(query: Record<string, string>, method: ProbeRequest['method']): ProbeRequest {
    // A filter stays readable: its parentheses and commas need no escaping.
    const text = new URLSearchParams(query)
      .toString()
      .replaceAll('%28', '(')
      .replaceAll('%29', ')')
      .replaceAll('%2C', ',');
    return { ...get(`/stock/calendar?${text}`), method };
  }
}

function candidatesOn(page: Answered): Candidate[] {
  const levels = new Map(itemsOf(page).map((item) => [item['productId'], readLevels(arrayOf(item['stock']))]));
  return [...new Set(productIdsOf(page))].map((productId) => ({ productId, levels: levels.get(productId) ?? [] }));
}

function noProducts({ areProductsGiven }: Evidence): string {
  return areProductsGiven
    ? 'The service knows none of the products named: its first page of calendars (4.4) is empty.'
    : 'The first page of calendars (4.4) names no product to go on with; name some with --products.';
}

function get(path: string): ProbeRequest {
  return { method: 'GET', path, credentials: 'accepted', hasVersion: true };
}

/** Requests write the attribute in lower case (§4.4), answers don't. */
function filterOf(ids: readonly number[]): string {
  return ids.length === 1 ? `productid.eq.any(${ids[0]})` : printProductIds(ids).replace('productId', 'productid');
}

function lookupPath({ subject, lines }: Evidence): string {
  const line = lines.find(({ productId }) => productId === subject);
  return `/stock/${subject}?quantity=${line?.quantity ?? 1}`;
}

/** The highest of the levels, or a little above where they are all alike: below it there is something to leave out. */
function thresholdOf({ levels }: Evidence): number {
  const quantities = realLevels(levels).map(({ quantity }) => quantity);
  const highest = Math.max(1000, ...quantities);
  return fromThousandths(quantities.every((quantity) => quantity === highest) ? highest + 1000 : highest);
}

function stopWhereRefused({ answer }: Exchange): void {
  if (answer?.status === 401 || answer?.status === 403)
    throw new StoppedError(
      'credentials',
      `The service does not accept the access token or the subscription key: it answers ${answer.status}.`,
    );
}

/** A product that can be asked for. */
interface Candidate {
  productId: number;
  /** What is known of its calendar; empty where that is nothing. */
  levels: readonly Level[];
}

/** The `most` products that show most of the contract: different levels, and a max lead time. Best first. */
function bestProducts(candidates: readonly Candidate[], most: number): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

function worthOf({ levels }: Candidate): number {
  const quantities = new Set(realLevels(levels).map(({ quantity }) => quantity));
  const isLasting = lastingQuantity(levels) > 0;
  return (isLasting ? 4 : 0) + (quantities.size > 1 ? 2 : 0) + (hasMaxLeadTime(levels) ? 1 : 0);
}

/**
 * What to ask of a product: the quantity that it has from its last entry on, which nothing takes away again; 1 where
 * there is a max lead time alone, or nothing known; no line for a calendar that promises nothing.
 */
function askedLine({ productId, levels }: Candidate): AskedLine[] {
  const quantity = lastingQuantity(levels);
  if (quantity > 0) return [{ productId, quantity: fromThousandths(quantity), isCertain: true }];
  if (levels.length > 0 && !hasMaxLeadTime(levels)) return [];
  return [{ productId, quantity: 1, isCertain: levels.length > 0 }];
}

function lastingQuantity(levels: readonly Level[]): number {
  return realLevels(levels).at(-1)?.quantity ?? 0;
}

function hasMaxLeadTime(levels: readonly Level[]): boolean {
  return levels.some(({ isMaxLeadTime }) => isMaxLeadTime);
}
