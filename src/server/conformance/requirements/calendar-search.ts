import {
  type Answered,
  answered,
  arrayOf,
  broken,
  type Deviation,
  finding,
  itemsOf,
  judgeEach,
  met,
  notShown,
  notTried,
  productIdsOf,
  readable,
  readLevels,
  type Requirement,
  show,
  unless,
  type Verdict,
} from '#server/conformance/requirement.ts';
import type { Evidence } from '#server/conformance/gather-evidence.ts';

import { isAnswered, statusOf } from './lookups.ts';
import { eachItem } from './resources.ts';

/** §4.4: the calendars of several products, a page at a time. */
export const calendarSearchRequirements: readonly Requirement[] = [
  {
    id: 'search-answers',
    section: '4.4',
    sentence: '/stock/calendar answers with page, pageSize, filter and includeMaxLeadTime.',
    judge: ({ firstPage, secondPage, filteredPage }) => isAnswered([firstPage, filteredPage, secondPage]),
  },
  {
    id: 'search-items',
    section: '4.4',
    sentence: 'results has one product calendar for each product that the filter matches.',
    judge: ({ filteredPage, filtered }) =>
      judgeEach(readable(answered(filteredPage)), (answer) => {
        const got = productIdsOf(answer).toSorted((a, b) => a - b);
        const asked = filtered.toSorted((a, b) => a - b);
        return unless(show(got) === show(asked), 'results', `one calendar for each of ${asked.join(', ')}`, got);
      }),
  },
  {
    id: 'search-page-size',
    section: '4.4',
    sentence: 'page and pageSize are those asked for, and a page has no more products than that.',
    judge: (evidence) =>
      judgeEach(pages(evidence), (answer) => {
        const { page, pageSize } = askedPage(answer);
        const count = arrayOf(answer.body['results']).length;
        return [
          ...whole(answer, 'page', page),
          ...whole(answer, 'pageSize', pageSize),
          ...unless(count <= pageSize, 'results', `at most ${pageSize} products`, count),
        ];
      }),
  },
  {
    id: 'search-counters',
    section: '4.4',
    sentence: 'totalItemCount is the number of products matched, totalPageCount the pages that they fill.',
    judge: (evidence) => judgeEach(pages(evidence), (answer) => wrongTotals(answer, evidence)),
  },
  {
    id: 'search-next-page',
    section: '4.4',
    sentence: 'The second page goes on where the first ends, and repeats nothing of it.',
    judge: judgeSecondPage,
  },
  {
    id: 'search-max-lead-time',
    section: '4.4',
    sentence: 'With includeMaxLeadTime=true, a calendar that has a max lead time shows it.',
    judge: judgeMaxLeadTimeShown,
  },
  {
    id: 'search-real-only',
    section: '4.4',
    sentence: 'With includeMaxLeadTime=false, no calendar shows a max lead time.',
    judge: ({ filteredPage }) =>
      judgeEach(
        answered(filteredPage),
        eachItem(({ stock }, at) => {
          const index = arrayOf(stock).findIndex((entry) =>
            readLevels([entry]).some(({ isMaxLeadTime }) => isMaxLeadTime),
          );
          return unless(index === -1, `${at}.stock[${index}].isMaxLeadTime`, 'no such entry', true);
        }),
      ),
  },
  {
    id: 'search-method',
    section: '4.4',
    sentence: 'Whether the search is asked by GET or by POST.',
    judge: ({ filteredPage, pageByPost }) => {
      if (filteredPage?.answer == null || pageByPost?.answer == null) return notTried('It was not asked in both ways.');
      const byGet =
        filteredPage.request.method === 'GET' ? `GET is answered with ${filteredPage.answer.status}` : 'GET is refused';
      return notShown(`${byGet}, POST with ${pageByPost.answer.status}.`);
    },
  },
  {
    id: 'search-past-the-end',
    section: '4.4',
    sentence: 'What a page past the end holds.',
    judge: ({ pageByPost }) => {
      if (pageByPost?.answer == null) return notTried('It was not asked.');
      const [answer] = answered(pageByPost);
      if (answer === undefined) return notShown(`The service answers ${statusOf(pageByPost)}.`);
      const { totalItemCount, results } = answer.body;
      return notShown(
        `Status ${pageByPost.answer.status} with ${arrayOf(results).length} results, totalItemCount ${show(totalItemCount)}.`,
      );
    },
  },
  {
    id: 'search-no-filter',
    section: '4.4',
    sentence: 'What is listed where filter is left out.',
    judge: ({ firstPage, areProductsGiven }) => {
      if (areProductsGiven) return notShown('Not asked: the products were named.');
      const [answer] = answered(firstPage);
      return answer === undefined
        ? notTried('4.4 had no answer.')
        : notShown(`${show(answer.body['totalItemCount'])} products.`);
    },
  },
];

