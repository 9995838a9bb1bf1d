import { hasSucceeded } from '#server/conformance/answers.ts';
import type { Evidence } from '#server/conformance/evidence.ts';
import type { Exchange } from '#server/conformance/probe.ts';
import {
  broken,
  finding,
  met,
  notShown,
  notTried,
  type Requirement,
  type Verdict,
} from '#server/conformance/requirement.ts';

import { statusOf } from './is-answered.ts';

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
