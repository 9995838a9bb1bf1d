import { CalendarEntry } from '#contract/envelope.ts';
import { isCalendarDate } from '#lib/calendar-date.ts';
import { type Answered, answered, itemsOf } from '#server/conformance/answers.ts';
import type { Evidence } from '#server/conformance/evidence.ts';
import { type Deviation, judgeEach, type Requirement, unless } from '#server/conformance/requirement.ts';
import { schemaDeviations } from '#server/conformance/schema-deviations.ts';

import { wrongDates, wrongUnix } from './dated-items.ts';
import { eachItem } from './items.ts';

const calendars = ({ wholeCalendar, calendarFromQuantity }: Evidence) => answered(wholeCalendar, calendarFromQuantity);

/** §2.3: the entries of 4.1. */
export const calendarEntryRequirements: readonly Requirement[] = [
  {
    id: 'entry-fields',
    section: '2.3',
    sentence: 'A calendar entry has all its fields, each of its type.',
    judge: (evidence) =>
      judgeEach(
        calendars(evidence),
        eachItem((item, at) => schemaDeviations(CalendarEntry, item, at)),
      ),
  },
  {
    id: 'entry-product',
    section: '2.3',
    sentence: 'Every entry is of the product asked for.',
    judge: (evidence) =>
      judgeEach(
        calendars(evidence),
        eachItem(({ productId }, at) =>
          typeof productId === 'number'
            ? unless(productId === evidence.subject, `${at}.productId`, String(evidence.subject), productId)
            : [],
        ),
      ),
  },
  {
    id: 'entry-dates',
    section: '2.3',
    sentence: 'stockDate of an entry is a day, written YYYY-MM-DD.',
    judge: (evidence) =>
      judgeEach(
        calendars(evidence),
        eachItem((item, at) => wrongDates(item, ['stockDate'], at)),
      ),
  },
  {
    id: 'entry-unix',
    section: '2.3',
    sentence: 'stockDateUnix of an entry is midnight UTC of its stockDate, in seconds.',
    judge: (evidence) => judgeEach(calendars(evidence), eachItem(wrongUnix)),
  },
  {
    id: 'entry-order',
    section: '2.3',
    sentence: 'Entries are in ascending order of date, the max lead time last.',
    judge: (evidence) => judgeEach(calendars(evidence), outOfOrder),
  },
  {
    id: 'entry-deleted',
    section: '2.3',
    sentence: 'A calendar lists what there is: no entry is marked as deleted.',
    judge: (evidence) =>
      judgeEach(
        calendars(evidence),
        eachItem(({ isDeleted }, at) => unless(isDeleted !== true, `${at}.isDeleted`, 'false', isDeleted)),
      ),
  },
];

/** Deleted entries don't count: that they are there at all has its own requirement. */
function outOfOrder(answer: Answered): Deviation[] {
  let before: { date: string; isMaxLeadTime: boolean } | undefined;
  return itemsOf(answer).flatMap(({ stockDate, isMaxLeadTime, isDeleted }, index) => {
    if (typeof stockDate !== 'string' || !isCalendarDate(stockDate) || isDeleted === true) return [];
    const entry = { date: stockDate, isMaxLeadTime: isMaxLeadTime === true };
    const previous = before;
    before = entry;
    if (previous === undefined) return [];
    const at = `results[${index}].item.stockDate`;
    if (previous.isMaxLeadTime)
      return unless(entry.isMaxLeadTime, at, 'no real entry after the max lead time', stockDate);
    return unless(
      entry.isMaxLeadTime || previous.date <= entry.date,
      at,
      `${previous.date} or later, as the entry before`,
      stockDate,
    );
  });
}
