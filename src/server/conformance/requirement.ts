import * as z from 'zod/mini';

import type { ContractFinding, ContractResult } from '#contract/contract-check.ts';
import { type CalendarDate, isCalendarDate, toUnixSeconds } from '#lib/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#lib/thousandths.ts';

import type { Evidence, QuestionName } from './gather-evidence.ts';
import { type Exchange, printRequest } from './probe.ts';

/** What came of holding a service to a requirement. */
export interface Verdict {
  result: ContractResult;
  findings: readonly ContractFinding[];
  observed: string | null;
}

export type Judge = (evidence: Evidence) => Verdict;

/** A part of an answer that is not as it should be. */
export type Deviation = Omit<ContractFinding, 'request'>;

/** What is wrong with an answer. */
export type Expectation = (answer: Answered, evidence: Evidence) => Deviation[];

const mostFindings = 10;
const longestValue = 160;
/** What is wrong in more places is wrong throughout: to list all of them would hold everybody up for seconds. */
const mostDeviations = 1000;

export const met: Verdict = { result: 'met', findings: [], observed: null };

export function notShown(observed: string): Verdict {
  return { result: 'not-shown', findings: [], observed };
}

export function notTried(reason: string): Verdict {
  return { result: 'not-tried', findings: [], observed: reason };
}

/** Met where there are no findings. */
export function broken(findings: readonly ContractFinding[]): Verdict {
  if (findings.length === 0) return met;
  const more = findings.length - mostFindings;
  const most = findings.length < mostDeviations ? more : `at least ${more}`;
  const observed = more > 0 ? `And ${most} more of the kind.` : null;
  return { result: 'broken', findings: findings.slice(0, mostFindings), observed };
}

/** A deviation in the answer to a request. */
export function finding({ request }: Exchange, path: string, expected: string, got: unknown): ContractFinding {
  return { request: printRequest(request), path, expected, got: typeof got === 'string' ? got : show(got) };
}

/** A value as JSON writes it, short enough to be read. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** One deviation, or none where `holds`. */
export function unless(holds: boolean, path: string, expected: string, got: unknown): Deviation[] {
  return holds ? [] : [{ path, expected, got: show(got) }];
}

/** An exchange that came back with a JSON object and a status of 200 to 299. */
export interface Answered {
  name: QuestionName;
  exchange: Exchange;
  body: Fields;
}

export type Fields = Record<string, unknown>;
export type Answers = (evidence: Evidence) => Answered[];

export function hasSucceeded({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 200 && answer.status < 300;
}

/** The answers to these questions, as far as something can be read from them. */
export function answersTo(...names: readonly QuestionName[]): Answers {
  return ({ exchanges }) =>
    names.flatMap((name) => {
      const exchange = exchanges[name];
      if (exchange === undefined || !hasSucceeded(exchange) || !isObject(exchange.json)) return [];
      return [{ name, exchange, body: exchange.json }];
    });
}

/** Of the answers those whose every result holds an item with a product id: of others nothing more can be said. */
export function readable(answers: Answers): Answers {
  return (evidence) =>
    answers(evidence).filter((answer) => itemsOf(answer).every(({ productId }) => typeof productId === 'number'));
}

/** Holds every answer to `expectation`; not tried where none came. */
export function judgeEach(answers: Answers, expectation: Expectation): Judge {
  return (evidence) => {
    const given = answers(evidence);
    if (given.length === 0) return notTried('There was no answer to see it in.');
    return broken(
      given.flatMap((answer) =>
        expectation(answer, evidence).map(({ path, expected, got }) => finding(answer.exchange, path, expected, got)),
      ),
    );
  };
}

/** Expects something of each item, told where it stands. A result without an item is the envelope's to name. */
export function eachItem(
  deviationsOf: (item: Fields, at: string, evidence: Evidence, answer: Answered) => Deviation[],
): Expectation {
  return (answer, evidence) => {
    const deviations: Deviation[] = [];
    for (const [index, result] of arrayOf(answer.body['results']).entries()) {
      const { item } = fieldsOf(result);
      if (item === undefined) continue;
      deviations.push(...deviationsOf(fieldsOf(item), `results[${index}].item`, evidence, answer));
      if (deviations.length > mostDeviations) break;
    }
    return deviations;
  };
}

/** The `item` of each of the results (§2.1); an empty object for what is none. */
export function itemsOf({ body }: Answered): Fields[] {
  return arrayOf(body['results']).map((result) => fieldsOf(fieldsOf(result)['item']));
}

/** The product ids of the results; what is no number is left out. */
export function productIdsOf(answer: Answered): number[] {
  return itemsOf(answer).flatMap(({ productId }) => (typeof productId === 'number' ? [productId] : []));
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The fields of an object; none where it is something else. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a calendar entry says of stock, however incomplete it is otherwise. */
export interface Level {
  date: CalendarDate;
  quantity: Thousandths;
  isMaxLeadTime: boolean;
}

/** The levels among the entries, in their order: those with a date, a quantity and a flag, and not deleted. */
export function readLevels(entries: readonly unknown[]): Level[] {
  return entries.flatMap((entry) => {
    const { stockDate, stockQuantity, isMaxLeadTime, isDeleted } = fieldsOf(entry);
    if (!isDate(stockDate) || typeof stockQuantity !== 'number') return [];
    if (typeof isMaxLeadTime !== 'boolean' || isDeleted === true) return [];
    return [{ date: stockDate, quantity: levelToThousandths(stockQuantity), isMaxLeadTime }];
  });
}

/** The real levels, ascending by date. */
export function realLevels(levels: readonly Level[]): Level[] {
  return levels.filter((level) => !level.isMaxLeadTime).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export function hasMaxLeadTime(levels: readonly Level[]): boolean {
  return levels.some(({ isMaxLeadTime }) => isMaxLeadTime);
}

export function isDate(value: unknown): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}

/** `stockDateUnix` where it is not midnight UTC of a `stockDate` that is a day. */
export function wrongUnix({ stockDate, stockDateUnix }: Fields, at: string): Deviation[] {
  if (!isDate(stockDate) || typeof stockDateUnix !== 'number') return [];
  const expected = toUnixSeconds(stockDate);
  const words = `${expected}, midnight UTC of ${stockDate}`;
  return unless(stockDateUnix === expected, `${at}.stockDateUnix`, words, stockDateUnix);
}

/** Whether the item's date is a day, and its Unix time says the same. */
export function hasSoundDate(item: Fields): boolean {
  return isDate(item['stockDate']) && typeof item['stockDateUnix'] === 'number' && wrongUnix(item, '').length === 0;
}

const dateFields = new Set<PropertyKey>(['stockDate', 'lastUpdateDate']);

/** What keeps `value` from being what the schema says; `at` is where it stands in the body. */
export function schemaDeviations(schema: z.ZodMiniType, value: unknown, at = ''): Deviation[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues
    .slice(0, mostDeviations)
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

/** A date that is a text has its own requirement: that it is a day, written `YYYY-MM-DD`. */
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
