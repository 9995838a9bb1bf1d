import type { Evidence, RequestName } from './gather-evidence.ts';
import type { Exchange } from './probe.ts';
import {
  type Answered,
  type Answers,
  failed,
  fieldsOf,
  finding,
  hasSucceeded,
  type Judge,
  passed,
  notSpecified,
  notTested,
  type Verdict,
} from './requirement.ts';

/** Reports observed behavior that the specification leaves open. */
export function observe(
  answers: Answers,
  sections: string,
  say: (answers: readonly [Answered, ...Answered[]], evidence: Evidence) => string,
): Judge {
  return (evidence) => {
    const [first, ...others] = answers(evidence);
    return first === undefined
      ? notTested(`${sections} had no answer.`)
      : notSpecified(say([first, ...others], evidence));
  };
}

/** Likewise for one response with any status. */
export function answerTo(name: RequestName, say: (exchange: Exchange) => string): Judge {
  return ({ exchanges: { [name]: exchange } }) =>
    exchange?.answer == null ? notTested('It was not asked.') : notSpecified(say(exchange));
}

/** Valid requests succeed, with a status of 200 to 299. */
export function isAnswered(...names: readonly RequestName[]): Judge {
  return ({ exchanges }) => {
    const asked = names.flatMap((name) => exchanges[name] ?? []);
    if (asked.length === 0) return notTested('It was not asked.');
    const refused = asked.filter((exchange) => !hasSucceeded(exchange));
    return failed(refused.map((exchange) => finding(exchange, 'status', '200', statusOf(exchange))));
  };
}

/** An error counts only if the calendar guarantees that the products are available. */
export function isAnsweredWhereCertain(name: RequestName, isCertain: (evidence: Evidence) => boolean): Judge {
  return (evidence) => {
    const exchange = evidence.exchanges[name];
    const status = exchange?.answer?.status ?? 0;
    if (exchange !== undefined && !isCertain(evidence) && status >= 400 && status < 500)
      return notTested(`The service answers ${statusOf(exchange)}; no calendar shows that the products can be had.`);
    return isAnswered(name)(evidence);
  };
}

/** Invalid credentials must lead to a status of 400 to 499; the specification doesn't name one. */
export function isRefused(name: RequestName): Judge {
  return ({ exchanges: { [name]: exchange } }): Verdict => {
    if (exchange?.answer == null) return notTested(exchange?.failure ?? 'It was not asked.');
    const { status } = exchange.answer;
    if (status >= 400 && status < 500) return passed;
    const got = hasSucceeded(exchange) ? `${status}, with an answer` : statusOf(exchange);
    return failed([finding(exchange, 'status', 'a refusal, such as 401', got)]);
  };
}

/** The status with the service's message, or why there is no response. */
export function statusOf({ answer, failure, json }: Exchange): string {
  if (answer === null) return failure ?? 'no answer';
  const { detail, message, title, error } = fieldsOf(json);
  const sentence = [detail, message, title, error].find((value) => typeof value === 'string');
  return sentence === undefined ? String(answer.status) : `${answer.status}: ${sentence.slice(0, maxSentenceLength)}`;
}

const maxSentenceLength = 160;

export function formOf(exchange: Exchange): string {
  const { status = 0, headers = {} } = exchange.answer ?? {};
  const challenge = headers['www-authenticate'] === undefined ? '' : ' with WWW-Authenticate';
  return `${status}${challenge}, ${mediaTypeOf(exchange)}`;
}

export function mediaTypeOf({ answer }: Exchange): string {
  return answer?.headers['content-type'] ?? 'no Content-Type';
}

export function limitsOf({ firstPage, wholeCalendar, stockOfOne, stockOfSeveral }: Evidence['exchanges']): string {
  const names = [firstPage, wholeCalendar, stockOfOne, stockOfSeveral]
    .flatMap((exchange) => Object.keys(exchange?.answer?.headers ?? {}))
    .filter((name) => /^(?:x-)?rate-?limit|^retry-after$/.test(name));
  return names.length === 0
    ? 'None is met on purpose; no answer carries a header that speaks of limits.'
    : `None is met on purpose; answers carry ${[...new Set(names)].join(', ')}.`;
}

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Checks every successful response to a valid request. */
export function judgeJson({ exchanges }: Evidence): Verdict {
  const { firstPage, secondPage, filteredPage: filtered, pageByPost, ...others } = exchanges;
  const { wholeCalendar, calendarFromQuantity, stockOfOne, stockOfSeveral } = others;
  const asked = [firstPage, secondPage, filtered, pageByPost];
  const taken = [...asked, wholeCalendar, calendarFromQuantity, stockOfOne, stockOfSeveral]
    .filter((exchange) => exchange !== undefined)
    .filter(hasSucceeded);
  if (taken.length === 0) return notTested('There was no answer to see it in.');
  const findings = taken.flatMap((exchange) => {
    const mediaType = exchange.answer?.headers['content-type'] ?? 'no such header';
    if (!jsonMediaType.test(mediaType)) return [finding(exchange, 'Content-Type', 'application/json', mediaType)];
    if (exchange.json !== undefined && fieldsOf(exchange.json) === exchange.json) return [];
    const start = exchange.answer?.body.slice(0, 60) ?? '';
    return [finding(exchange, 'the body', 'a JSON object', start === '' ? 'an empty body' : start)];
  });
  return failed(findings);
}
