import * as z from 'zod/mini';

import { CalendarEntry, ProductCalendar } from '#contract/envelope.ts';
import { fromThousandths } from '#lib/thousandths.ts';
import { answered, arrayOf, itemsOf } from '#server/conformance/answers.ts';
import type { Evidence } from '#server/conformance/evidence.ts';
import { fieldsOf, type Level, readLevels, realLevels } from '#server/conformance/levels.ts';
import {
  broken,
  finding,
  judgeEach,
  met,
  notShown,
  notTried,
  type Requirement,
} from '#server/conformance/requirement.ts';
import { schemaDeviations } from '#server/conformance/schema-deviations.ts';

import { hasSoundDate } from './dated-items.ts';
import { eachItem, idsAsText } from './items.ts';

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
