import * as z from 'zod/mini';

import type { ApiCheckFinding, ApiCheckResult } from '#stock/contract/api-check.ts';
import { type CalendarDate, isCalendarDate, toUnixSeconds } from '#stock/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#stock/thousandths.ts';

import type { Evidence, RequestName } from './gather-evidence.ts';
import { type Exchange, printRequest } from './probe.ts';

/** Result of judging a requirement. */
export interface Verdict {
  result: ApiCheckResult;
  findings: readonly ApiCheckFinding[];
  observed: string | null;
}

export type Judge = (evidence: Evidence) => Verdict;

/** A part of a response that breaks the specification. */
export type Deviation = Omit<ApiCheckFinding, 'request'>;

/** Returns the deviations of a response. */
export type Expectation = (answer: Answered, evidence: Evidence) => Deviation[];

const maxFindings = 10;
const maxValueLength = 160;
/** Limits deviations per response, as listing more would block the server for seconds. */
const maxDeviations = 1000;

export const passed: Verdict = { result: 'passed', findings: [], observed: null };

export function notSpecified(observed: string): Verdict {
  return { result: 'not-specified', findings: [], observed };
}

export function notTested(reason: string): Verdict {
  return { result: 'not-tested', findings: [], observed: reason };
}

/** Failed if there are findings, otherwise passed. */
export function failed(findings: readonly ApiCheckFinding[]): Verdict {
  if (findings.length === 0) return passed;
  const more = findings.length - maxFindings;
  const most = findings.length < maxDeviations ? more : `at least ${more}`;
  const observed = more > 0 ? `And ${most} more of the kind.` : null;
  return { result: 'failed', findings: findings.slice(0, maxFindings), observed };
}

/** Describes a deviation in the response to a request. */
export function finding({ request }: Exchange, path: string, expected: string, got: unknown): ApiCheckFinding {
  return { request: printRequest(request), path, expected, got: typeof got === 'string' ? got : show(got) };
}

/** A value as JSON, truncated for display. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;
}

/** One deviation, or none if `holds`. */
export function verify(holds: boolean, path: string, expected: string, got: unknown): Deviation[] {
  return holds ? [] : [{ path, expected, got: show(got) }];
}

/** An exchange with a status of 200 to 299 and a JSON object. */
export interface Answered {
  name: RequestName;
  exchange: Exchange;
  body: Fields;
}

export type Fields = Record<string, unknown>;
export type Answers = (evidence: Evidence) => Answered[];

