import { fromThousandths, toThousandths } from '#lib/thousandths.ts';
import { answered, arrayOf, itemsOf } from '#server/conformance/answers.ts';
import type { Evidence } from '#server/conformance/evidence.ts';
import { readLevels } from '#server/conformance/levels.ts';
import {
  broken,
  finding,
  judgeEach,
  met,
  notShown,
  notTried,
  type Requirement,
  unless,
} from '#server/conformance/requirement.ts';

import { isAnswered } from './is-answered.ts';
import { eachItem } from './items.ts';

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