const pages = ({ firstPage, secondPage, filteredPage }: Evidence) => answered(firstPage, secondPage, filteredPage);

function askedPage({ exchange }: Answered): { page: number; pageSize: number } {
  const query = new URLSearchParams(exchange.request.path.split('?')[1]);
  return { page: Number(query.get('page')), pageSize: Number(query.get('pageSize')) };
}

function whole({ body }: Answered, name: string, expected: number): Deviation[] {
  const value = body[name];
  return Number.isInteger(value) ? unless(value === expected, name, String(expected), value) : [];
}

function wrongTotals(answer: Answered, { filteredPage, filtered }: Evidence): Deviation[] {
  const { totalItemCount: items, totalPageCount: pageCount } = answer.body;
  if (typeof items !== 'number' || typeof pageCount !== 'number') return [];
  const { page, pageSize } = askedPage(answer);
  const atLeast = (page - 1) * pageSize + arrayOf(answer.body['results']).length;
  const wrongItems =
    answer.exchange === filteredPage
      ? unless(items === filtered.length, 'totalItemCount', String(filtered.length), items)
      : unless(items >= atLeast, 'totalItemCount', `at least ${atLeast}, which were seen`, items);
  const count = Math.ceil(items / pageSize);
  return wrongItems.length > 0
    ? wrongItems
    : unless(pageCount === count, 'totalPageCount', `${count}: ${items} products by ${pageSize}`, pageCount);
}

function judgeSecondPage({ firstPage, secondPage, split }: Evidence): Verdict {
  const [first] = readable(answered(firstPage));
  const [second] = readable(answered(secondPage));
  if (first === undefined) return notTried('The first page had no answer.');
  if (second === undefined)
    return notTried(split === 0 ? 'One product alone fills no second page.' : 'The second page had no answer.');
  const before = new Set(productIdsOf(first).slice(0, split));
  const expected = productIdsOf(first).slice(split, 2 * split);
  const got = productIdsOf(second);
  const repeated = got.filter((id) => before.has(id));
  if (repeated.length === 0 && got.length === split) return met;
  return broken([
    finding(
      second.exchange,
      'results',
      `products ${expected.join(', ')}`,
      got.length === 0 ? 'no products' : `products ${got.join(', ')}`,
    ),
  ]);
}

function judgeMaxLeadTimeShown({ firstPage, levels, subject }: Evidence): Verdict {
  const [page] = answered(firstPage);
  if (page === undefined) return notTried('There was no answer to see it in.');
  const calendars = itemsOf(page).map(({ productId, stock }) => ({ productId, levels: readLevels(arrayOf(stock)) }));
  if (calendars.some((calendar) => calendar.levels.some(({ isMaxLeadTime }) => isMaxLeadTime))) return met;
  const index = calendars.findIndex(({ productId }) => productId === subject);
  if ((calendars[index]?.levels.length ?? 0) === 0) return notTried('stock is empty, or not like the entries of 4.1.');
  if (!levels.some(({ isMaxLeadTime }) => isMaxLeadTime))
    return notTried('None of the products shows a max lead time.');
  return broken([
    finding(
      page.exchange,
      `results[${index}].item.stock`,
      'an entry with isMaxLeadTime true: 4.1 shows that there is one',
      'none such',
    ),
  ]);
}
