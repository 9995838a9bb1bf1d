import * as z from 'zod/mini';

import type { ApiCheckFinding } from '#stock/contract/api-check.ts';
import { toUnixSeconds } from '#stock/calendar-date.ts';
import {
  CalendarEntry,
  MatchedFilter,
  ProductCalendar,
  StockItem,
  StockItemEnvelope,
} from '#stock/contract/envelope.ts';
import { exactThousandths, fromThousandths, toThousandths } from '#stock/thousandths.ts';

import {
  arrayOf,
  bodyOf,
  type Evidence,
  type Fields,
  fieldsOf,
  hasMaxLeadTime,
  idsOf,
  isDate,
  itemsOf,
  type Level,
  readLevels,
  realLevels,
  type RequestName,
} from './evidence.ts';
import { type Exchange, hasSucceeded, printRequest } from './probe.ts';

/** The findings (passed if there are none), or what was observed instead. */
export type Outcome = ApiCheckFinding[] | { result: 'not-specified' | 'not-tested'; observed: string };
type Judge = (evidence: Evidence) => Outcome;

/** A part of a response that deviates from the specification. */
type Deviation = Omit<ApiCheckFinding, 'request'>;

/** A successful response with a JSON object. */
interface Reply {
  name: RequestName;
  exchange: Exchange;
  body: Fields;
  items: Fields[];
}
type Expectation = (reply: Reply, evidence: Evidence) => Deviation[];

/** A sentence with the responses to check and what to expect of each, or with a judge of all evidence. */
type Row =
  | readonly [sentence: string, of: readonly RequestName[], expected: Expectation]
  | readonly [sentence: string, judge: Judge];

const calendars = ['wholeCalendar', 'calendarFromQuantity'] as const;
const lookups = ['stockOfOne', 'stockOfSeveral'] as const;
const searches = ['firstPage', 'secondPage', 'filteredPage'] as const;
const refusals = ['withoutToken', 'withWrongToken', 'withoutKey', 'withWrongKey'] as const;

/** §2.1, with items of any form. */
const Envelope = z.extend(StockItemEnvelope, {
  results: z.array(z.object({ item: z.looseObject({}) })),
  filters: z.array(z.omit(MatchedFilter, { value: true })),
});

/** §2.4; the elements of `stock` aren't specified. */
const BareCalendar = z.extend(ProductCalendar, { stock: z.array(z.unknown()) });

const noResponse = untested('A response that is needed is missing or wrong itself.');
const noData = untested('The products have no such data.');

