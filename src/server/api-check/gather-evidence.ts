import { largestProductId } from '#stock/contract/product-id.ts';
import { printProductIds } from '#stock/contract/requests.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import { type ProbeSender, StoppedError } from './probe-sender.ts';
import type { Exchange, ProbeRequest } from './probe.ts';
import {
  answersTo,
  arrayOf,
  hasMaxLeadTime,
  hasSucceeded,
  itemsOf,
  type Level,
  productIdsOf,
  readLevels,
  realLevels,
} from './requirement.ts';

/** A product and quantity to request, and whether its calendar guarantees availability. */
interface RequestedLine {
  productId: number;
  /** In the product's unit. */
  quantity: number;
  isCertain: boolean;
}

/** Names of the check's requests. */
export type RequestName =
  /** §4.4: the first page, with max lead time, of the given products or of all. */
  | 'firstPage'
  /** §4.4: page 2 with a page size of `split`; skipped if the first page has a single product. */
  | 'secondPage'
  /** §4.4: exactly the `filtered` products, on one page, without max lead time. */
  | 'filteredPage'
  /** §4.4: a page past the end, by POST if the others used GET. */
  | 'pageByPost'
  /** §4.1 of `subject`: complete, with max lead time. */
  | 'wholeCalendar'
  /** §4.1 of `subject`: with the quantity `threshold` and without max lead time. */
  | 'calendarFromQuantity'
  /** §4.2 of the first of `lines`. */
  | 'stockOfOne'
  /** §4.3 of `lines`. */
  | 'stockOfSeveral'
  /** §4.2 again, with a missing or invalid header. */
  | 'withoutToken'
  | 'withWrongToken'
  | 'withoutKey'
  | 'withWrongKey'
  | 'withoutVersion'
  /** §4.2 of a product that is unlikely to exist. */
  | 'unknownProduct';

/** All requests with their responses, and what is known from them. */
export interface Evidence {
  /** Requests that were unnecessary or impossible are missing. */
  exchanges: Partial<Record<RequestName, Exchange>>;
  /** Whether the caller specified the products. */
  areProductsGiven: boolean;
  split: number;
  filtered: readonly number[];
  /** The product of the calendars and of the single lookup; null if none is known. */
  subject: number | null;
  /** Entries of the complete calendar of `subject`; empty if it couldn't be read. */
  levels: readonly Level[];
  threshold: number;
  lines: readonly RequestedLine[];
}

const maxDiscovered = 10;
const maxLines = 3;

/**
 * Collects the responses needed to judge the requirements, with about 14 sequential requests.
 * @param productIds products to check with; if empty, they are taken from the first page of §4.4
 * @returns the evidence, and why it stopped early (null if it didn't)
 */
export async function gatherEvidence(
  sender: ProbeSender,
  productIds: readonly number[],
): Promise<{ evidence: Evidence; stopped: StoppedError | null }> {
  const areProductsGiven = productIds.length > 0;
  const known = { split: 0, filtered: [], subject: null, levels: [], threshold: 0, lines: [] };
  const evidence: Evidence = { exchanges: {}, areProductsGiven, ...known };
  try {
    await gather(evidence, sender, productIds);
    return { evidence, stopped: null };
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    return { evidence, stopped: error };
  }
}

/** Fills `evidence` step by step, so that it remains usable if the check stops. */
async function gather(evidence: Evidence, sender: ProbeSender, productIds: readonly number[]): Promise<void> {
  const { exchanges, areProductsGiven } = evidence;
  const search = calendarSearch(sender);
  const filter = areProductsGiven ? { filter: filterOf(productIds) } : {};
  const firstPage = await search(1, productIds.length || maxDiscovered, filter, true);
  stopWhereRefused(firstPage);
  exchanges.firstPage = firstPage;

  const [page] = answersTo('firstPage')(evidence);
  const levelsOf = new Map(
    page && itemsOf(page).map((item) => [item['productId'], readLevels(arrayOf(item['stock']))]),
  );
  const found = page === undefined ? [] : productIdsOf(page);
  const candidates = [...new Set(page === undefined ? productIds : found)];
  const [subject, ...others] = candidates
    .map((productId) => ({ productId, levels: levelsOf.get(productId) ?? [] }))
    .toSorted((a, b) => suitabilityOf(b) - suitabilityOf(a))
    .slice(0, maxLines);
  if (subject === undefined) throw new StoppedError('no-products', noProducts(evidence));

  evidence.subject = subject.productId;
  evidence.filtered = [subject, ...others].map(({ productId }) => productId);
  const calendarPath = `/stock/${subject.productId}/calendar`;
  exchanges.wholeCalendar = await sender.ask(get(`${calendarPath}?includeMaxLeadTime=true`));
  const [whole] = answersTo('wholeCalendar')(evidence);
  evidence.levels = whole === undefined ? [] : readLevels(itemsOf(whole));
  evidence.threshold = thresholdOf(evidence.levels);
  const threshold = `quantity=${evidence.threshold}&includeMaxLeadTime=false`;
  exchanges.calendarFromQuantity = await sender.ask(get(`${calendarPath}?${threshold}`));

  const levels = evidence.levels.length > 0 ? evidence.levels : subject.levels;
  // The specification's example of §4.4 has an empty `stock`, so empty calendars guarantee nothing.
  const withStock = others.filter((other) => other.levels.length > 0);
  evidence.lines = [{ ...subject, levels }, ...(withStock.length > 0 ? withStock : others)].flatMap(lineFor);
  const products = evidence.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  const quantity = products.find(({ productId }) => productId === evidence.subject)?.quantity ?? 1;
  const lookup = get(`/stock/${subject.productId}?quantity=${quantity}`);
  exchanges.stockOfOne = await sender.ask(lookup);
  if (products.length > 0)
    exchanges.stockOfSeveral = await sender.ask({ ...get('/stock'), method: 'POST', body: { products } });

  const filtered = { filter: filterOf(evidence.filtered) };
  exchanges.filteredPage = await search(1, evidence.filtered.length, filtered, false);
  evidence.split = Math.floor(found.length / 2);
  if (evidence.split > 0) exchanges.secondPage = await search(2, evidence.split, filter, true);
  exchanges.pageByPost = await sender.ask({ ...searchRequest(1000, 10, filtered, false), method: 'POST' });

  exchanges.withoutToken = await sender.ask({ ...lookup, credentials: 'no-token' });
  exchanges.withWrongToken = await sender.ask({ ...lookup, credentials: 'wrong-token' });
  exchanges.withoutKey = await sender.ask({ ...lookup, credentials: 'no-key' });
  exchanges.withWrongKey = await sender.ask({ ...lookup, credentials: 'wrong-key' });
  exchanges.withoutVersion = await sender.ask({ ...lookup, hasVersion: false });
  exchanges.unknownProduct = await sender.ask(get(`/stock/${largestProductId}?quantity=1`));
}

