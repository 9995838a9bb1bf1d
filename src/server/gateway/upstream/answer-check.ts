import '#contract/no-eval.ts';
import type * as z from 'zod/mini';

import { operations, type OperationName } from '#contract/operations.ts';
import { LooseCalendarsEnvelope } from '#contract/envelope.ts';

/** A place in an answer at which it is not what the contract says. */
export interface ContractBreach {
  /** Such as `results[0].item.stockDate`; `body` for the answer as a whole. */
  path: string;
  /** What is wrong there, to be put after the path: `is missing`. */
  rule: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Where the body of a successful answer first departs from the contract (§2, §4); null where it keeps to it. Fields
 * beyond the contract are none of its business, and elements of §4.4's `stock`, whose shape is not shown, are
 * left to whoever reads them.
 */
export function findBreach(operation: OperationName, body: Buffer): ContractBreach | null {
  const json = parseJson(body);
  if (json === undefined) return { path: 'body', rule: 'is not JSON in UTF-8' };
  const issue = schemaOf(operation).safeParse(json).error?.issues[0];
  return issue === undefined ? null : { path: printPath(issue.path) || 'body', rule: ruleOf(issue, json) };
}

function schemaOf(operation: OperationName): z.ZodMiniType {
  return operation === 'productCalendars' ? LooseCalendarsEnvelope : operations[operation].answer;
}

function ruleOf(issue: z.core.$ZodIssue, json: unknown): string {
  const found = issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)[part], json);
  if (found === undefined) return 'is missing';
  if (issue.code === 'invalid_format') return `is not a ${issue.format} that exists`;
  if (issue.code === 'invalid_type') return `is not ${article(issue.expected)}`;
  return 'is out of the range that the contract allows';
}

function article(expected: string): string {
  if (expected === 'null') return 'null';
  const name = expected === 'int' ? 'integer' : expected;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function printPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((printed, part) => {
    if (typeof part === 'number') return `${printed}[${part}]`;
    return printed === '' ? String(part) : `${printed}.${String(part)}`;
  }, '');
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}
