import { toThousandths } from '#lib/thousandths.ts';
import {
  type Answered,
  answered,
  broken,
  fieldsOf,
  finding,
  hasSucceeded,
  itemsOf,
  met,
  notShown,
  notTried,
  type Requirement,
  type Verdict,
} from '#server/conformance/requirement.ts';
import type { Evidence } from '#server/conformance/gather-evidence.ts';
import type { Exchange } from '#server/conformance/probe.ts';

import { hasSoundDate } from './resources.ts';
import { statusOf } from './lookups.ts';

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

/** §5 to §9: who is let in, and what is left open around that. */
export const accessRequirements: readonly Requirement[] = [
  {
    id: 'token-required',
    section: '5',
    sentence: 'A request without the access token is refused.',
    judge: ({ withoutToken }) => isRefused(withoutToken),
  },
  {
    id: 'token-checked',
    section: '5',
    sentence: 'A request with an access token that nobody issued is refused.',
    judge: ({ withWrongToken }) => isRefused(withWrongToken),
  },
  {
    id: 'key-required',
    section: '5',
    sentence: 'A request without the subscription key is refused.',
    judge: ({ withoutKey }) => isRefused(withoutKey),
  },
  {
    id: 'key-checked',
    section: '5',
    sentence: 'A request with a subscription key that nobody gave out is refused.',
    judge: ({ withWrongKey }) => isRefused(withWrongKey),
  },
  {
    id: 'refusal-form',
    section: '5',
    sentence: 'How a missing or wrong credential is refused.',
    judge: ({ withoutToken, withWrongToken, withoutKey, withWrongKey }) => {
      const refusals = [withoutToken, withWrongToken, withoutKey, withWrongKey].filter(
        (exchange) => exchange?.answer != null,
      );
      if (refusals.length === 0) return notTried('It was not asked.');
      return notShown(`${[...new Set(refusals.map(formOf))].join('; ')}.`);
    },
  },
  {
    id: 'unknown-product',
    section: '7',
    sentence: 'How an unknown product is answered, and what the body of an error is.',
    judge: ({ unknownProduct }) =>
      unknownProduct?.answer == null
        ? notTried('It was not asked.')
        : notShown(`${statusOf(unknownProduct)} (${mediaTypeOf(unknownProduct)})`),
  },
  {
    id: 'limits',
    section: '8',
    sentence: 'How many requests, products and pages are taken.',
    judge: (evidence) => notShown(limitsOf(evidence)),
  },
  {
    id: 'version',
    section: '9',
    sentence: 'What is answered without the Api-version header.',
    judge: ({ withoutVersion }) =>
      withoutVersion?.answer == null
        ? notTried('It was not asked.')
        : notShown(`The service answers ${statusOf(withoutVersion)}`),
  },
];

/** Which status refuses is not shown; that it is one of a refusal (400 to 499) follows from what is required. */
function isRefused(exchange: Exchange | null): Verdict {
  if (exchange?.answer == null) return notTried(exchange?.failure ?? 'It was not asked.');
  const { status } = exchange.answer;
  if (status >= 400 && status < 500) return met;
  const got = hasSucceeded(exchange) ? `${status}, with an answer` : statusOf(exchange);
  return broken([finding(exchange, 'status', 'a refusal, such as 401', got)]);
}

function formOf(exchange: Exchange | null): string {
  const { status = 0, headers = {} } = exchange?.answer ?? {};
  const challenge = headers['www-authenticate'] === undefined ? '' : ' with WWW-Authenticate';
  return `${status}${challenge}, ${mediaTypeOf(exchange)}`;
}

function mediaTypeOf(exchange: Exchange | null): string {
  return exchange?.answer?.headers['content-type'] ?? 'no Content-Type';
}

function limitsOf({ firstPage, wholeCalendar, stockOfOne, stockOfSeveral }: Evidence): string {
  const names = [firstPage, wholeCalendar, stockOfOne, stockOfSeveral].flatMap((exchange) =>
    Object.keys(exchange?.answer?.headers ?? {}).filter((name) => /^(?:x-)?rate-?limit|^retry-after$/.test(name)),
  );
  return names.length === 0
    ? 'None is met on purpose; no answer carries a header that speaks of limits.'
    : `None is met on purpose; answers carry ${[...new Set(names)].join(', ')}.`;
}