/** By section of the specification and ID. */
const specification: Record<string, Record<string, Row>> = {
  '1': {
    json: ['Every response is one JSON object with a JSON content type.', judgeJson],
    'same-date': [
      'A product and quantity have one stock date, whether requested alone (4.2) or with others (4.3).',
      judgeSameDate,
    ],
  },
  '2.1': {
    envelope: [
      'Every response is the envelope: parameters null, results with one item each, facets, filters, filter and four whole counters.',
      [...calendars, ...lookups, ...searches],
      ({ body }) => violations(Envelope, body),
    ],
    filters: [
      'filters has one entry for each product matched, with the name productId and the id as keyValue.',
      [...calendars, ...lookups, 'filteredPage'],
      wrongFilters,
    ],
    'filters-value': [
      'The entries of filters hold value, the product id as a whole number, in 4.2, 4.3 and 4.4, and not in 4.1.',
      [...calendars, ...lookups, ...searches],
      wrongValues,
    ],
    'filter-text': [
      'filter names the products: productId.eq.<id> for one, productId.eq.any(<id>,<id>,...) for several.',
      [...calendars, 'stockOfOne', 'filteredPage'],
      wrongFilterText,
    ],
    'first-page': [
      'page is 1 in the responses of 4.1, 4.2 and 4.3, which have no pages to choose.',
      [...calendars, ...lookups],
      counters(() => ({ page: 1 })),
    ],
    'calendar-counters': [
      'In 4.1, pageSize and totalItemCount are 1, however many entries the calendar has, on one page.',
      calendars,
      counters(() => ({ pageSize: 1, totalItemCount: 1, totalPageCount: 1 })),
    ],
    'several-counters': [
      'In 4.3, pageSize and totalItemCount are the number of requested products.',
      ['stockOfSeveral'],
      counters((_, { lines }) => ({ pageSize: lines.length, totalItemCount: lines.length })),
    ],
    'other-counters': [
      'What the counters of 4.2 say.',
      observe(['stockOfOne'], ([{ body }]) => {
        const names = ['page', 'pageSize', 'totalPageCount', 'totalItemCount'];
        return `${names.map((name) => `${name} ${show(body[name])}`).join(', ')}.`;
      }),
    ],
  },
  '2.2': {
    'item-fields': ['A stock item has all its fields, each of its type.', lookups, eachFits(StockItem)],
    'item-ids': ['itemId and id of a stock item are its product id as text.', lookups, each(idsAsText)],
    'item-dates': [
      'stockDate and lastUpdateDate of a stock item are days, written YYYY-MM-DD.',
      lookups,
      eachFits(StockItem, true),
    ],
    'item-unix': [
      'stockDateUnix of a stock item is midnight UTC of its stockDate, in seconds.',
      lookups,
      each(unixTime),
    ],
    'item-codes': ['The codes of a stock item have no blanks around them.', lookups, each(trimmedCodes)],
    'item-quantity': [
      'stockQuantity of a stock item is the requested quantity.',
      lookups,
      each(({ productId, stockQuantity }, { lines, subject }, { name }) => {
        const isRequested = name === 'stockOfSeveral' || productId === subject;
        const quantity = isRequested ? lines.find((line) => line.productId === productId)?.quantity : undefined;
        return { stockQuantity: isSameQuantity(stockQuantity, quantity) ? stockQuantity : quantity };
      }),
    ],
  },
  '2.3': {
    'entry-fields': ['A calendar entry has all its fields, each of its type.', calendars, eachFits(CalendarEntry)],
    'entry-product': [
      'Every entry is of the requested product.',
      calendars,
      each((_, { subject }) => ({ productId: subject })),
    ],
    'entry-dates': ['stockDate of an entry is a day, written YYYY-MM-DD.', calendars, eachFits(CalendarEntry, true)],
    'entry-codes': ['The codes of an entry have no blanks around them.', calendars, each(trimmedCodes)],
    'entry-unix': [
      'stockDateUnix of an entry is midnight UTC of its stockDate, in seconds.',
      calendars,
      each(unixTime),
    ],
    'entry-order': ['Entries are in ascending order of date, the max lead time last.', calendars, outOfOrder],
    'entry-deleted': [
      'A calendar lists what there is: no entry is marked as deleted.',
      calendars,
      each(() => ({ isDeleted: false })),
    ],
  },
  '2.4': {
    codes: [
      'Valid companies, sales organizations and territories.',
      observe(lookups, ([{ items }]) => {
        const markets = items.map(
          ({ company, salesOrganization, territoryId }) =>
            `company ${show(company)}, sales organization ${show(salesOrganization)}, territory ${show(territoryId)}`,
        );
        return `${[...new Set(markets)].join('; ')}.`;
      }),
    ],
    'calendar-fields': ['A product calendar has all its fields, each of its type.', searches, eachFits(BareCalendar)],
    'calendar-ids': ['itemId and id of a product calendar are its product id as text.', searches, each(idsAsText)],
    'stock-agrees': [
      'Where stock holds entries like those of 4.1, it is the calendar that 4.1 gives for the product.',
      judgeAgreement,
    ],
    'stock-elements': [
      'What the elements of stock are.',
      observe(searches, (replies) => {
        const elements = replies.flatMap(({ items }) => items).flatMap(({ stock }) => arrayOf(stock));
        if (elements.length === 0) return 'stock is empty for every product seen.';
        const alike = elements.filter((element) => CalendarEntry.safeParse(element).success).length;
        return `${alike} of ${elements.length} elements seen are calendar entries as 2.3 describes them.`;
      }),
    ],
  },
  '4.1': {
    'one-calendar-succeeds': [
      'GET /stock/{productId}/calendar succeeds, with quantity and without.',
      succeeds(calendars),
    ],
    'one-calendar-max-lead-time': [
      'With includeMaxLeadTime=true, a calendar that has a max lead time shows it.',
      judgeMaxLeadTimeOfOne,
    ],
    'one-calendar-real-only': [
      'With includeMaxLeadTime=false, a calendar shows no max lead time.',
      ['calendarFromQuantity'],
      each(() => ({ isMaxLeadTime: false })),
    ],
    'one-calendar-quantity': [
      'With quantity, a calendar has only dates on which at least that quantity is available.',
      ['calendarFromQuantity'],
      eachItem((item, at, { threshold }) =>
        readLevels([item])
          .filter(({ quantity, isMaxLeadTime }) => !isMaxLeadTime && quantity < toThousandths(threshold))
          .map(({ quantity }) => deviation(`${at}.stockQuantity`, `at least ${threshold}`, fromThousandths(quantity))),
      ),
    ],
    'one-calendar-defaults': [
      'What counts where quantity or includeMaxLeadTime is left out.',
      () => unspecified('Not requested: a caller who sends both relies on neither.'),
    ],
  },
  '4.2': {
    'one-stock-responses': [
      'GET /stock/{productId}?quantity= succeeds.',
      succeedsIfCertain('stockOfOne', ({ lines, subject }) =>
        lines.some((line) => line.productId === subject && line.isCertain),
      ),
    ],
    'one-stock-item': [
      'The response has a single result, for the requested product.',
      ['stockOfOne'],
      sameProducts(({ subject }) => [subject ?? 0]),
    ],
    'one-stock-date': [
      'The stock date is one on which the calendar (4.1) holds the quantity, or its max lead time.',
      judgeDate,
    ],
    'one-stock-default': [
      'Whether quantity may be left out, and what counts then.',
      () => unspecified('Not requested: a caller who always sends it relies on nothing.'),
    ],
  },
  '4.3': {
    'several-succeeds': [
      'POST /stock succeeds for products that each have their own quantity.',
      succeedsIfCertain('stockOfSeveral', ({ lines }) => lines.every(({ isCertain }) => isCertain)),
    ],
    'several-items': [
      'The response has exactly one item for each requested product.',
      ['stockOfSeveral'],
      sameProducts(({ lines }) => idsOf([...lines])),
    ],
    'several-filter': ['filter has the form productId.eq.any(<id>,<id>,...).', ['stockOfSeveral'], wrongFilterText],
    'several-order': [
      'In which order the items come.',
      observe(['stockOfSeveral'], ([{ items }], { lines }) =>
        show(idsOf(items)) === show(idsOf([...lines]))
          ? 'In the order of the request.'
          : 'In another order than that of the request.',
      ),
    ],
  },
  '4.4': {
    'search-succeeds': [
      '/stock/calendar succeeds with page, pageSize, filter and includeMaxLeadTime.',
      succeeds(searches),
    ],
    'search-items': [
      'results has one product calendar for each product that the filter matches.',
      ['filteredPage'],
      sameProducts(({ products }) => products),
    ],
    'search-page-size': [
      'page and pageSize are as requested, and a page has no more products than that.',
      searches,
      (reply, evidence) => {
        const { pageSize } = pagingOf(reply);
        const count = reply.items.length;
        const tooMany = count > pageSize ? [deviation('results', `at most ${pageSize} products`, count)] : [];
        return [...counters(pagingOf)(reply, evidence), ...tooMany];
      },
    ],
    'search-counters': [
      'totalItemCount is the number of products matched, totalPageCount the pages that they fill.',
      searches,
      wrongTotals,
    ],
    'search-next-page': ['The second page goes on where the first ends, and repeats nothing of it.', judgeSecondPage],
    'search-max-lead-time': [
      'With includeMaxLeadTime=true, a calendar that has a max lead time shows it.',
      judgeMaxLeadTimeOfSeveral,
    ],
    'search-real-only': [
      'With includeMaxLeadTime=false, no calendar shows a max lead time.',
      ['filteredPage'],
      eachItem(({ stock }, at) => {
        const index = arrayOf(stock).findIndex((entry) => hasMaxLeadTime(readLevels([entry])));
        return index < 0 ? [] : [deviation(`${at}.stock[${index}].isMaxLeadTime`, 'no such entry', true)];
      }),
    ],
    'search-method': [
      'Whether the search is requested by GET or by POST.',
      ({ exchanges: { filteredPage: page, pageByPost } }) => {
        if (page?.response == null || pageByPost?.response == null) return noResponse;
        const byGet = page.request.method === 'GET' ? `GET returns ${page.response.status}` : 'GET is refused';
        return unspecified(`${byGet}, POST with ${pageByPost.response.status}.`);
      },
    ],
    'search-past-the-end': [
      'Content of a page past the end.',
      statusTo('pageByPost', (exchange) => {
        const body = bodyOf(exchange);
        if (body === undefined) return `The service returns ${statusOf(exchange)}.`;
        const count = arrayOf(body['results']).length;
        return `Status ${exchange.response?.status} with ${count} results, totalItemCount ${show(body['totalItemCount'])}.`;
      }),
    ],
    'search-no-filter': [
      'What is listed where filter is left out.',
      (evidence) =>
        evidence.given.length > 0
          ? unspecified('Not requested: the products were named.')
          : observe(['firstPage'], ([{ body }]) => `${show(body['totalItemCount'])} products.`)(evidence),
    ],
  },
  '5': {
    'token-required': ['A request without the access token is refused.', isRefused('withoutToken')],
    'token-checked': ['A request with an unknown access token is rejected.', isRefused('withWrongToken')],
    'key-required': ['A request without the subscription key is refused.', isRefused('withoutKey')],
    'key-checked': ['A request with an unknown subscription key is rejected.', isRefused('withWrongKey')],
    'refusal-form': [
      'How a missing or wrong credential is refused.',
      ({ exchanges }) => {
        const forms = refusals.flatMap((name) => {
          const { response } = exchanges[name] ?? {};
          if (response == null) return [];
          const challenge = response.headers['www-authenticate'] === undefined ? '' : ' with WWW-Authenticate';
          return [`${response.status}${challenge}, ${mediaTypeOf(response)}`];
        });
        return forms.length === 0 ? noResponse : unspecified(`${[...new Set(forms)].join('; ')}.`);
      },
    ],
  },
  '7': {
    'unknown-product': [
      'The response for an unknown product, and the body of an error.',
      statusTo('unknownProduct', (exchange) => `${statusOf(exchange)} (${mediaTypeOf(exchange.response)})`),
    ],
  },
  '8': {
    limits: [
      'Limits for requests, products and pages.',
      ({ exchanges }) => {
        const headers = Object.values(exchanges).flatMap(({ response }) => Object.keys(response?.headers ?? {}));
        const names = new Set(headers.filter((name) => /^(?:x-)?rate-?limit|^retry-after$/.test(name)));
        const seen = names.size === 0 ? 'no response has a header about limits' : [...names].join(', ');
        return unspecified(`None is met on purpose; ${names.size === 0 ? '' : 'responses have '}${seen}.`);
      },
    ],
  },
  '9': {
    version: [
      'The response without the Api-version header.',
      statusTo('withoutVersion', (exchange) => `The service returns ${statusOf(exchange)}`),
    ],
  },
};

