import type { CalendarDate } from '#lib/calendar-date.ts';
import { fromThousandths, toThousandths } from '#lib/thousandths.ts';
import {
  answered,
  arrayOf,
  broken,
  finding,
  hasSucceeded,
  itemsOf,
  judgeEach,
  levelOn,
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
import type { Exchange } from '#server/conformance/probe.ts';

import { eachItem, hasSoundDate } from './resources.ts';
import { namesProducts } from './envelope.ts';

/** Whether requests that are right were taken: a status of 200 to 299. */
export function isAnswered(exchanges: readonly (Exchange | null)[]): Verdict {
  const asked = exchanges.filter((exchange) => exchange !== null);
  if (asked.length === 0) return notTried('It was not asked.');
  const findings = asked
    .filter((exchange) => !hasSucceeded(exchange))
    .map((exchange) => finding(exchange, 'status', '200', statusOf(exchange)));
  return findings.length === 0 ? met : broken(findings);
}

/** The status with what the service says to it, or why there is none. */
export function statusOf({ answer, failure, json }: Exchange): string {
  if (answer === null) return failure ?? 'no answer';
  const sentence = sentenceIn(json);
  return sentence === null ? String(answer.status) : `${answer.status}: ${sentence}`;
}

const longestSentence = 160;

function sentenceIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  const body = json as Record<string, unknown>;
  const text = [body['detail'], body['message'], body['title'], body['error']].find(
    (value) => typeof value === 'string',
  );
  return text === undefined ? null : text.slice(0, longestSentence);
}

/** §4.2 and §4.3: on which date a quantity can be had. */
export const lookupRequirements: readonly Requirement[] = [
  {
    id: 'one-stock-answers',
    section: '4.2',
    sentence: 'GET /stock/{productId}?quantity= answers.',
    judge: ({ stockOfOne, lines, subject }) =>
      isAnsweredWhereCertain(
        stockOfOne,
        lines.some((line) => line.productId === subject && line.isCertain),
      ),
  },
  {
    id: 'one-stock-item',
    section: '4.2',
    sentence: 'The answer has a single result, for the product asked for.',
    judge: ({ stockOfOne, subject }) =>
      judgeEach(readable(answered(stockOfOne)), (answer) =>
        unless(
          show(productIdsOf(answer)) === show([subject]),
          'results',
          `one item, of product ${subject}`,
          productIdsOf(answer),
        ),
      ),
  },
  {
    id: 'one-stock-date',
    section: '4.2',
    sentence: 'The stock date is one on which the calendar (4.1) holds the quantity, or its max lead time.',
    judge: judgeDate,
  },
  {
    id: 'one-stock-default',
    section: '4.2',
    sentence: 'Whether quantity may be left out, and what counts then.',
    judge: () => notShown('Not asked: a caller who always says it relies on nothing.'),
  },
  {
    id: 'several-answers',
    section: '4.3',
    sentence: 'POST /stock answers for products that each carry their own quantity.',
    judge: ({ stockOfSeveral, lines }) =>
      isAnsweredWhereCertain(
        stockOfSeveral,
        lines.every(({ isCertain }) => isCertain),
      ),
  },
  {
    id: 'several-items',
    section: '4.3',
    sentence: 'The answer has exactly one item for each product asked for.',
    judge: ({ stockOfSeveral, lines }) =>
      judgeEach(readable(answered(stockOfSeveral)), (answer) => {
        const asked = lines.map(({ productId }) => productId);
        const got = productIdsOf(answer);
        return unless(
          show(got.toSorted(byNumber)) === show(asked.toSorted(byNumber)),
          'results',
          `one item for each of ${asked.join(', ')}`,
          got,
        );
      }),
  },
  {
    id: 'several-filter',
    section: '4.3',
    sentence: 'filter has the form productId.eq.any(<id>,<id>,...).',
    judge: ({ stockOfSeveral, lines }) =>
      judgeEach(answered(stockOfSeveral), ({ body: { filter } }) => {
        const ids = lines.map(({ productId }) => productId);
        return typeof filter === 'string'
          ? unless(namesProducts(filter, ids), 'filter', `"productId.eq.any(${ids.join(',')})"`, filter)
          : [];
      }),
  },
  {
    id: 'several-order',
    section: '4.3',
    sentence: 'In which order the items come.',
    judge: ({ stockOfSeveral, lines }) => {
      const [answer] = answered(stockOfSeveral);
      if (answer === undefined) return notTried('4.3 had no answer.');
      const isSame = show(productIdsOf(answer)) === show(lines.map(({ productId }) => productId));
      return notShown(isSame ? 'In the order of the request.' : 'In another order than that of the request.');
    },
  },
];

const byNumber = (a: number, b: number) => a - b;

/** A refusal tells something only where the calendar promises that the products can be had. */
function isAnsweredWhereCertain(exchange: Exchange | null, isCertain: boolean): Verdict {
  const status = exchange?.answer?.status ?? 0;
  if (exchange !== null && !isCertain && status >= 400 && status < 500)
    return notTried(`The service answers ${statusOf(exchange)}; no calendar shows that the products can be had.`);
  return isAnswered([exchange]);
}

