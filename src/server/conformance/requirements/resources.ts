import * as z from 'zod/mini';

import { CalendarEntry, ProductCalendar, StockItem } from '#contract/envelope.ts';
import { isCalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';
import { fromThousandths, toThousandths } from '#lib/thousandths.ts';
import {
  type Answered,
  answered,
  arrayOf,
  broken,
  type Deviation,
  fieldsOf,
  finding,
  itemsOf,
  judgeEach,
  type Level,
  met,
  notShown,
  notTried,
  readLevels,
  realLevels,
  type Requirement,
  schemaDeviations,
  show,
  unless,
} from '#server/conformance/requirement.ts';
import type { Evidence } from '#server/conformance/gather-evidence.ts';

type Fields = Record<string, unknown>;

/** Fields of an item that should hold a day, and don't, though they hold a text. */
function wrongDates(item: Fields, names: readonly string[], at: string): Deviation[] {
  return names.flatMap((name) => {
    const value = item[name];
    if (typeof value !== 'string') return [];
    return unless(isCalendarDate(value), `${at}.${name}`, 'a day that exists, written YYYY-MM-DD', value);
  });
}

/** `stockDateUnix` where it is not midnight UTC of a `stockDate` that is a day. */
function wrongUnix({ stockDate, stockDateUnix }: Fields, at: string): Deviation[] {
  if (typeof stockDate !== 'string' || !isCalendarDate(stockDate) || typeof stockDateUnix !== 'number') return [];
  const expected = toUnixSeconds(stockDate);
  return unless(
    stockDateUnix === expected,
    `${at}.stockDateUnix`,
    `${expected}, midnight UTC of ${stockDate}`,
    stockDateUnix,
  );
}

/** Whether the item's date is a day, and its Unix time says the same. */
export function hasSoundDate(item: Fields): boolean {
  return (
    typeof item['stockDate'] === 'string' &&
    isCalendarDate(item['stockDate']) &&
    typeof item['stockDateUnix'] === 'number' &&
    wrongUnix(item, '').length === 0
  );
}

/**
 * Holds each item of an answer to `deviationsOf`, which is told where the item stands. A result without an item is
 * the envelope's to name.
 */
export function eachItem(deviationsOf: (item: Fields, at: string) => Deviation[]) {
  return (answer: Answered): Deviation[] =>
    arrayOf(answer.body['results']).flatMap((result, index) => {
      const { item } = fieldsOf(result);
      return item === undefined ? [] : deviationsOf(fieldsOf(item), `results[${index}].item`);
    });
}

/** §2.2, §2.4: both are the product id as text. What is of another type is named with the fields. */
function idsAsText(item: Fields, at: string): Deviation[] {
  const { productId } = item;
  if (typeof productId !== 'number') return [];
  return ['itemId', 'id'].flatMap((name) =>
    typeof item[name] === 'string'
      ? unless(item[name] === String(productId), `${at}.${name}`, `"${productId}"`, item[name])
      : [],
  );
}

const lookups = ({ stockOfOne, stockOfSeveral }: Evidence) => answered(stockOfOne, stockOfSeveral);

/** §2.2: the items of 4.2 and 4.3. */
export const stockItemRequirements: readonly Requirement[] = [
  {
    id: 'item-fields',
    section: '2.2',
    sentence: 'A stock item has all its fields, each of its type.',
    judge: (evidence) =>
      judgeEach(
        lookups(evidence),
        eachItem((item, at) => schemaDeviations(StockItem, item, at)),
      ),
  },
  {
    id: 'item-ids',
    section: '2.2',
    sentence: 'itemId and id of a stock item are its product id as text.',
    judge: (evidence) => judgeEach(lookups(evidence), eachItem(idsAsText)),
  },
  {
    id: 'item-dates',
    section: '2.2',
    sentence: 'stockDate and lastUpdateDate of a stock item are days, written YYYY-MM-DD.',
    judge: (evidence) =>
      judgeEach(
        lookups(evidence),
        eachItem((item, at) => wrongDates(item, ['stockDate', 'lastUpdateDate'], at)),
      ),
  },
  {
    id: 'item-unix',
    section: '2.2',
    sentence: 'stockDateUnix of a stock item is midnight UTC of its stockDate, in seconds.',
    judge: (evidence) => judgeEach(lookups(evidence), eachItem(wrongUnix)),
  },
  {
    id: 'item-quantity',
    section: '2.2',
    sentence: 'stockQuantity of a stock item is the quantity asked for.',
    judge: (evidence) =>
      judgeEach(lookups(evidence), (answer) =>
        itemsOf(answer).flatMap(({ productId, stockQuantity }, index) => {
          const asked = askedFor(evidence, answer, productId);
          if (asked === undefined || typeof stockQuantity !== 'number') return [];
          const isSame = toThousandths(stockQuantity) === toThousandths(asked);
          return unless(isSame, `results[${index}].item.stockQuantity`, String(asked), stockQuantity);
        }),
      ),
  },
  {
    id: 'codes',
    section: '2.4',
    sentence: 'Which companies, sales organizations and territories there are, and what they mean.',
    judge: (evidence) => {
      const [answer] = lookups(evidence);
      return answer === undefined ? notTried('4.2 and 4.3 had no answer.') : notShown(codesOf(answer));
    },
  },
];

/** Another product than was asked for has no quantity that it should be. */
function askedFor(
  { lines, stockOfOne, subject }: Evidence,
  { exchange }: Answered,
  productId: unknown,
): number | undefined {
  if (exchange === stockOfOne && productId !== subject) return undefined;
  return lines.find((line) => line.productId === productId)?.quantity;
}

function codesOf(answer: Answered): string {
  const markets = itemsOf(answer).map(
    ({ company, salesOrganization, territoryId }) =>
      `company ${show(company)}, sales organization ${show(salesOrganization)}, territory ${show(territoryId)}`,
  );
  return `${[...new Set(markets)].join('; ')}.`;
}

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

/** §2.4; what the elements of `stock` are is not shown. */
const BareCalendar = z.extend(ProductCalendar, { stock: z.array(z.unknown()) });

const searches = ({ firstPage, secondPage, filteredPage }: Evidence) => answered(firstPage, secondPage, filteredPage);

/** §2.4: the items of 4.4. */
export const productCalendarRequirements: readonly Requirement[] = [
  {
    id: 'calendar-fields',
    section: '2.4',
    sentence: 'A product calendar has all its fields, each of its type.',
    judge: (evidence) =>
      judgeEach(
        searches(evidence),
        eachItem((item, at) => schemaDeviations(BareCalendar, item, at)),
      ),
  },
  {
    id: 'calendar-ids',
    section: '2.4',
    sentence: 'itemId and id of a product calendar are its product id as text.',
    judge: (evidence) => judgeEach(searches(evidence), eachItem(idsAsText)),
  },
  {
    id: 'stock-agrees',
    section: '2.4',
    sentence: 'Where stock holds entries like those of 4.1, it is the calendar that 4.1 gives for the product.',
    judge: judgeAgreement,
  },
  {
    id: 'stock-elements',
    section: '2.4',
    sentence: 'What the elements of stock are.',
    judge: (evidence) => {
      const elements = searches(evidence)
        .flatMap(itemsOf)
        .flatMap(({ stock }) => arrayOf(stock));
      if (searches(evidence).length === 0) return notTried('4.4 had no answer.');
      if (elements.length === 0) return notShown('stock is empty for every product seen.');
      const alike = elements.filter((element) => CalendarEntry.safeParse(element).success).length;
      return notShown(`${alike} of ${elements.length} elements seen are calendar entries as 2.3 describes them.`);
    },
  },
];

function judgeAgreement({ firstPage, wholeCalendar, subject }: Evidence) {
  const [page] = answered(firstPage);
  const [calendar] = answered(wholeCalendar);
  if (page === undefined || calendar === undefined) return notTried('One of the two had no answer.');
  const index = itemsOf(page).findIndex(({ productId }) => productId === subject);
  const stock = arrayOf(itemsOf(page)[index]?.['stock']);
  if (stock.length === 0) return notTried('stock is empty for the product of the calendar.');
  const entries = itemsOf(calendar);
  // What is not right in one entry has its own requirement, and nothing follows from the comparison.
  if (!entries.filter(({ isDeleted }) => isDeleted !== true).every(isReadable))
    return notTried('The entries of 4.1 are not right in themselves; see section 2.3.');
  const unlike = stock.findIndex((entry) => CalendarEntry.safeParse(entry).success && !isReadable(entry));
  const at = `results[${index}].item.stock`;
  if (unlike >= 0)
    return broken([
      finding(page.exchange, `${at}[${unlike}]`, 'a date with its own Unix time, and not deleted', stock[unlike]),
    ]);
  if (!stock.every(isReadable)) return notTried('The elements of stock are not like the entries of 4.1.');
  // Whether the max lead time is there has requirements of its own.
  const here = realLevels(readLevels(stock)).map(print);
  const there = realLevels(readLevels(entries)).map(print);
  const first = Array.from({ length: Math.max(here.length, there.length) }).findIndex((_, n) => here[n] !== there[n]);
  if (first === -1) return met;
  const { path } = calendar.exchange.request;
  return broken([
    finding(
      page.exchange,
      at,
      `${there[first] ?? 'no further entry'}, as ${path} gives`,
      here[first] ?? 'no further entry',
    ),
  ]);
}

function isReadable(entry: unknown): boolean {
  return hasSoundDate(fieldsOf(entry)) && readLevels([entry]).length === 1;
}

function print({ date, quantity }: Level): string {
  return `${fromThousandths(quantity)} on ${date}`;
}