/** The checks in the order of the specification: a stable ID, the section, the requirement and its judge. */
export const checks = Object.entries(specification)
  .flatMap(([section, rows]) =>
    Object.entries(rows).map(([id, [sentence, ...row]]) => ({
      id,
      section,
      sentence,
      judge: row.length === 1 ? row[0] : judgeEach(...row),
    })),
  )
  .toSorted((a, b) => (a.section < b.section ? -1 : Number(a.section > b.section)));

const maxValueLength = 160;
/** Limits deviations per response, as listing more would block the server for seconds. */
export const maxDeviations = 1000;

function unspecified(observed: string): Outcome {
  return { result: 'not-specified', observed };
}

function untested(observed: string): Outcome {
  return { result: 'not-tested', observed };
}

/** The readable responses to these requests. */
function repliesTo({ exchanges }: Evidence, names: readonly RequestName[]): Reply[] {
  return names.flatMap((name) => {
    const exchange = exchanges[name];
    const body = exchange && bodyOf(exchange);
    return exchange && body ? [{ name, exchange, body, items: itemsOf(exchange) ?? [] }] : [];
  });
}

function judgeEach(names: readonly RequestName[], expectation: Expectation): Judge {
  return (evidence) => {
    const replies = repliesTo(evidence, names);
    if (replies.length === 0) return noResponse;
    return replies.flatMap((reply) =>
      expectation(reply, evidence).map(({ path, expected, got }) => finding(reply.exchange, path, expected, got)),
    );
  };
}