export function hasSucceeded({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 200 && answer.status < 300;
}

/** The readable responses to these requests. */
export function answersTo(...names: readonly RequestName[]): Answers {
  return ({ exchanges }) =>
    names.flatMap((name) => {
      const exchange = exchanges[name];
      if (exchange === undefined || !hasSucceeded(exchange) || !isObject(exchange.json)) return [];
      return [{ name, exchange, body: exchange.json }];
    });
}

/** Only the responses whose items all have a product ID, as others can't be judged further. */
export function readable(answers: Answers): Answers {
  return (evidence) =>
    answers(evidence).filter((answer) => itemsOf(answer).every(({ productId }) => typeof productId === 'number'));
}

/** Applies `expectation` to every response; not tried if there are none. */
export function judgeEach(answers: Answers, expectation: Expectation): Judge {
  return (evidence) => {
    const given = answers(evidence);
    if (given.length === 0) return notTested('There was no answer to see it in.');
    return failed(
      given.flatMap((answer) =>
        expectation(answer, evidence).map(({ path, expected, got }) => finding(answer.exchange, path, expected, got)),
      ),
    );
  };
}

/** Checks each item, given its path. Results without an item are reported by the envelope's requirement. */
export function eachItem(
  deviationsOf: (item: Fields, at: string, evidence: Evidence, answer: Answered) => Deviation[],
): Expectation {
  return (answer, evidence) => {
    const deviations: Deviation[] = [];
    for (const [index, result] of arrayOf(answer.body['results']).entries()) {
      const { item } = fieldsOf(result);
      if (item === undefined) continue;
      deviations.push(...deviationsOf(fieldsOf(item), `results[${index}].item`, evidence, answer));
      if (deviations.length > maxDeviations) break;
    }
    return deviations;
  };
}

/** The `item` of each result (§2.1); an empty object if it isn't one. */
export function itemsOf({ body }: Answered): Fields[] {
  return arrayOf(body['results']).map((result) => fieldsOf(fieldsOf(result)['item']));
}

/** The product IDs of the results; values that aren't numbers are skipped. */
export function productIdsOf(answer: Answered): number[] {
  return itemsOf(answer).flatMap(({ productId }) => (typeof productId === 'number' ? [productId] : []));
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The stock data of a calendar entry, which may be incomplete otherwise. */
export interface Level {
  date: CalendarDate;
  quantity: Thousandths;
  isMaxLeadTime: boolean;
}

/** The entries that have a date, a quantity and a flag and aren't deleted, in their order. */
export function readLevels(entries: readonly unknown[]): Level[] {
  return entries.flatMap((entry) => {
    const { stockDate, stockQuantity, isMaxLeadTime, isDeleted } = fieldsOf(entry);
    if (!isDate(stockDate) || typeof stockQuantity !== 'number') return [];
    if (typeof isMaxLeadTime !== 'boolean' || isDeleted === true) return [];
    return [{ date: stockDate, quantity: levelToThousandths(stockQuantity), isMaxLeadTime }];
  });
}

/** The entries without max lead time, by ascending date. */
export function realLevels(levels: readonly Level[]): Level[] {
  return levels.filter((level) => !level.isMaxLeadTime).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export function hasMaxLeadTime(levels: readonly Level[]): boolean {
  return levels.some(({ isMaxLeadTime }) => isMaxLeadTime);
}

export function isDate(value: unknown): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}

/** Deviation of a `stockDateUnix` that isn't midnight UTC of a valid `stockDate`. */
export function wrongUnix({ stockDate, stockDateUnix }: Fields, at: string): Deviation[] {
  if (!isDate(stockDate) || typeof stockDateUnix !== 'number') return [];
  const expected = toUnixSeconds(stockDate);
  const words = `${expected}, midnight UTC of ${stockDate}`;
  return verify(stockDateUnix === expected, `${at}.stockDateUnix`, words, stockDateUnix);
}

/** Whether the item's date is valid and agrees with its Unix time. */
export function hasValidDate(item: Fields): boolean {
  return isDate(item['stockDate']) && typeof item['stockDateUnix'] === 'number' && wrongUnix(item, '').length === 0;
}

const dateFields = new Set<PropertyKey>(['stockDate', 'lastUpdateDate']);

/** Schema violations of `value` as deviations; `at` is its path in the body. */
export function schemaDeviations(schema: z.ZodMiniType, value: unknown, at = ''): Deviation[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues
    .slice(0, maxDeviations)
    .filter((issue) => !isWrittenDate(issue, value))
    .map((issue) => {
      const part = partAt(value, issue.path);
      const got = part === undefined ? 'no such field' : show(part);
      return {
        path: [at, z.core.toDotPath(issue.path)].filter(Boolean).join('.') || 'the body',
        expected: expectationOf(issue),
        got,
      };
    });
}

/** A date field with text is checked by a separate requirement, which expects `YYYY-MM-DD`. */
function isWrittenDate({ path }: z.core.$ZodIssue, value: unknown): boolean {
  return dateFields.has(path.at(-1) ?? '') && typeof partAt(value, path) === 'string';
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'a whole number' : withArticle(issue.expected);
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  return issue.code === 'too_big' ? `at most ${issue.maximum}` : issue.message;
}

function withArticle(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function partAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}
