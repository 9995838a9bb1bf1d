import { largestProductId } from '#contract/product-id.ts';
import { printProductIds } from '#contract/requests.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import { type Answered, answered, arrayOf, hasSucceeded, itemsOf, productIdsOf } from './answers.ts';
import type { Evidence } from './evidence.ts';
import { readLevels, realLevels } from './levels.ts';
import { askedLine, bestProducts, type Candidate } from './pick-products.ts';
import { type PoliteSender, StoppedError } from './polite-sender.ts';
import type { Exchange, ProbeRequest } from './probe.ts';

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