/** Reports observed behavior that the specification leaves open. */
function observe(
  names: readonly RequestName[],
  say: (replies: readonly [Reply, ...Reply[]], evidence: Evidence) => string,
): Judge {
  return (evidence) => {
    const [first, ...others] = repliesTo(evidence, names);
    return first === undefined ? noResponse : unspecified(say([first, ...others], evidence));
  };
}

/** Likewise for a response with any status. */
function statusTo(name: RequestName, say: (exchange: Exchange) => string): Judge {
  return ({ exchanges: { [name]: exchange } }) =>
    exchange?.response == null ? noResponse : unspecified(say(exchange));
}

/** Valid requests succeed, with a status of 200 to 299. */
function succeeds(names: readonly RequestName[]): Judge {
  return ({ exchanges }) => {
    const sent = names.flatMap((name) => exchanges[name] ?? []);
    if (sent.length === 0) return noResponse;
    return sent
      .filter((exchange) => !hasSucceeded(exchange))
      .map((exchange) => finding(exchange, 'status', '200', statusOf(exchange)));
  };
}

/** An error counts only if the calendar guarantees that the products are available. */
function succeedsIfCertain(name: RequestName, isCertain: (evidence: Evidence) => boolean): Judge {
  return (evidence) => {
    const exchange = evidence.exchanges[name];
    const status = exchange?.response?.status ?? 0;
    if (exchange !== undefined && !isCertain(evidence) && status >= 400 && status < 500)
      return untested(`The service returns ${statusOf(exchange)}; no calendar shows that the products are available.`);
    return succeeds([name])(evidence);
  };
}

