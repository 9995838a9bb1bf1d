import * as z from 'zod/mini';

import { MatchedFilter } from '#contract/envelope.ts';
import {
  type Answered,
  answered,
  arrayOf,
  type Deviation,
  fieldsOf,
  judgeEach,
  notShown,
  notTried,
  type Requirement,
  schemaDeviations,
  show,
  unless,
} from '#server/conformance/requirement.ts';
import type { Evidence } from '#server/conformance/gather-evidence.ts';

/** §2.1, whatever the items are. */
const Envelope = z.object({
  parameters: z.null(),
  results: z.array(z.object({ item: z.looseObject({}) })),
  facets: z.array(z.unknown()),
  filters: z.array(z.omit(MatchedFilter, { value: true })),
  filter: z.string(),
  page: z.int(),
  pageSize: z.int(),
  totalPageCount: z.int(),
  totalItemCount: z.int(),
});

const calendars = (evidence: Evidence) => answered(evidence.wholeCalendar, evidence.calendarFromQuantity);
const lookups = (evidence: Evidence) => answered(evidence.stockOfOne, evidence.stockOfSeveral);
const searches = (evidence: Evidence) => answered(evidence.firstPage, evidence.secondPage, evidence.filteredPage);

/** §2.1: the envelope that all answers share. */
export const envelopeRequirements: readonly Requirement[] = [
  {
    id: 'envelope',
    section: '2.1',
    sentence:
      'Every answer is the envelope: parameters null, results with one item each, facets, filters, filter and four whole counters.',
    judge: (evidence) =>
      judgeEach([...calendars(evidence), ...lookups(evidence), ...searches(evidence)], ({ body }) =>
        schemaDeviations(Envelope, body),
      ),
  },
  {
    id: 'filters',
    section: '2.1',
    sentence: 'filters has one entry for each product matched, with the name productId and the id as keyValue.',
    judge: (evidence) =>
      judgeEach([...calendars(evidence), ...lookups(evidence), ...answered(evidence.filteredPage)], (answer) =>
        wrongFilters(answer, matchedIds(answer, evidence)),
      ),
  },
  {
    id: 'filters-value',
    section: '2.1',
    sentence:
      'The entries of filters hold value, the product id as a whole number, in 4.2, 4.3 and 4.4, and not in 4.1.',
    judge: (evidence) => {
      const withValue = [...lookups(evidence), ...searches(evidence)];
      const all = [...calendars(evidence), ...withValue];
      return judgeEach(all, (answer) => wrongValues(answer, withValue.includes(answer)));
    },
  },
  {
    id: 'filter-text',
    section: '2.1',
    sentence: 'filter names the products: productId.eq.<id> for one, productId.eq.any(<id>,<id>,...) for several.',
    judge: (evidence) =>
      judgeEach([...calendars(evidence), ...answered(evidence.stockOfOne, evidence.filteredPage)], (answer) =>
        wrongFilterText(answer, matchedIds(answer, evidence)),
      ),
  },
  {
    id: 'first-page',
    section: '2.1',
    sentence: 'page is 1 in the answers of 4.1, 4.2 and 4.3, which have no pages to choose.',
    judge: (evidence) =>
      judgeEach([...calendars(evidence), ...lookups(evidence)], (answer) => counter(answer, 'page', 1)),
  },
  {
    id: 'calendar-counters',
    section: '2.1',
    sentence: 'In 4.1, pageSize and totalItemCount are 1, however many entries the calendar has, on one page.',
    judge: (evidence) =>
      judgeEach(calendars(evidence), (answer) => [
        ...counter(answer, 'pageSize', 1),
        ...counter(answer, 'totalItemCount', 1),
        ...counter(answer, 'totalPageCount', 1),
      ]),
  },
  {
    id: 'several-counters',
    section: '2.1',
    sentence: 'In 4.3, pageSize and totalItemCount are the number of products asked for.',
    judge: (evidence) =>
      judgeEach(answered(evidence.stockOfSeveral), (answer) => [
        ...counter(answer, 'pageSize', evidence.lines.length),
        ...counter(answer, 'totalItemCount', evidence.lines.length),
      ]),
  },
  {
    id: 'other-counters',
    section: '2.1',
    sentence: 'What the counters of 4.2 say.',
    judge: ({ stockOfOne }) => {
      const [answer] = answered(stockOfOne);
      if (answer === undefined) return notTried('4.2 had no answer.');
      const { page, pageSize, totalPageCount, totalItemCount } = answer.body;
      return notShown(
        `page ${show(page)}, pageSize ${show(pageSize)}, totalPageCount ${show(totalPageCount)}, totalItemCount ${show(totalItemCount)}.`,
      );
    },
  },
];

/** The products that an answer is about; both of §4.4 that come here name theirs. */
function matchedIds(
  { exchange }: Answered,
  { stockOfSeveral, filteredPage, lines, filtered, subject }: Evidence,
): number[] {
  if (exchange === stockOfSeveral) return lines.map(({ productId }) => productId);
  if (exchange === filteredPage) return [...filtered];
  return subject === null ? [] : [subject];
}

function wrongFilters({ body }: Answered, ids: readonly number[]): Deviation[] {
  if (!Array.isArray(body['filters'])) return [];
  const filters = arrayOf(body['filters']).map(fieldsOf);
  const names = filters.flatMap(({ name }, index) =>
    typeof name === 'string'
      ? unless(name.toLowerCase() === 'productid', `filters[${index}].name`, '"productId"', name)
      : [],
  );
  const keys = filters.flatMap(({ keyValue }) => (typeof keyValue === 'string' ? [keyValue] : []));
  const isSame = filters.length === ids.length && ids.every((id) => keys.includes(String(id)));
  // A keyValue of another type is the envelope's to name.
  return [
    ...names,
    ...(keys.length < filters.length ? [] : unless(isSame, 'filters', `one entry for each of ${ids.join(', ')}`, keys)),
  ];
}

function wrongValues({ body }: Answered, isPresent: boolean): Deviation[] {
  return arrayOf(body['filters']).flatMap((filter, index) => {
    const { value, keyValue } = fieldsOf(filter);
    const at = `filters[${index}].value`;
    if (!isPresent) return unless(value === undefined, at, 'no such field in 4.1', value);
    return unless(
      Number.isInteger(value) && (typeof keyValue !== 'string' || String(value) === keyValue),
      at,
      `the product id as a whole number${typeof keyValue === 'string' ? `, ${keyValue}` : ''}`,
      value,
    );
  });
}

function wrongFilterText({ body }: Answered, ids: readonly number[]): Deviation[] {
  const { filter } = body;
  if (typeof filter !== 'string') return [];
  const forms = ids.length === 1 ? [`productId.eq.${ids[0]}`] : [];
  const expected = forms[0] ?? `productId.eq.any(${ids.join(',')})`;
  return unless(namesProducts(filter, ids), 'filter', show(expected), filter);
}

/** Whether the text is a filter for exactly these products, in any order; a single one may stand in `any()` too. */
export function namesProducts(filter: string, ids: readonly number[]): boolean {
  const [, several, one] = /^productid\.eq\.(?:any\(([\d,]+)\)|(\d+))$/i.exec(filter) ?? [];
  const named = several?.split(',') ?? (one === undefined ? [] : [one]);
  return named.length === ids.length && ids.every((id) => named.includes(String(id)));
}

function counter({ body }: Answered, name: string, expected: number): Deviation[] {
  const value = body[name];
  return Number.isInteger(value) ? unless(value === expected, name, String(expected), value) : [];
}
