import { addDays, type CalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';

import type { ProbeAnswer, ProbeRequest, SendProbe } from './probe.ts';

type Item = Record<string, unknown>;
interface Envelope {
  [field: string]: unknown;
  results: { item: Item }[];
  filters: Item[];
}

/** A single defect of a service and the requirements that it breaks. */
export interface Break {
  names: readonly string[];
  /** Alters the request before the service receives it. */
  takes?: (request: ProbeRequest) => ProbeRequest;
  /** Alters the body of a 200 response. */
  says?: (envelope: Envelope, request: ProbeRequest) => void;
  /** Alters the whole response. */
  answers?: (answer: ProbeAnswer, request: ProbeRequest) => ProbeAnswer;
}

/** The service behind `send` with a single defect. */
export function breaking(send: SendProbe, { takes, says, answers }: Break): SendProbe {
  return async (request, signal) => {
    const answer = await send(takes?.(request) ?? request, signal);
    if (answers !== undefined) return answers(answer, request);
    if (says === undefined || answer.status !== 200) return answer;
    const envelope = JSON.parse(answer.body) as Envelope;
    says(envelope, request);
    return { ...answer, body: JSON.stringify(envelope) };
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
const where = (isMeant: (request: ProbeRequest) => boolean, change: (envelope: Envelope) => void): Break['says'] => {
  return (envelope, request) => {
    if (isMeant(request)) change(envelope);
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

export const breaks: Record<string, Break> = {
  'calls its answers HTML': {
    names: ['json'],
    answers: (answer) =>
      answer.status === 200 ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } } : answer,
  },
  'answers a page of HTML': {
    names: ['json'],
    answers: (answer, request) => (isWhole(request) ? { ...answer, body: '<h1>It works</h1>' } : answer),
  },
  'gives one date alone and another among others': { names: ['same-date'], says: where(isOne, items(shiftWhole)) },
  'gives no parameters': { names: ['envelope'], says: (envelope) => void delete envelope['parameters'] },
  'leaves the item out of a result': {
    names: ['envelope'],
    says: where(
      isSeveral,
      (envelope) => void Object.assign(envelope, { results: envelope.results.map(({ item }) => item) }),
    ),
  },
  'writes a counter as text': {
    names: ['envelope'],
    says: where(isOne, (envelope) => void Object.assign(envelope, { pageSize: '1' })),
  },
  'forgets a filter': { names: ['filters'], says: where(isSeveral, (envelope) => void envelope.filters.pop()) },
  'names its filters in other words': {
    names: ['filters'],
    says: (envelope) => envelope.filters.forEach(set({ name: 'product' })),
  },
  'shows value in 4.1': {
    names: ['filters-value'],
    says: where(isCalendar, ({ filters }) => filters.forEach(set({ value: 12_345 }))),
  },
  'leaves value out of 4.2': {
    names: ['filters-value'],
    says: where(isOne, ({ filters }) => filters.forEach(drop('value'))),
  },
  'writes its filter in other words': { names: ['filter-text'], says: where(isOne, set({ filter: 'id = 12345' })) },
  'begins to count pages at 0': {
    names: ['first-page'],
    says: where((request) => isOne(request) || isSeveral(request), set({ page: 0 })),
  },
  'counts the entries of 4.1': {
    names: ['calendar-counters'],
    says: where(
      isWhole,
      (envelope) =>
        void Object.assign(envelope, { pageSize: envelope.results.length, totalItemCount: envelope.results.length }),
    ),
  },
  'counts one product too many': { names: ['several-counters'], says: where(isSeveral, set({ totalItemCount: 4 })) },
  'leaves a field out': { names: ['item-fields'], says: where(isOne, items(drop('territoryId'))) },
  'writes a quantity as text': {
    names: ['item-fields'],
    says: where(
      isSeveral,
      items((item) => void Object.assign(item, { stockQuantity: String(item['stockQuantity']) })),
    ),
  },
  'gives the id of another item': { names: ['item-ids'], says: where(isOne, items(set({ itemId: '1' }))) },
  'writes a date the other way round': {
    names: ['item-dates'],
    says: where(isOne, items(set({ stockDate: '17-03-2027' }))),
  },
  'knows a 30 February': { names: ['entry-dates'], says: where(isCalendar, items(set({ stockDate: '2026-02-30' }))) },
  'shifts a date by a day': { names: ['item-unix'], says: where(isOne, items(shift)) },
  'counts time in milliseconds': {
    names: ['item-unix'],
    says: where(
      isSeveral,
      items((item) => void Object.assign(item, { stockDateUnix: Number(item['stockDateUnix']) * 1000 })),
    ),
  },
  'ignores the quantity of 4.2': {
    names: ['item-quantity'],
    takes: (request) => (isOne(request) ? without(/quantity=[\d.]+/)(request) : request),
  },
  'leaves a field out of an entry': { names: ['entry-fields'], says: where(isCalendar, items(drop('company'))) },
  'writes a flag as text': { names: ['entry-fields'], says: where(isCalendar, items(set({ isDeleted: 'false' }))) },
  'mixes in another product': {
    names: ['entry-product'],
    says: where(isCalendar, ({ results }) => void Object.assign(results[0]?.item ?? {}, { productId: 777 })),
  },
  'shifts an entry by a day': { names: ['entry-unix'], says: where(isCalendar, items(shift)) },
  'gives entries backwards': {
    names: ['entry-order'],
    says: where(isCalendar, (envelope) => void Object.assign(envelope, { results: envelope.results.toReversed() })),
  },
  'returns a deleted row': {
    names: ['entry-deleted'],
    says: where(
      isWhole,
      ({ results }) => void results.splice(1, 0, { item: { ...results[1]?.item, isDeleted: true } }),
    ),
  },
  'leaves a field out of a calendar': { names: ['calendar-fields'], says: where(isSearch, items(drop('company'))) },
  'gives calendars other ids': { names: ['calendar-ids'], says: where(isSearch, items(set({ id: '0' }))) },
  'gives another calendar in 4.4': {
    names: ['stock-agrees'],
    says: where(
      isSearch,
      items(({ stock }) => (stock as Item[]).forEach(shiftWhole)),
    ),
  },
  'shifts the dates of 4.4': {
    names: ['stock-agrees'],
    says: where(
      isSearch,
      items(({ stock }) => (stock as Item[]).forEach(shift)),
    ),
  },
  'fails in 4.1': {
    names: ['one-calendar-answers'],
    answers: (answer, request) => (isCalendar(request) ? { ...answer, status: 500, body: '' } : answer),
  },
  'keeps the max lead time to itself': {
    names: ['one-calendar-max-lead-time'],
    takes: (request) => (isWhole(request) ? { ...request, path: request.path.replace('=true', '=false') } : request),
  },
  'leaks the max lead time': {
    names: ['one-calendar-real-only'],
    takes: (request) => (isCalendar(request) ? { ...request, path: request.path.replace('=false', '=true') } : request),
  },
  'ignores the quantity of 4.1': {
    names: ['one-calendar-quantity'],
    takes: (request) => (isCalendar(request) ? without(/quantity=[\d.]+&/)(request) : request),
  },
  'fails in 4.2': {
    names: ['one-stock-answers'],
    answers: (answer, request) =>
      isOne(request) && answer.status === 200 ? { ...answer, status: 302, body: '' } : answer,
  },
  'answers for another product': {
    names: ['one-stock-item'],
    says: where(isOne, items(set({ productId: 777, itemId: '777', id: '777' }))),
  },
  'answers twice': { names: ['one-stock-item'], says: where(isOne, ({ results }) => void results.push(...results)) },
  'promises a date without stock': {
    names: ['same-date', 'one-stock-date'],
    says: where(isOne, items(set({ stockDate: '2026-11-21', stockDateUnix: toUnixSeconds('2026-11-21') }))),
  },
  'invents a max lead time': {
    names: ['same-date', 'one-stock-date'],
    says: where(isOne, items(set({ isMaxLeadTime: true }))),
  },
  'fails in 4.3': {
    names: ['several-answers'],
    answers: (answer, request) => (isSeveral(request) ? { ...answer, status: 503, body: '' } : answer),
  },
  'drops a line': { names: ['several-items'], says: where(isSeveral, ({ results }) => void results.pop()) },
  'doubles a line': {
    names: ['several-items'],
    says: where(isSeveral, ({ results }) => void results.push(...results.slice(0, 1))),
  },
  'writes the filter of 4.3 as a list': {
    names: ['several-filter'],
    says: where(isSeveral, set({ filter: '12345,777,999' })),
  },
  'fails in 4.4': {
    names: ['search-answers'],
    answers: (answer, request) => (isOfSecondPage(request) ? { ...answer, status: 500, body: '' } : answer),
  },
  'drops a calendar': { names: ['search-items'], says: where(isFiltered, ({ results }) => void results.pop()) },
  'ignores the page size': {
    names: ['search-page-size'],
    says: where(isFiltered, set({ pageSize: 20 })),
  },
  'miscounts its products': {
    names: ['search-counters'],
    says: where(isSearch, set({ totalItemCount: 1, totalPageCount: 1 })),
  },
  'miscounts its pages': { names: ['search-counters'], says: where(isSearch, set({ totalPageCount: 7 })) },
  'repeats the first page': {
    names: ['search-next-page'],
    takes: (request) =>
      isOfSecondPage(request) ? { ...request, path: request.path.replace('page=2', 'page=1') } : request,
    says: where(isOfSecondPage, set({ page: 2 })),
  },
  'keeps max lead times to itself in 4.4': {
    names: ['search-max-lead-time'],
    takes: (request) =>
      isSearch(request) ? { ...request, path: request.path.replace('Time=true', 'Time=false') } : request,
  },
  'leaks max lead times in 4.4': {
    names: ['search-real-only'],
    takes: (request) =>
      isSearch(request) ? { ...request, path: request.path.replace('Time=false', 'Time=true') } : request,
  },
  'lets anyone in': { names: ['token-required'], takes: accepting('no-token') },
  'fails without a token': {
    names: ['token-required'],
    answers: (answer, { credentials }) => (credentials === 'no-token' ? { ...answer, status: 500, body: '' } : answer),
  },
  'checks no token': { names: ['token-checked'], takes: accepting('wrong-token') },
  'needs no key': { names: ['key-required'], takes: accepting('no-key') },
  'checks no key': { names: ['key-checked'], takes: accepting('wrong-key') },
};