/** Invalid credentials must lead to a status of 400 to 499; the specification doesn't name one. */
function isRefused(name: RequestName): Judge {
  return ({ exchanges: { [name]: exchange } }) => {
    if (exchange?.response == null) return exchange?.failure ? untested(exchange.failure) : noResponse;
    const { status } = exchange.response;
    if (status >= 400 && status < 500) return [];
    const got = hasSucceeded(exchange) ? `${status}, with a response` : statusOf(exchange);
    return [finding(exchange, 'status', 'a refusal, such as 401', got)];
  };
}

/** Checks each item, given its path. Results without an item are reported by the envelope's requirement. */
function eachItem(
  deviationsOf: (item: Fields, at: string, evidence: Evidence, reply: Reply) => Deviation[],
): Expectation {
  return (reply, evidence) => {
    const deviations: Deviation[] = [];
    for (const [index, result] of arrayOf(reply.body['results']).entries()) {
      const { item } = fieldsOf(result);
      if (item !== undefined)
        deviations.push(...deviationsOf(fieldsOf(item), `results[${index}].item`, evidence, reply));
      if (deviations.length > maxDeviations) break;
    }
    return deviations;
  };
}

/** Expects these fields of each item. */
function each(expected: (item: Fields, evidence: Evidence, reply: Reply) => Fields): Expectation {
  return eachItem((item, at, evidence, reply) => different(expected(item, evidence, reply), item, `${at}.`));
}

/** Expects each item to fit the schema, apart from dates in texts, or these alone. */
function eachFits(schema: z.ZodMiniType, onlyDates = false): Expectation {
  return eachItem((item, at) => violations(schema, item, at, onlyDates));
}

function counters(expected: (reply: Reply, evidence: Evidence) => Fields): Expectation {
  return (reply, evidence) => different(expected(reply, evidence), reply.body, '');
}

/** Expects values; undefined expects nothing. Values of another type are reported by the schema's requirement. */
function different(expected: Fields, actual: Fields, at: string): Deviation[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const got = actual[name];
    return typeof got !== typeof value || got === value ? [] : [deviation(at + name, show(value), got)];
  });
}

function deviation(path: string, expected: string, got: unknown): Deviation {
  return { path, expected, got: show(got) };
}

function finding({ request }: Exchange, path: string, expected: string, got: unknown): ApiCheckFinding {
  return { request: printRequest(request), path, expected, got: typeof got === 'string' ? got : show(got) };
}

/** A value as JSON, truncated for display. */
function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;
}

const dateFields = new Set<PropertyKey>(['stockDate', 'lastUpdateDate']);

