import { addDays, type CalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';

import type { ProbeResponse, ProbeRequest, SendProbe } from './probe.ts';

type Item = Record<string, unknown>;
interface Envelope {
  [field: string]: unknown;
  results: { item: Item }[];
  filters: Item[];
}

/** A single defect of a service and the requirements that it breaks. */
export interface Defect {
  failed: readonly string[];
  /** Alters the request before the service receives it. */
  request?: (request: ProbeRequest) => ProbeRequest;
  /** Alters the body of a 200 response. */
  body?: (envelope: Envelope, request: ProbeRequest) => void;
  /** Alters the whole response. */
  response?: (response: ProbeResponse, request: ProbeRequest) => ProbeResponse;
}

/** The service behind `send` with a single defect. */
export function withDefect(send: SendProbe, defect: Defect): SendProbe {
  return async (request, signal) => {
    const response = await send(defect.request?.(request) ?? request, signal);
    if (defect.response !== undefined) return defect.response(response, request);
    if (defect.body === undefined || response.status !== 200) return response;
    const envelope = JSON.parse(response.body) as Envelope;
    defect.body(envelope, request);
    return { ...response, body: JSON.stringify(envelope) };
  };
}

const isCalendar = ({ path }: ProbeRequest) => /\/calendar\?/.test(path) && !path.startsWith('/stock/calendar');
const isWhole = (request: ProbeRequest) => isCalendar(request) && !request.path.includes('quantity');
const isSearch = ({ path }: ProbeRequest) => path.startsWith('/stock/calendar');
const isOne = (request: ProbeRequest) => request.method === 'GET' && /^\/stock\/\d+\?/.test(request.path);
const isSeveral = ({ path }: ProbeRequest) => path === '/stock';
const isOfSecondPage = (request: ProbeRequest) => isSearch(request) && request.path.includes('page=2&');
const isFiltered = (request: ProbeRequest) => isSearch(request) && request.path.includes('includeMaxLeadTime=false');

/** Alters the bodies of matching requests. */
const when = (matches: (request: ProbeRequest) => boolean, change: (envelope: Envelope) => void): Defect['body'] => {
  return (envelope, request) => {
    if (matches(request)) change(envelope);
  };
};
const items = (change: (item: Item) => void) => (envelope: Envelope) => {
  for (const { item } of envelope.results) change(item);
};
const set = (fields: Item) => (target: Item) => void Object.assign(target, fields);
const drop = (name: string) => (target: Item) => void delete target[name];
const shift = (item: Item) => {
  item['stockDate'] = addDays(item['stockDate'] as CalendarDate, 1);
};
const shiftWhole = (item: Item) => {
  shift(item);
  item['stockDateUnix'] = toUnixSeconds(item['stockDate'] as CalendarDate);
};
const without = (text: RegExp) => (request: ProbeRequest) => ({ ...request, path: request.path.replace(text, '') });
const accepting = (variant: ProbeRequest['credentials']) => (request: ProbeRequest) =>
  request.credentials === variant ? { ...request, credentials: 'accepted' as const } : request;

export const defects: Record<string, Defect> = {
  'calls its responses HTML': {
    failed: ['json'],
    response: (response) =>
      response.status === 200
        ? { ...response, headers: { ...response.headers, 'content-type': 'text/html' } }
        : response,
  },
  'returns a page of HTML': {
    failed: ['json'],
    response: (response, request) => (isWhole(request) ? { ...response, body: '<h1>It works</h1>' } : response),
  },
  'gives one date alone and another among others': { failed: ['same-date'], body: when(isOne, items(shiftWhole)) },
  'gives no parameters': { failed: ['envelope'], body: (envelope) => void delete envelope['parameters'] },
  'leaves the item out of a result': {
    failed: ['envelope'],
    body: when(
      isSeveral,
      (envelope) => void Object.assign(envelope, { results: envelope.results.map(({ item }) => item) }),
    ),
  },
  'writes a counter as text': {
    failed: ['envelope'],
    body: when(isOne, (envelope) => void Object.assign(envelope, { pageSize: '1' })),
  },
  'forgets a filter': { failed: ['filters'], body: when(isSeveral, (envelope) => void envelope.filters.pop()) },
  'names its filters in other words': {
    failed: ['filters'],
    body: (envelope) => envelope.filters.forEach(set({ name: 'product' })),
  },
  'shows value in 4.1': {
    failed: ['filters-value'],
    body: when(isCalendar, ({ filters }) => filters.forEach(set({ value: 12_345 }))),
  },
  'leaves value out of 4.2': {
    failed: ['filters-value'],
    body: when(isOne, ({ filters }) => filters.forEach(drop('value'))),
  },
  'writes its filter in other words': { failed: ['filter-text'], body: when(isOne, set({ filter: 'id = 12345' })) },
  'begins to count pages at 0': {
    failed: ['first-page'],
    body: when((request) => isOne(request) || isSeveral(request), set({ page: 0 })),
  },
  'counts the entries of 4.1': {
    failed: ['calendar-counters'],
    body: when(
      isWhole,
      (envelope) =>
        void Object.assign(envelope, { pageSize: envelope.results.length, totalItemCount: envelope.results.length }),
    ),
  },
  'counts one product too many': { failed: ['several-counters'], body: when(isSeveral, set({ totalItemCount: 4 })) },
  'leaves a field out': { failed: ['item-fields'], body: when(isOne, items(drop('territoryId'))) },
  'writes a quantity as text': {
    failed: ['item-fields'],
    body: when(
      isSeveral,
      items((item) => void Object.assign(item, { stockQuantity: String(item['stockQuantity']) })),
    ),
  },
  'gives the id of another item': { failed: ['item-ids'], body: when(isOne, items(set({ itemId: '1' }))) },
  'writes a date the other way round': {
    failed: ['item-dates'],
    body: when(isOne, items(set({ stockDate: '17-03-2027' }))),
  },
  'knows a 30 February': { failed: ['entry-dates'], body: when(isCalendar, items(set({ stockDate: '2026-02-30' }))) },
  'shifts a date by a day': { failed: ['item-unix'], body: when(isOne, items(shift)) },
  'counts time in milliseconds': {
    failed: ['item-unix'],
    body: when(
      isSeveral,
      items((item) => void Object.assign(item, { stockDateUnix: Number(item['stockDateUnix']) * 1000 })),
    ),
  },
  'counts time from midnight in Brussels': {
    failed: ['item-unix', 'entry-unix'],
    body: items((item) => {
      if (item['stockDateUnix'] !== undefined) item['stockDateUnix'] = Number(item['stockDateUnix']) - 3600;
    }),
  },
  'gives no last update': { failed: ['item-fields'], body: when(isOne, items(set({ lastUpdateDate: null }))) },
  'gives null for codes': {
    failed: ['item-fields', 'entry-fields'],
    body: when((request) => isOne(request) || isCalendar(request), items(set({ company: null, territoryId: null }))),
  },
  'writes blanks around a code': {
    failed: ['item-codes', 'entry-codes'],
    body: when((request) => isOne(request) || isCalendar(request), items(set({ territoryId: ' BRU_GLO ' }))),
  },
  'ignores the quantity of 4.2': {
    failed: ['item-quantity'],
    request: (request) => (isOne(request) ? without(/quantity=[\d.]+/)(request) : request),
  },
  'leaves a field out of an entry': { failed: ['entry-fields'], body: when(isCalendar, items(drop('company'))) },
  'writes a flag as text': { failed: ['entry-fields'], body: when(isCalendar, items(set({ isDeleted: 'false' }))) },
  'mixes in another product': {
    failed: ['entry-product'],
    body: when(isCalendar, ({ results }) => void Object.assign(results[0]?.item ?? {}, { productId: 777 })),
  },
  'shifts an entry by a day': { failed: ['entry-unix'], body: when(isCalendar, items(shift)) },
  'gives entries backwards': {
    failed: ['entry-order'],
    body: when(isCalendar, (envelope) => void Object.assign(envelope, { results: envelope.results.toReversed() })),
  },
  'returns a deleted row': {
    failed: ['entry-deleted'],
    body: when(isWhole, ({ results }) => void results.splice(1, 0, { item: { ...results[1]?.item, isDeleted: true } })),
  },
  'leaves a field out of a calendar': { failed: ['calendar-fields'], body: when(isSearch, items(drop('company'))) },
  'gives calendars other ids': { failed: ['calendar-ids'], body: when(isSearch, items(set({ id: '0' }))) },
  'gives another calendar in 4.4': {
    failed: ['stock-agrees'],
    body: when(
      isSearch,
      items(({ stock }) => (stock as Item[]).forEach(shiftWhole)),
    ),
  },
  'shifts the dates of 4.4': {
    failed: ['stock-agrees'],
    body: when(
      isSearch,
      items(({ stock }) => (stock as Item[]).forEach(shift)),
    ),
  },
  'fails in 4.1': {
    failed: ['one-calendar-succeeds'],
    response: (response, request) => (isCalendar(request) ? { ...response, status: 500, body: '' } : response),
  },
  'keeps the max lead time to itself': {
    failed: ['one-calendar-max-lead-time'],
    request: (request) => (isWhole(request) ? { ...request, path: request.path.replace('=true', '=false') } : request),
  },
  'leaks the max lead time': {
    failed: ['one-calendar-real-only'],
    request: (request) =>
      isCalendar(request) ? { ...request, path: request.path.replace('=false', '=true') } : request,
  },
  'ignores the quantity of 4.1': {
    failed: ['one-calendar-quantity'],
    request: (request) => (isCalendar(request) ? without(/quantity=[\d.]+&/)(request) : request),
  },
  'fails in 4.2': {
    failed: ['one-stock-responses'],
    response: (response, request) =>
      isOne(request) && response.status === 200 ? { ...response, status: 302, body: '' } : response,
  },
  'returns another product': {
    failed: ['one-stock-item'],
    body: when(isOne, items(set({ productId: 777, itemId: '777', id: '777' }))),
  },
  'returns two results': {
    failed: ['one-stock-item'],
    body: when(isOne, ({ results }) => void results.push(...results)),
  },
  'promises a date without stock': {
    failed: ['same-date', 'one-stock-date'],
    body: when(isOne, items(set({ stockDate: '2026-11-21', stockDateUnix: toUnixSeconds('2026-11-21') }))),
  },
  'invents a max lead time': {
    failed: ['same-date', 'one-stock-date'],
    body: when(isOne, items(set({ isMaxLeadTime: true }))),
  },
  'fails in 4.3': {
    failed: ['several-succeeds'],
    response: (response, request) => (isSeveral(request) ? { ...response, status: 503, body: '' } : response),
  },
  'drops a line': { failed: ['several-items'], body: when(isSeveral, ({ results }) => void results.pop()) },
  'doubles a line': {
    failed: ['several-items'],
    body: when(isSeveral, ({ results }) => void results.push(...results.slice(0, 1))),
  },
  'writes the filter of 4.3 as a list': {
    failed: ['several-filter'],
    body: when(isSeveral, set({ filter: '12345,777,999' })),
  },
  'fails in 4.4': {
    failed: ['search-succeeds'],
    response: (response, request) => (isOfSecondPage(request) ? { ...response, status: 500, body: '' } : response),
  },
  'drops a calendar': { failed: ['search-items'], body: when(isFiltered, ({ results }) => void results.pop()) },
  'ignores the page size': {
    failed: ['search-page-size'],
    body: when(isFiltered, set({ pageSize: 20 })),
  },
  'miscounts its products': {
    failed: ['search-counters'],
    body: when(isSearch, set({ totalItemCount: 1, totalPageCount: 1 })),
  },
  'miscounts its pages': { failed: ['search-counters'], body: when(isSearch, set({ totalPageCount: 7 })) },
  'repeats the first page': {
    failed: ['search-next-page'],
    request: (request) =>
      isOfSecondPage(request) ? { ...request, path: request.path.replace('page=2', 'page=1') } : request,
    body: when(isOfSecondPage, set({ page: 2 })),
  },
  'keeps max lead times to itself in 4.4': {
    failed: ['search-max-lead-time'],
    request: (request) =>
      isSearch(request) ? { ...request, path: request.path.replace('Time=true', 'Time=false') } : request,
  },
  'leaks max lead times in 4.4': {
    failed: ['search-real-only'],
    request: (request) =>
      isSearch(request) ? { ...request, path: request.path.replace('Time=false', 'Time=true') } : request,
  },
  'lets anyone in': { failed: ['token-required'], request: accepting('no-token') },
  'fails without a token': {
    failed: ['token-required'],
    response: (response, { credentials }) =>
      credentials === 'no-token' ? { ...response, status: 500, body: '' } : response,
  },
  'checks no token': { failed: ['token-checked'], request: accepting('wrong-token') },
  'needs no key': { failed: ['key-required'], request: accepting('no-key') },
  'checks no key': { failed: ['key-checked'], request: accepting('wrong-key') },
};