function judgeDate({ stockOfOne, wholeCalendar, levels, lines, subject }: Evidence): Verdict {
  const [answer] = answered(stockOfOne);
  const line = lines.find(({ productId }) => productId === subject);
  const item = answer === undefined ? undefined : itemsOf(answer)[0];
  if (answer === undefined || item === undefined || line === undefined || levels.length === 0)
    return notTried('4.1 or 4.2 had no answer to hold against the other.');
  // What is wrong in the item itself has its own requirement, and nothing follows from its date.
  const { stockDate, stockQuantity, isMaxLeadTime } = item;
  if (!hasSoundDate(item) || stockQuantity !== line.quantity)
    return notTried('The item is not right in itself; see section 2.2.');
  if (!answered(wholeCalendar).flatMap(itemsOf).every(hasSoundDate))
    return notTried('The entries of 4.1 are not right in themselves; see section 2.3.');
  const date = stockDate as CalendarDate;
  const quantity = toThousandths(line.quantity);
  const at = 'results[0].item.stockDate';
  if (isMaxLeadTime === true) {
    const dates = levels.filter((level) => level.isMaxLeadTime).map((level) => level.date);
    if (dates.length === 0) return notTried('4.1 shows no max lead time to hold it against.');
    if (dates.includes(date)) return met;
    return broken([finding(answer.exchange, at, `${dates.join(' or ')}, the max lead time in 4.1`, date)]);
  }
  const level = levelOn(levels, date);
  if (level >= quantity) return met;
  return broken([
    finding(
      answer.exchange,
      at,
      `a date on which at least ${line.quantity} is available`,
      `${date}, when 4.1 has ${fromThousandths(level)}`,
    ),
  ]);
}

/** §4.1: the calendar of one product. */
export const oneCalendarRequirements: readonly Requirement[] = [
  {
    id: 'one-calendar-answers',
    section: '4.1',
    sentence: 'GET /stock/{productId}/calendar answers, with quantity and without.',
    judge: ({ wholeCalendar, calendarFromQuantity }) => isAnswered([wholeCalendar, calendarFromQuantity]),
  },
  {
    id: 'one-calendar-max-lead-time',
    section: '4.1',
    sentence: 'With includeMaxLeadTime=true, a calendar that has a max lead time shows it.',
    judge: judgeMaxLeadTimeShown,
  },
  {
    id: 'one-calendar-real-only',
    section: '4.1',
    sentence: 'With includeMaxLeadTime=false, a calendar shows no max lead time.',
    judge: ({ calendarFromQuantity }) =>
      judgeEach(
        answered(calendarFromQuantity),
        eachItem(({ isMaxLeadTime }, at) =>
          unless(isMaxLeadTime !== true, `${at}.isMaxLeadTime`, 'no such entry', isMaxLeadTime),
        ),
      ),
  },
  {
    id: 'one-calendar-quantity',
    section: '4.1',
    sentence: 'With quantity, a calendar has only dates on which at least that quantity is available.',
    judge: ({ calendarFromQuantity, threshold }) =>
      judgeEach(
        answered(calendarFromQuantity),
        eachItem((item, at) =>
          readLevels([item])
            .filter((level) => !level.isMaxLeadTime)
            .flatMap(({ quantity }) =>
              unless(
                quantity >= toThousandths(threshold ?? 0),
                `${at}.stockQuantity`,
                `at least ${threshold}`,
                fromThousandths(quantity),
              ),
            ),
        ),
      ),
  },
  {
    id: 'one-calendar-defaults',
    section: '4.1',
    sentence: 'What counts where quantity or includeMaxLeadTime is left out.',
    judge: () => notShown('Not asked: a caller who says both relies on neither.'),
  },
];

function judgeMaxLeadTimeShown({ wholeCalendar, levels, firstPage, filteredPage, stockOfOne, subject }: Evidence) {
  const [calendar] = answered(wholeCalendar);
  if (calendar === undefined) return notTried('There was no answer to see it in.');
  if (itemsOf(calendar).some(({ isMaxLeadTime }) => isMaxLeadTime === true)) return met;
  const inSearch = answered(firstPage, filteredPage)
    .flatMap(itemsOf)
    .filter(({ productId }) => productId === subject)
    .some(({ stock }) => readLevels(arrayOf(stock)).some(({ isMaxLeadTime }) => isMaxLeadTime));
  const inLookup = answered(stockOfOne)
    .flatMap(itemsOf)
    .some(({ isMaxLeadTime }) => isMaxLeadTime === true);
  if (!inSearch && !inLookup) return notTried(`Product ${subject} shows no max lead time anywhere.`);
  const where = inSearch ? '4.4' : '4.2';
  return broken([
    finding(
      calendar.exchange,
      'results',
      `an entry with isMaxLeadTime true: ${where} shows that there is one`,
      `${levels.length} entries, none of them such`,
    ),
  ]);
}
