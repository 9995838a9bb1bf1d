import type { CalendarDate } from '#stock/calendar-date.ts';
import { exactThousandths, fromThousandths, toThousandths } from '#stock/thousandths.ts';
import { CalendarEntry } from '#stock/contract/envelope.ts';

import type { Evidence } from './gather-evidence.ts';
import {
  type Answered,
  answersTo,
  arrayOf,
  failed,
  fieldsOf,
  type Fields,
  finding,
  hasMaxLeadTime,
  hasValidDate,
  itemsOf,
  type Level,
  passed,
  notTested,
  productIdsOf,
  readable,
  readLevels,
  realLevels,
  type Verdict,
} from './requirement.ts';

// Comparisons skip responses with faults of their own, as those are separate requirements.

const noAnswer = notTested('There was no answer to see it in.');
const oneMissing = notTested('One of the two had no answer.');
const wrongEntries = notTested('The entries of 4.1 are not right in themselves; see section 2.3.');
const wrongItems = (which: string) =>
  notTested(`${which} not right in ${which.endsWith('are') ? 'themselves' : 'itself'}; see section 2.2.`);

/** §4.2 and §4.3 return the same date for the same product and quantity. */
export function judgeSameDate(evidence: Evidence): Verdict {
  const { subject, lines } = evidence;
  const [one] = answersTo('stockOfOne')(evidence);
  const [several] = answersTo('stockOfSeveral')(evidence);
  if (one === undefined || several === undefined) return oneMissing;
  const quantity = lines.find(({ productId }) => productId === subject)?.quantity;
  const matches = (item: Fields) =>
    item['productId'] === subject &&
    hasValidDate(item) &&
    typeof item['stockQuantity'] === 'number' &&
    quantity !== undefined &&
    exactThousandths(item['stockQuantity']) === exactThousandths(quantity);
  const alone = itemsOf(one).find(matches);
  const items = itemsOf(several);
  const index = items.findIndex(matches);
  const among = items[index];
  if (alone === undefined || among === undefined) return wrongItems('The items are');
  if (alone['stockDate'] === among['stockDate'] && alone['isMaxLeadTime'] === among['isMaxLeadTime']) return passed;
  const { method, path } = one.exchange.request;
  const expected = `${printDate(alone)}, as ${method} ${path} gives`;
  return failed([finding(several.exchange, `results[${index}].item.stockDate`, expected, printDate(among))]);
}

function printDate({ stockDate, isMaxLeadTime }: Fields): string {
  return `${String(stockDate)}${isMaxLeadTime === true ? ' (max lead time)' : ''}`;
}

/** The calendar of §4.1 has the quantity on the date of §4.2, or that is its max lead time date. */
export function judgeDate(evidence: Evidence): Verdict {
  const { levels, lines, subject } = evidence;
  const [answer] = answersTo('stockOfOne')(evidence);
  const line = lines.find(({ productId }) => productId === subject);
  const item = answer === undefined ? undefined : itemsOf(answer)[0];
  if (answer === undefined || item === undefined || line === undefined || levels.length === 0)
    return notTested('4.1 or 4.2 had no answer to hold against the other.');
  const { stockDate, stockQuantity, isMaxLeadTime } = item;
  if (!hasValidDate(item) || stockQuantity !== line.quantity) return wrongItems('The item is');
  if (!answersTo('wholeCalendar')(evidence).flatMap(itemsOf).every(hasValidDate)) return wrongEntries;
  const date = stockDate as CalendarDate;
  const differs = (expected: string, got: string) =>
    failed([finding(answer.exchange, 'results[0].item.stockDate', expected, got)]);
  if (isMaxLeadTime === true) {
    const dates = levels.filter((level) => level.isMaxLeadTime).map((level) => level.date);
    if (dates.length === 0) return notTested('4.1 shows no max lead time to hold it against.');
    return dates.includes(date) ? passed : differs(`${dates.join(' or ')}, the max lead time in 4.1`, date);
  }
  const level = realLevels(levels).findLast((each) => each.date <= date)?.quantity ?? 0;
  if (level >= toThousandths(line.quantity)) return passed;
  const available = `${date}, when 4.1 has ${fromThousandths(level)}`;
  return differs(`a date on which at least ${line.quantity} is available`, available);
}

