import { toThousandths } from '#lib/thousandths.ts';

import { type Answered, answered, hasSucceeded, itemsOf } from '#server/conformance/answers.ts';
import { type Evidence } from '#server/conformance/evidence.ts';
import { fieldsOf } from '#server/conformance/levels.ts';
import { broken, finding, met, notTried, type Requirement } from '#server/conformance/requirement.ts';

import { hasSoundDate } from './dated-items.ts';

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** §1: what holds for the service as a whole. */
export const wholeService: readonly Requirement[] = [
  {
    id: 'json',
    section: '1',
    sentence: 'Every answer is one JSON object and declared as JSON (Content-Type).',
    judge: (evidence) => {
      const succeeded = succeededExchanges(evidence);
      if (succeeded.length === 0) return notTried('There was no answer to see it in.');
      const findings = succeeded.flatMap((exchange) => {
        const mediaType = exchange.answer?.headers['content-type'] ?? 'no such header';
        if (!jsonMediaType.test(mediaType)) return [finding(exchange, 'Content-Type', 'application/json', mediaType)];
        if (answered(exchange).length > 0) return [];
        const start = exchange.answer?.body.slice(0, 60) ?? '';
        return [finding(exchange, 'the body', 'a JSON object', start === '' ? 'an empty body' : start)];
      });
      return findings.length === 0 ? met : broken(findings);
    },
  },
  {
    id: 'same-date',
    section: '1',
    sentence: 'A product and quantity have one stock date, whether asked alone (4.2) or with others (4.3).',
    judge: ({ stockOfOne, stockOfSeveral, subject, lines }) => {
      const [one] = answered(stockOfOne);
      const [several] = answered(stockOfSeveral);
      if (one === undefined || several === undefined) return notTried('One of the two had no answer.');
      const quantity = lines.find(({ productId }) => productId === subject)?.quantity;
      const [alone] = itemsFor(one, subject, quantity);
      const [among] = itemsFor(several, subject, quantity);
      if (alone === undefined || among === undefined)
        return notTried('The items are not right in themselves; see section 2.2.');
      if (alone['stockDate'] === among['stockDate'] && alone['isMaxLeadTime'] === among['isMaxLeadTime']) return met;
      const index = itemsOf(several).indexOf(among);
      return broken([
        finding(
          several.exchange,
          `results[${index}].item.stockDate`,
          `${printDate(alone)}, as ${one.exchange.request.method} ${one.exchange.request.path} gives`,
          printDate(among),
        ),
      ]);
    },
  },
];

/** Every exchange that was asked as it should be, and taken. */
function succeededExchanges(evidence: Evidence) {
  return [
    evidence.firstPage,
    evidence.secondPage,
    evidence.filteredPage,
    evidence.pageByPost,
    evidence.wholeCalendar,
    evidence.calendarFromQuantity,
    evidence.stockOfOne,
    evidence.stockOfSeveral,
  ]
    .filter((exchange) => exchange !== null)
    .filter(hasSucceeded);
}

function itemsFor(answer: Answered, subject: number | null, quantity: number | undefined) {
  return itemsOf(answer).filter(
    (item) =>
      item['productId'] === subject &&
      hasSoundDate(item) &&
      typeof item['stockQuantity'] === 'number' &&
      quantity !== undefined &&
      toThousandths(item['stockQuantity']) === toThousandths(quantity),
  );
}

function printDate(item: unknown): string {
  const { stockDate, isMaxLeadTime } = fieldsOf(item);
  return `${String(stockDate)}${isMaxLeadTime === true ? ' (max lead time)' : ''}`;
}