/** Schema violations; `at` is the path in the body. Dates in texts have a requirement of their own. */
function violations(schema: z.ZodMiniType, value: unknown, at = '', onlyDates = false): Deviation[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.slice(0, maxDeviations).flatMap((issue) => {
    const got = issue.path.reduce<unknown>(
      (part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key],
      value,
    );
    const isDateText = dateFields.has(issue.path.at(-1) ?? '') && typeof got === 'string';
    if (isDateText !== onlyDates) return [];
    const path = [at, z.core.toDotPath(issue.path)].filter(Boolean).join('.') || 'the body';
    const expected = isDateText ? 'a day that exists, written YYYY-MM-DD' : expectationOf(issue);
    return [{ path, expected, got: got === undefined ? 'no such field' : show(got) }];
  });
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code !== 'invalid_type') return issue.message;
  if (issue.expected === 'null') return 'null';
  return issue.expected === 'int'
    ? 'a whole number'
    : `${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
}

/** §2.2, §2.4: both are the product ID as text. */
function idsAsText({ productId }: Fields): Fields {
  return typeof productId === 'number' ? { itemId: String(productId), id: String(productId) } : {};
}

function unixTime({ stockDate }: Fields): Fields {
  return { stockDateUnix: isDate(stockDate) ? toUnixSeconds(stockDate) : undefined };
}

/** Blanks around a code make it another one for whoever compares it. The dashboard ignores them. */
function trimmedCodes(item: Fields): Fields {
  return Object.fromEntries(
    ['company', 'salesOrganization', 'territoryId'].map((name) => {
      const code = item[name];
      return [name, typeof code === 'string' ? code.trim() : undefined];
    }),
  );
}

function isSameQuantity(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' && exactThousandths(a) === exactThousandths(b);
}

/** Expects one result per product in any order, if all results have a product ID. */
function sameProducts(expectedOf: (evidence: Evidence) => readonly number[]): Expectation {
  return ({ items }, evidence) => {
    const got = idsOf(items);
    const expected = expectedOf(evidence);
    if (got.length < items.length || show(sorted(got)) === show(sorted(expected))) return [];
    return [deviation('results', `one item for each of ${expected.join(', ')}`, got)];
  };
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

/** The products that a response is about. Of the searches, only the filtered one is checked here. */
function matchedIds({ name }: Reply, { lines, products, subject }: Evidence): readonly number[] {
  if (name === 'stockOfSeveral') return idsOf([...lines]);
  return name === 'filteredPage' ? products : [subject ?? 0];
}

function wrongFilters(reply: Reply, evidence: Evidence): Deviation[] {
  const ids = matchedIds(reply, evidence);
  const filters = arrayOf(reply.body['filters']).map(fieldsOf);
  const names = filters.flatMap(({ name }, index) =>
    different(
      { name: String(name).toLowerCase() === 'productid' ? name : 'productId' },
      { name },
      `filters[${index}].`,
    ),
  );
  const keys = filters.flatMap(({ keyValue }) => (typeof keyValue === 'string' ? [keyValue] : []));
  const isSame = filters.length === ids.length && ids.every((id) => keys.includes(String(id)));
  // A list or a keyValue of another type is reported by the envelope's requirement.
  if (isSame || keys.length < filters.length || !Array.isArray(reply.body['filters'])) return names;
  return [...names, deviation('filters', `one entry for each of ${ids.join(', ')}`, keys)];
}

function wrongValues({ name, body }: Reply): Deviation[] {
  const isOfCalendar = name === 'wholeCalendar' || name === 'calendarFromQuantity';
  return arrayOf(body['filters']).flatMap((filter, index) => {
    const { value, keyValue } = fieldsOf(filter);
    const at = `filters[${index}].value`;
    if (isOfCalendar) return value === undefined ? [] : [deviation(at, 'no such field in 4.1', value)];
    const isRight = Number.isInteger(value) && (typeof keyValue !== 'string' || String(value) === keyValue);
    return isRight ? [] : [deviation(at, `the product id as a whole number, ${show(keyValue)}`, value)];
  });
}

/** The filter selects exactly the products, in any order. A single one may be in `any()`, except nowhere else. */
function wrongFilterText(reply: Reply, evidence: Evidence): Deviation[] {
  const { filter } = reply.body;
  if (typeof filter !== 'string') return [];
  const ids = matchedIds(reply, evidence);
  const [, several, one] = /^productid\.eq\.(?:any\(([\d,]+)\)|(\d+))$/i.exec(filter) ?? [];
  const named = several?.split(',') ?? (one === undefined ? [] : [one]);
  if (named.length === ids.length && ids.every((id) => named.includes(String(id)))) return [];
  const expected = ids.length === 1 ? `productId.eq.${ids[0]}` : `productId.eq.any(${ids.join(',')})`;
  return [deviation('filter', show(expected), filter)];
}

function pagingOf({ exchange }: Reply): { page: number; pageSize: number } {
  const query = new URLSearchParams(exchange.request.path.split('?')[1]);
  return { page: Number(query.get('page')), pageSize: Number(query.get('pageSize')) };
}

function wrongTotals(reply: Reply, { products }: Evidence): Deviation[] {
  const { totalItemCount: total, totalPageCount: pageCount } = reply.body;
  if (typeof total !== 'number' || typeof pageCount !== 'number') return [];
  const { page, pageSize } = pagingOf(reply);
  const atLeast = (page - 1) * pageSize + reply.items.length;
  if (reply.name === 'filteredPage' ? total !== products.length : total < atLeast) {
    const expected = reply.name === 'filteredPage' ? String(products.length) : `at least ${atLeast}, which were seen`;
    return [deviation('totalItemCount', expected, total)];
  }
  const count = Math.ceil(total / pageSize);
  return pageCount === count
    ? []
    : [deviation('totalPageCount', `${count}: ${total} products by ${pageSize}`, pageCount)];
}

/** Skips deleted entries: their presence is a separate requirement. */
function outOfOrder({ items }: Reply): Deviation[] {
  let before = { date: '', isMaxLeadTime: false };
  return items.flatMap(({ stockDate, isMaxLeadTime, isDeleted }, index) => {
    if (!isDate(stockDate) || isDeleted === true) return [];
    const previous = before;
    before = { date: stockDate, isMaxLeadTime: isMaxLeadTime === true };
    const at = `results[${index}].item.stockDate`;
    if (before.isMaxLeadTime) return [];
    if (previous.isMaxLeadTime) return [deviation(at, 'no real entry after the max lead time', stockDate)];
    return previous.date <= stockDate
      ? []
      : [deviation(at, `${previous.date} or later, as the entry before`, stockDate)];
  });
}

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Checks every successful response to a valid request. */
function judgeJson({ exchanges }: Evidence): Outcome {
  const received = [...searches, 'pageByPost' as const, ...calendars, ...lookups]
    .flatMap((name) => exchanges[name] ?? [])
    .filter(hasSucceeded);
  if (received.length === 0) return noResponse;
  return received.flatMap((exchange) => {
    const mediaType = mediaTypeOf(exchange.response);
    if (!jsonMediaType.test(mediaType)) return [finding(exchange, 'Content-Type', 'application/json', mediaType)];
    if (bodyOf(exchange) !== undefined) return [];
    const start = exchange.response?.body.slice(0, 60) || 'an empty body';
    return [finding(exchange, 'the body', 'a JSON object', start)];
  });
}

function mediaTypeOf(response: Exchange['response']): string {
  return response?.headers['content-type'] ?? 'no Content-Type';
}

/** The status with the service's message, or why there is no response. */
function statusOf({ response, failure, json }: Exchange): string {
  if (response === null) return failure ?? 'no response';
  const { detail, message, title, error } = fieldsOf(json);
  const sentence = [detail, message, title, error].find((value) => typeof value === 'string');
  return sentence === undefined ? String(response.status) : `${response.status}: ${sentence.slice(0, maxValueLength)}`;
}

// Comparisons of responses skip those with faults of their own, as these are separate requirements.

/** Whether the item's date is valid and agrees with its Unix time. */
function hasValidDate(item: Fields): boolean {
  return isDate(item['stockDate']) && item['stockDateUnix'] === toUnixSeconds(item['stockDate']);
}

function printDate({ stockDate, isMaxLeadTime }: Fields): string {
  return `${String(stockDate)}${isMaxLeadTime === true ? ' (max lead time)' : ''}`;
}

/** §4.2 and §4.3 return the same date for the same product and quantity. */
function judgeSameDate(evidence: Evidence): Outcome {
  const { subject, lines } = evidence;
  const [one] = repliesTo(evidence, ['stockOfOne']);
  const [several] = repliesTo(evidence, ['stockOfSeveral']);
  const quantity = lines.find(({ productId }) => productId === subject)?.quantity;
  const isSubject = (item: Fields) =>
    item['productId'] === subject && hasValidDate(item) && isSameQuantity(item['stockQuantity'], quantity);
  const alone = one?.items.find(isSubject);
  const index = several?.items.findIndex(isSubject) ?? -1;
  const among = several?.items[index];
  if (!one || !several || !alone || !among) return noResponse;
  if (printDate(alone) === printDate(among)) return [];
  const { method, path } = one.exchange.request;
  const expected = `${printDate(alone)}, as ${method} ${path} gives`;
  return [finding(several.exchange, `results[${index}].item.stockDate`, expected, printDate(among))];
}

/** The calendar of §4.1 has the quantity on the date of §4.2, or that is its max lead time date. */
function judgeDate(evidence: Evidence): Outcome {
  const { levels, lines, subject } = evidence;
  const [reply] = repliesTo(evidence, ['stockOfOne']);
  const [calendar] = repliesTo(evidence, ['wholeCalendar']);
  const line = lines.find(({ productId }) => productId === subject);
  const item = reply?.items[0];
  const { stockDate, stockQuantity, isMaxLeadTime } = item ?? {};
  if (!reply || !item || !line || levels.length === 0 || !calendar?.items.every(hasValidDate)) return noResponse;
  if (!isDate(stockDate) || !hasValidDate(item) || stockQuantity !== line.quantity) return noResponse;
  const differs = (expected: string, got: string) => [
    finding(reply.exchange, 'results[0].item.stockDate', expected, got),
  ];
  if (isMaxLeadTime === true) {
    const dates = levels.filter((level) => level.isMaxLeadTime).map(({ date }) => date);
    if (dates.length === 0) return noData;
    return dates.includes(stockDate) ? [] : differs(`${dates.join(' or ')}, the max lead time in 4.1`, stockDate);
  }
  const level = realLevels(levels).findLast(({ date }) => date <= stockDate)?.quantity ?? 0;
  if (level >= toThousandths(line.quantity)) return [];
  const available = `${stockDate}, when 4.1 has ${fromThousandths(level)}`;
  return differs(`a date on which at least ${line.quantity} is available`, available);
}

function isMaxLeadTime(item: Fields): boolean {
  return item['isMaxLeadTime'] === true;
}

/** §4.1 includes the max lead time entry if §4.2 or §4.4 does. */
function judgeMaxLeadTimeOfOne(evidence: Evidence): Outcome {
  const [calendar] = repliesTo(evidence, ['wholeCalendar']);
  if (calendar === undefined) return noResponse;
  if (calendar.items.some(isMaxLeadTime)) return [];
  const isInSearch = repliesTo(evidence, ['firstPage', 'filteredPage'])
    .flatMap(({ items }) => items)
    .some(({ productId, stock }) => productId === evidence.subject && hasMaxLeadTime(readLevels(arrayOf(stock))));
  const isInLookup = repliesTo(evidence, ['stockOfOne']).some(({ items }) => items.some(isMaxLeadTime));
  if (!isInSearch && !isInLookup) return noData;
  const expected = `an entry with isMaxLeadTime true: ${isInSearch ? '4.4' : '4.2'} shows that there is one`;
  return [finding(calendar.exchange, 'results', expected, `${calendar.items.length} entries, none of them such`)];
}

/** §4.4 includes the max lead time entry if §4.1 does. */
function judgeMaxLeadTimeOfSeveral(evidence: Evidence): Outcome {
  const [page] = repliesTo(evidence, ['firstPage']);
  if (page === undefined) return noResponse;
  const levels = page.items.map(({ stock }) => readLevels(arrayOf(stock)));
  if (levels.some(hasMaxLeadTime)) return [];
  const index = page.items.findIndex(({ productId }) => productId === evidence.subject);
  if ((levels[index]?.length ?? 0) === 0 || !hasMaxLeadTime(evidence.levels)) return noData;
  const expected = 'an entry with isMaxLeadTime true: 4.1 shows that there is one';
  return [finding(page.exchange, `results[${index}].item.stock`, expected, 'none such')];
}

function printLevel({ date, quantity }: Level): string {
  return `${fromThousandths(quantity)} on ${date}`;
}

function isReadable(entry: unknown): boolean {
  return hasValidDate(fieldsOf(entry)) && readLevels([entry]).length === 1;
}

/** A product's calendar in §4.4 equals that of §4.1, if its elements have the form of entries. */
function judgeAgreement(evidence: Evidence): Outcome {
  const [page] = repliesTo(evidence, ['firstPage']);
  const [calendar] = repliesTo(evidence, ['wholeCalendar']);
  if (!page || !calendar?.items.filter(({ isDeleted }) => isDeleted !== true).every(isReadable)) return noResponse;
  const index = page.items.findIndex(({ productId }) => productId === evidence.subject);
  const stock = arrayOf(page.items[index]?.['stock']);
  const at = `results[${index}].item.stock`;
  const unlike = stock.findIndex((entry) => CalendarEntry.safeParse(entry).success && !isReadable(entry));
  if (unlike >= 0) {
    const expected = 'a date with its own Unix time, and not deleted';
    return [finding(page.exchange, `${at}[${unlike}]`, expected, stock[unlike])];
  }
  if (stock.length === 0 || !stock.every(isReadable)) return noData;
  // The presence of a max lead time is a separate requirement.
  const here = realLevels(readLevels(stock)).map(printLevel);
  const there = realLevels(readLevels(calendar.items)).map(printLevel);
  const first = Array.from({ length: Math.max(here.length, there.length) }).findIndex((_, n) => here[n] !== there[n]);
  if (first === -1) return [];
  const none = 'no further entry';
  const expected = `${there[first] ?? none}, as ${calendar.exchange.request.path} gives`;
  return [finding(page.exchange, at, expected, here[first] ?? none)];
}

/** The second page of §4.4 continues after the first. */
function judgeSecondPage(evidence: Evidence): Outcome {
  const [first] = repliesTo(evidence, ['firstPage']);
  const [second] = repliesTo(evidence, ['secondPage']);
  if (!first || !second) return evidence.split === 0 ? noData : noResponse;
  const ids = idsOf(first.items);
  const got = idsOf(second.items);
  if (ids.length < first.items.length || got.length < second.items.length) return noResponse;
  const { split } = evidence;
  if (got.length === split && !got.some((id) => ids.slice(0, split).includes(id))) return [];
  const expected = `products ${ids.slice(split, 2 * split).join(', ')}`;
  return [
    finding(second.exchange, 'results', expected, got.length === 0 ? 'no products' : `products ${got.join(', ')}`),
  ];
}