/** Searches by GET (§4.4 names both methods), and by POST once GET is rejected and POST succeeds. */
function calendarSearch(sender: ProbeSender) {
  let method: ProbeRequest['method'] = 'GET';
  return async (...query: Parameters<typeof searchRequest>): Promise<Exchange> => {
    const request = searchRequest(...query);
    const exchange = await sender.ask({ ...request, method });
    const { status } = exchange.answer ?? {};
    if (method === 'POST' || (status !== 404 && status !== 405)) return exchange;
    const byPost = await sender.ask({ ...request, method: 'POST' });
    if (!hasSucceeded(byPost)) return exchange;
    method = 'POST';
    return byPost;
  };
}

/** The filter's parentheses and commas need no escaping and stay readable. */
function searchRequest(page: number, pageSize: number, { filter }: { filter?: string }, includeMaxLeadTime: boolean) {
  const filterText = filter === undefined ? '' : `&filter=${filter}`;
  return get(
    `/stock/calendar?page=${page}&pageSize=${pageSize}${filterText}&includeMaxLeadTime=${String(includeMaxLeadTime)}`,
  );
}

function noProducts({ areProductsGiven, exchanges: { firstPage } }: Evidence): string {
  if (firstPage && firstPage.answer !== null && !hasSucceeded(firstPage))
    return `The service answers ${firstPage.answer.status} to the request for the first page of calendars (4.4). Check its address, or name products with --products.`;
  return areProductsGiven
    ? 'The service knows none of the products named: its first page of calendars (4.4) is empty.'
    : 'The first page of calendars (4.4) names no product to go on with; name some with --products.';
}

function get(path: string): ProbeRequest {
  return { method: 'GET', path, credentials: 'accepted', hasVersion: true };
}

/** Requests write the attribute in lower case (§4.4), responses in camel case. */
function filterOf(ids: readonly number[]): string {
  return ids.length === 1 ? `productid.eq.any(${ids[0]})` : printProductIds(ids).replace('productId', 'productid');
}

/** The highest available quantity, or slightly more if all are equal, so that the service has entries to omit. */
function thresholdOf(levels: readonly Level[]): number {
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

/** A product that may be used for the check. */
interface Candidate {
  productId: number;
  /** Known entries of its calendar; may be empty. */
  levels: readonly Level[];
}

/** How much a product is suited to show: lasting stock, different quantities, a max lead time. */
function suitabilityOf({ levels }: Candidate): number {
  const quantities = new Set(realLevels(levels).map(({ quantity }) => quantity));
  const isLasting = lastingQuantity(levels) > 0;
  return (isLasting ? 4 : 0) + (quantities.size > 1 ? 2 : 0) + (hasMaxLeadTime(levels) ? 1 : 0);
}

/**
 * The quantity to request of a product: that of its last entry, which stays available; 1 if it has only a max lead time
 * or nothing is known. No line if the calendar guarantees nothing.
 */
function lineFor({ productId, levels }: Candidate): RequestedLine[] {
  const quantity = lastingQuantity(levels);
  if (quantity > 0) return [{ productId, quantity: fromThousandths(quantity), isCertain: true }];
  if (levels.length > 0 && !hasMaxLeadTime(levels)) return [];
  return [{ productId, quantity: 1, isCertain: levels.length > 0 }];
}

function lastingQuantity(levels: readonly Level[]): number {
  return realLevels(levels).at(-1)?.quantity ?? 0;
}
