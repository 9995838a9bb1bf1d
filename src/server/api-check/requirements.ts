import * as z from 'zod/mini';

import {
  CalendarEntry,
  MatchedFilter,
  ProductCalendar,
  StockItem,
  StockItemEnvelope,
} from '#stock/contract/envelope.ts';
import { fromThousandths, toThousandths } from '#stock/thousandths.ts';

import {
  judgeAgreement,
  judgeDate,
  judgeMaxLeadTimeOfOne,
  judgeMaxLeadTimeOfSeveral,
  judgeSameDate,
  judgeSecondPage,
} from './comparisons.ts';
import {
  requestedIds,
  requestedPage,
  blankCodes,
  codesOf,
  counters,
  idsAsText,
  namesProducts,
  outOfOrder,
  sameProducts,
  wrongDates,
  wrongFilters,
  wrongFilterText,
  wrongQuantity,
  wrongTotals,
  wrongValues,
} from './expectations.ts';
import {
  answerTo,
  formOf,
  isAnswered,
  isAnsweredWhereCertain,
  isRefused,
  judgeJson,
  limitsOf,
  mediaTypeOf,
  observe,
  statusOf,
} from './judges.ts';
import {
  type Answers,
  answersTo,
  arrayOf,
  eachItem,
  type Expectation,
  itemsOf,
  type Judge,
  judgeEach,
  notSpecified,
  notTested,
  productIdsOf,
  readable,
  readLevels,
  schemaDeviations,
  show,
  verify,
  wrongUnix,
} from './requirement.ts';

/** A statement of the specification, or a point that it leaves open, and its check. */
export interface Requirement {
  /** Stable and unique. */
  id: string;
  /** Section of the specification, such as `2.1`. */
  section: string;
  sentence: string;
  judge: Judge;
}

/** A sentence with the responses to check and what to expect of each, or with a judge. */
type Row = readonly [sentence: string, answers: Answers, expected: Expectation] | readonly [string, Judge];

const calendars = answersTo('wholeCalendar', 'calendarFromQuantity');
const one = answersTo('stockOfOne');
const several = answersTo('stockOfSeveral');
const lookups = answersTo('stockOfOne', 'stockOfSeveral');
const filteredPage = answersTo('filteredPage');
const searches = answersTo('firstPage', 'secondPage', 'filteredPage');
const both =
  (...answers: readonly Answers[]): Answers =>
  (evidence) =>
    answers.flatMap((each) => each(evidence));

/** §2.1, with items of any form. */
const Envelope = z.extend(StockItemEnvelope, {
  results: z.array(z.object({ item: z.looseObject({}) })),
  filters: z.array(z.omit(MatchedFilter, { value: true })),
});

/** §2.4; the elements of `stock` aren't specified. */
const BareCalendar = z.extend(ProductCalendar, { stock: z.array(z.unknown()) });