/** §4.1 includes the max lead time entry if §4.2 or §4.4 does. */
export function judgeMaxLeadTimeOfOne(evidence: Evidence): Verdict {
  const { levels, subject } = evidence;
  const [calendar] = answersTo('wholeCalendar')(evidence);
  if (calendar === undefined) return noAnswer;
  if (itemsOf(calendar).some(({ isMaxLeadTime }) => isMaxLeadTime === true)) return passed;
  const inSearch = answersTo(
    'firstPage',
    'filteredPage',
  )(evidence)
    .flatMap(itemsOf)
    .some(({ productId, stock }) => productId === subject && hasMaxLeadTime(readLevels(arrayOf(stock))));
  const inLookup = answersTo('stockOfOne')(evidence)
    .flatMap(itemsOf)
    .some(({ isMaxLeadTime }) => isMaxLeadTime === true);
  if (!inSearch && !inLookup) return notTested(`Product ${subject} shows no max lead time anywhere.`);
  const expected = `an entry with isMaxLeadTime true: ${inSearch ? '4.4' : '4.2'} shows that there is one`;
  return failed([finding(calendar.exchange, 'results', expected, `${levels.length} entries, none of them such`)]);
}

/** §4.4 includes the max lead time entry if §4.1 does. */
export function judgeMaxLeadTimeOfSeveral(evidence: Evidence): Verdict {
  const [page] = answersTo('firstPage')(evidence);
  if (page === undefined) return noAnswer;
  const calendars = itemsOf(page).map(({ stock }) => readLevels(arrayOf(stock)));
  if (calendars.some(hasMaxLeadTime)) return passed;
  const index = indexOfSubject(page, evidence);
  if ((calendars[index]?.length ?? 0) === 0) return notTested('stock is empty, or not like the entries of 4.1.');
  if (!hasMaxLeadTime(evidence.levels)) return notTested('None of the products shows a max lead time.');
  const expected = 'an entry with isMaxLeadTime true: 4.1 shows that there is one';
  return failed([finding(page.exchange, `results[${index}].item.stock`, expected, 'none such')]);
}

/** Index of the result for the subject product; -1 if there is none. */
function indexOfSubject(page: Answered, { subject }: Evidence): number {
  return itemsOf(page).findIndex(({ productId }) => productId === subject);
}

/** A product's calendar in §4.4 equals that of §4.1, if its elements have the form of entries. */
export function judgeAgreement(evidence: Evidence): Verdict {
  const [page] = answersTo('firstPage')(evidence);
  const [calendar] = answersTo('wholeCalendar')(evidence);
  if (page === undefined || calendar === undefined) return oneMissing;
  const index = indexOfSubject(page, evidence);
  const stock = arrayOf(itemsOf(page)[index]?.['stock']);
  if (stock.length === 0) return notTested('stock is empty for the product of the calendar.');
  const entries = itemsOf(calendar);
  if (!entries.filter(({ isDeleted }) => isDeleted !== true).every(isReadable)) return wrongEntries;
  const at = `results[${index}].item.stock`;
  const unlike = stock.findIndex((entry) => CalendarEntry.safeParse(entry).success && !isReadable(entry));
  if (unlike >= 0) {
    const expected = 'a date with its own Unix time, and not deleted';
    return failed([finding(page.exchange, `${at}[${unlike}]`, expected, stock[unlike])]);
  }
  if (!stock.every(isReadable)) return notTested('The elements of stock are not like the entries of 4.1.');
  // The presence of a max lead time is a separate requirement.
  const here = realLevels(readLevels(stock)).map(print);
  const there = realLevels(readLevels(entries)).map(print);
  const first = Array.from({ length: Math.max(here.length, there.length) }).findIndex((_, n) => here[n] !== there[n]);
  if (first === -1) return passed;
  const none = 'no further entry';
  const expected = `${there[first] ?? none}, as ${calendar.exchange.request.path} gives`;
  return failed([finding(page.exchange, at, expected, here[first] ?? none)]);
}

function isReadable(entry: unknown): boolean {
  return hasValidDate(fieldsOf(entry)) && readLevels([entry]).length === 1;
}

function print({ date, quantity }: Level): string {
  return `${fromThousandths(quantity)} on ${date}`;
}

/** The second page of §4.4 continues after the first. */
export function judgeSecondPage(evidence: Evidence): Verdict {
  const { split } = evidence;
  const [first] = readable(answersTo('firstPage'))(evidence);
  const [second] = readable(answersTo('secondPage'))(evidence);
  if (first === undefined) return notTested('The first page had no answer.');
  if (second === undefined)
    return notTested(split === 0 ? 'One product alone fills no second page.' : 'The second page had no answer.');
  const before = new Set(productIdsOf(first).slice(0, split));
  const got = productIdsOf(second);
  if (got.length === split && !got.some((id) => before.has(id))) return passed;
  const expected = `products ${productIdsOf(first)
    .slice(split, 2 * split)
    .join(', ')}`;
  const found = got.length === 0 ? 'no products' : `products ${got.join(', ')}`;
  return failed([finding(second.exchange, 'results', expected, found)]);
}
