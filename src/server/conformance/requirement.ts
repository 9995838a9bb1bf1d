import type * as z from 'zod/mini';

import type { ContractFinding, ContractResult } from '#contract/contract-check.ts';
import { type CalendarDate, isCalendarDate } from '#lib/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#lib/thousandths.ts';

import type { Evidence } from './gather-evidence.ts';
import { type Exchange, printRequest } from './probe.ts';

/** What came of holding a service to a requirement. */
export interface Verdict {
  result: ContractResult;
  findings: readonly ContractFinding[];
  observed: string | null;
}

/** Something that the specification says, or leaves open, and how to see whether a service keeps to it. */
export interface Requirement {
  /** Stable and unique. */
  id: string;
  /** Of the specification: `2.1`. */
  section: string;
  sentence: string;
  judge: (evidence: Evidence) => Verdict;
}

/** A part of an answer that is not as it should be. */
export type Deviation = Omit<ContractFinding, 'request'>;

const mostFindings = 10;
const longestValue = 160;

export const met: Verdict = { result: 'met', findings: [], observed: null };

export function notShown(observed: string): Verdict {
  return { result: 'not-shown', findings: [], observed };
}

export function notTried(reason: string): Verdict {
  return { result: 'not-tried', findings: [], observed: reason };
}

export function broken(findings: readonly ContractFinding[]): Verdict {
  const more = findings.length - mostFindings;
  const observed = more > 0 ? `And ${more} more of the kind.` : null;
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

/** Holds every answer to `deviationsOf`; not tried where none came. */
export function judgeEach(answers: readonly Answered[], deviationsOf: (answer: Answered) => Deviation[]): Verdict {
  if (answers.length === 0) return notTried('There was no answer to see it in.');
  const findings = answers.flatMap((answer) =>
    deviationsOf(answer).map(({ path, expected, got }) => finding(answer.exchange, path, expected, got)),
  );
  return findings.length === 0 ? met : broken(findings);
}

/** One deviation, or none where `holds`. */
export function unless(holds: boolean, path: string, expected: string, got: unknown): Deviation[] {
  return holds ? [] : [{ path, expected, got: show(got) }];
}

/** An exchange that came back with a JSON object and a status of 200 to 299. */
export interface Answered {
  exchange: Exchange;
  body: Record<string, unknown>;
}

export function hasSucceeded({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 200 && answer.status < 300;
}

/** The exchanges that something can be read from. */
export function answered(...exchanges: readonly (Exchange | null)[]): Answered[] {
  return exchanges.flatMap((exchange) => {
    if (exchange === null || !hasSucceeded(exchange)) return [];
    const { json } = exchange;
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? [{ exchange, body: fieldsOf(json) }]
      : [];
  });
}

/** The `item` of each of the results (§2.1); an empty object for what is none. */
export function itemsOf({ body }: Answered): Record<string, unknown>[] {
  return arrayOf(body['results']).map((result) => fieldsOf(fieldsOf(result)['item']));
}

/** The answers whose every result holds an item with a product id: of others nothing more can be said than that. */
export function readable(answers: readonly Answered[]): Answered[] {
  return answers.filter((answer) => itemsOf(answer).every(({ productId }) => typeof productId === 'number'));
}

/** The product ids of the results; what is no number is left out. */
export function productIdsOf(answer: Answered): number[] {
  return itemsOf(answer).flatMap(({ productId }) => (typeof productId === 'number' ? [productId] : []));
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
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
    if (typeof stockDate !== 'string' || !isCalendarDate(stockDate) || typeof stockQuantity !== 'number') return [];
    if (typeof isMaxLeadTime !== 'boolean' || isDeleted === true) return [];
    return [{ date: stockDate, quantity: levelToThousandths(stockQuantity), isMaxLeadTime }];
  });
}

/** The real levels, ascending by date. */
export function realLevels(levels: readonly Level[]): Level[] {
  return levels.filter((level) => !level.isMaxLeadTime).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** The level in force on a date: that of the latest real entry up to it, 0 before the first. */
export function levelOn(levels: readonly Level[], date: CalendarDate): Thousandths {
  return realLevels(levels).findLast((level) => level.date <= date)?.quantity ?? 0;
}

/** The fields of an object; none where it is something else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

const dateFields = new Set<PropertyKey>(['stockDate', 'lastUpdateDate']);

/** What keeps `value` from being what the schema says; `at` is where it stands in the body. */
export function schemaDeviations(schema: z.ZodMiniType, value: unknown, at = ''): Deviation[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues
    .filter((issue) => !isWrittenDate(issue, value))
    .map((issue) => {
      const part = partAt(value, issue.path);
      const path = [at, printPath(issue.path)]
        .filter((text) => text !== '')
        .join('.')
        .replaceAll('.[', '[');
      return {
        path: path === '' ? 'the body' : path,
        expected: expectationOf(issue),
        got: part === undefined ? 'no such field' : show(part),
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

/** `results[0].item.stockDate`. */
function printPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((printed, key) => {
    if (typeof key === 'number') return `${printed}[${key}]`;
    return printed === '' ? String(key) : `${printed}.${String(key)}`;
  }, '');
}