/** By section of the specification and ID. */
const specification: Record<string, Record<string, Row>> = {
  '1': {
    json: ['Every response is one JSON object with a JSON content type.', judgeJson],
    'same-date': [
      'A product and quantity have one stock date, whether asked alone (4.2) or with others (4.3).',
      judgeSameDate,
    ],
  },
  '2.1': {
    envelope: [
      'Every answer is the envelope: parameters null, results with one item each, facets, filters, filter and four whole counters.',
      both(calendars, lookups, searches),
      ({ body }) => schemaDeviations(Envelope, body),
    ],
    filters: [
      'filters has one entry for each product matched, with the name productId and the id as keyValue.',
      both(calendars, lookups, filteredPage),
      wrongFilters,
    ],
    'filters-value': [
      'The entries of filters hold value, the product id as a whole number, in 4.2, 4.3 and 4.4, and not in 4.1.',
      both(calendars, lookups, searches),
      wrongValues,
    ],
    'filter-text': [
      'filter names the products: productId.eq.<id> for one, productId.eq.any(<id>,<id>,...) for several.',
      both(calendars, one, filteredPage),
      wrongFilterText,
    ],
    'first-page': [
      'page is 1 in the answers of 4.1, 4.2 and 4.3, which have no pages to choose.',
      both(calendars, lookups),
      counters(() => ({ page: 1 })),
    ],
    'calendar-counters': [
      'In 4.1, pageSize and totalItemCount are 1, however many entries the calendar has, on one page.',
      calendars,
      counters(() => ({ pageSize: 1, totalItemCount: 1, totalPageCount: 1 })),
    ],
    'several-counters': [
      'In 4.3, pageSize and totalItemCount are the number of products asked for.',
      several,
      counters((_, { lines }) => ({ pageSize: lines.length, totalItemCount: lines.length })),
    ],
    'other-counters': [
      'What the counters of 4.2 say.',
      observe(one, '4.2', ([{ body }]) => {
        const names = ['page', 'pageSize', 'totalPageCount', 'totalItemCount'];
        return `${names.map((name) => `${name} ${show(body[name])}`).join(', ')}.`;
      }),
    ],
  },
  '2.2': {
    'item-fields': [
      'A stock item has all its fields, each of its type.',
      lookups,
      eachItem((item, at) => schemaDeviations(StockItem, item, at)),
    ],
    'item-ids': ['itemId and id of a stock item are its product id as text.', lookups, eachItem(idsAsText)],
    'item-dates': [
      'stockDate and lastUpdateDate of a stock item are days, written YYYY-MM-DD.',
      lookups,
      eachItem(wrongDates('stockDate', 'lastUpdateDate')),
    ],
    'item-unix': [
      'stockDateUnix of a stock item is midnight UTC of its stockDate, in seconds.',
      lookups,
      eachItem(wrongUnix),
    ],
    'item-codes': ['The codes of a stock item have no blanks around them.', lookups, eachItem(blankCodes)],
    'item-quantity': ['stockQuantity of a stock item is the quantity asked for.', lookups, eachItem(wrongQuantity)],
  },
  '2.3': {
    'entry-fields': [
      'A calendar entry has all its fields, each of its type.',
      calendars,
      eachItem((item, at) => schemaDeviations(CalendarEntry, item, at)),
    ],
    'entry-product': [
      'Every entry is of the product asked for.',
      calendars,
      eachItem(({ productId }, at, { subject }) =>
        typeof productId === 'number'
          ? verify(productId === subject, `${at}.productId`, String(subject), productId)
          : [],
      ),
    ],
    'entry-dates': [
      'stockDate of an entry is a day, written YYYY-MM-DD.',
      calendars,
      eachItem(wrongDates('stockDate')),
    ],
    'entry-codes': ['The codes of an entry have no blanks around them.', calendars, eachItem(blankCodes)],
    'entry-unix': [
      'stockDateUnix of an entry is midnight UTC of its stockDate, in seconds.',
      calendars,
      eachItem(wrongUnix),
    ],
    'entry-order': ['Entries are in ascending order of date, the max lead time last.', calendars, outOfOrder],
    'entry-deleted': [
      'A calendar lists what there is: no entry is marked as deleted.',
      calendars,
      eachItem(({ isDeleted }, at) => verify(isDeleted !== true, `${at}.isDeleted`, 'false', isDeleted)),
    ],
  },
  '2.4': {
    codes: ['Valid companies, sales organizations and territories.', observe(lookups, '4.2 and 4.3', codesOf)],
    'calendar-fields': [
      'A product calendar has all its fields, each of its type.',
      searches,
      eachItem((item, at) => schemaDeviations(BareCalendar, item, at)),
    ],
    'calendar-ids': ['itemId and id of a product calendar are its product id as text.', searches, eachItem(idsAsText)],
    'stock-agrees': [
      'Where stock holds entries like those of 4.1, it is the calendar that 4.1 gives for the product.',
      judgeAgreement,
    ],
    'stock-elements': [
      'What the elements of stock are.',
      observe(searches, '4.4', (answers) => {
        const elements = answers.flatMap(itemsOf).flatMap(({ stock }) => arrayOf(stock));
        if (elements.length === 0) return 'stock is empty for every product seen.';
        const alike = elements.filter((element) => CalendarEntry.safeParse(element).success).length;
        return `${alike} of ${elements.length} elements seen are calendar entries as 2.3 describes them.`;
      }),
    ],
  },
  '4.1': {
    'one-calendar-answers': [
      'GET /stock/{productId}/calendar answers, with quantity and without.',
      isAnswered('wholeCalendar', 'calendarFromQuantity'),
    ],
    'one-calendar-max-lead-time': [
      'With includeMaxLeadTime=true, a calendar that has a max lead time shows it.',
      judgeMaxLeadTimeOfOne,
    ],
    'one-calendar-real-only': [
      'With includeMaxLeadTime=false, a calendar shows no max lead time.',
      answersTo('calendarFromQuantity'),
      eachItem(({ isMaxLeadTime }, at) =>
        verify(isMaxLeadTime !== true, `${at}.isMaxLeadTime`, 'no such entry', isMaxLeadTime),
      ),
    ],
    'one-calendar-quantity': [
      'With quantity, a calendar has only dates on which at least that quantity is available.',
      answersTo('calendarFromQuantity'),
      eachItem((item, at, { threshold }) =>
        readLevels([item]).flatMap(({ quantity, isMaxLeadTime }) => {
          const isEnough = isMaxLeadTime || quantity >= toThousandths(threshold);
          return verify(isEnough, `${at}.stockQuantity`, `at least ${threshold}`, fromThousandths(quantity));
        }),
      ),
    ],
    'one-calendar-defaults': [
      'What counts where quantity or includeMaxLeadTime is left out.',
      () => notSpecified('Not asked: a caller who says both relies on neither.'),
    ],
  },
  '4.2': {
    'one-stock-answers': [
      'GET /stock/{productId}?quantity= answers.',
      isAnsweredWhereCertain('stockOfOne', ({ lines, subject }) =>
        lines.some((line) => line.productId === subject && line.isCertain),
      ),
    ],
    'one-stock-item': [
      'The answer has a single result, for the product asked for.',
      readable(one),
      (answer, { subject }) => {
        const got = productIdsOf(answer);
        return verify(show(got) === show([subject]), 'results', `one item, of product ${subject}`, got);
      },
    ],
    'one-stock-date': [
      'The stock date is one on which the calendar (4.1) holds the quantity, or its max lead time.',
      judgeDate,
    ],
    'one-stock-default': [
      'Whether quantity may be left out, and what counts then.',
      () => notSpecified('Not asked: a caller who always says it relies on nothing.'),
    ],
  },
  '4.3': {
    'several-answers': [
      'POST /stock answers for products that each carry their own quantity.',
      isAnsweredWhereCertain('stockOfSeveral', ({ lines }) => lines.every(({ isCertain }) => isCertain)),
    ],
    'several-items': [
      'The answer has exactly one item for each product asked for.',
      readable(several),
      sameProducts('item', requestedIds),
    ],
    'several-filter': [
      'filter has the form productId.eq.any(<id>,<id>,...).',
      several,
      ({ body: { filter } }, evidence) => {
        const ids = requestedIds(evidence);
        return typeof filter === 'string'
          ? verify(namesProducts(filter, ids), 'filter', `"productId.eq.any(${ids.join(',')})"`, filter)
          : [];
      },
    ],
    'several-order': [
      'In which order the items come.',
      observe(several, '4.3', ([answer], evidence) =>
        show(productIdsOf(answer)) === show(requestedIds(evidence))
          ? 'In the order of the request.'
          : 'In another order than that of the request.',
      ),
    ],
  },
  '4.4': {
    'search-answers': [
      '/stock/calendar answers with page, pageSize, filter and includeMaxLeadTime.',
      isAnswered('firstPage', 'filteredPage', 'secondPage'),
    ],
    'search-items': [
      'results has one product calendar for each product that the filter matches.',
      readable(filteredPage),
      sameProducts('calendar', ({ filtered }) => filtered),
    ],
    'search-page-size': [
      'page and pageSize are those asked for, and a page has no more products than that.',
      searches,
      (answer, evidence) => {
        const { pageSize } = requestedPage(answer);
        const count = arrayOf(answer.body['results']).length;
        const isWithin = verify(count <= pageSize, 'results', `at most ${pageSize} products`, count);
        return [...counters(requestedPage)(answer, evidence), ...isWithin];
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
      filteredPage,
      eachItem(({ stock }, at) => {
        const index = arrayOf(stock).findIndex((entry) => readLevels([entry])[0]?.isMaxLeadTime === true);
        return verify(index === -1, `${at}.stock[${index}].isMaxLeadTime`, 'no such entry', true);
      }),
    ],
    'search-method': [
      'Whether the search is asked by GET or by POST.',
      ({ exchanges: { filteredPage: page, pageByPost } }) => {
        if (page?.answer == null || pageByPost?.answer == null) return notTested('It was not asked in both ways.');
        const byGet = page.request.method === 'GET' ? `GET is answered with ${page.answer.status}` : 'GET is refused';
        return notSpecified(`${byGet}, POST with ${pageByPost.answer.status}.`);
      },
    ],
    'search-past-the-end': [
      'Content of a page past the end.',
      (evidence) => {
        const { pageByPost } = evidence.exchanges;
        if (pageByPost?.answer == null) return notTested('It was not asked.');
        const [answer] = answersTo('pageByPost')(evidence);
        if (answer === undefined) return notSpecified(`The service answers ${statusOf(pageByPost)}.`);
        const { totalItemCount, results } = answer.body;
        return notSpecified(
          `Status ${pageByPost.answer.status} with ${arrayOf(results).length} results, totalItemCount ${show(totalItemCount)}.`,
        );
      },
    ],
    'search-no-filter': [
      'What is listed where filter is left out.',
      (evidence) =>
        evidence.areProductsGiven
          ? notSpecified('Not asked: the products were named.')
          : observe(
              answersTo('firstPage'),
              '4.4',
              ([{ body }]) => `${show(body['totalItemCount'])} products.`,
            )(evidence),
    ],
  },
  '5': {
    'token-required': ['A request without the access token is refused.', isRefused('withoutToken')],
    'token-checked': ['A request with an unknown access token is rejected.', isRefused('withWrongToken')],
    'key-required': ['A request without the subscription key is refused.', isRefused('withoutKey')],
    'key-checked': ['A request with an unknown subscription key is rejected.', isRefused('withWrongKey')],
    'refusal-form': [
      'How a missing or wrong credential is refused.',
      ({ exchanges: { withoutToken, withWrongToken, withoutKey, withWrongKey } }) => {
        const asked = [withoutToken, withWrongToken, withoutKey, withWrongKey];
        const forms = asked.flatMap((exchange) => (exchange?.answer == null ? [] : [formOf(exchange)]));
        return forms.length === 0 ? notTested('It was not asked.') : notSpecified(`${[...new Set(forms)].join('; ')}.`);
      },
    ],
  },
  '7': {
    'unknown-product': [
      'How an unknown product is answered, and what the body of an error is.',
      answerTo('unknownProduct', (exchange) => `${statusOf(exchange)} (${mediaTypeOf(exchange)})`),
    ],
  },
  '8': { limits: ['Limits for requests, products and pages.', ({ exchanges }) => notSpecified(limitsOf(exchanges))] },
  '9': {
    version: [
      'What is answered without the Api-version header.',
      answerTo('withoutVersion', (exchange) => `The service answers ${statusOf(exchange)}`),
    ],
  },
};

/** In the order of the specification. */
export const requirements: readonly Requirement[] = Object.entries(specification)
  .flatMap(([section, rows]) =>
    Object.entries(rows).map(([id, [sentence, ...row]]) => {
      const judge = row.length === 1 ? row[0] : judgeEach(...row);
      return { id, section, sentence, judge };
    }),
  )
  .toSorted((a, b) => (a.section < b.section ? -1 : Number(a.section > b.section)));
