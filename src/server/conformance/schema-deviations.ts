import type * as z from 'zod/mini';

import { type Deviation, show } from './requirement.ts';

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
