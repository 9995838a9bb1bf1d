import type * as z from 'zod/mini';

import type { ProblemError } from './problem.ts';

/** No answer lists more errors than this. */
const mostErrors = 1000;

const longestName = 60;

/**
 * A problem's `errors` for what a request schema refused: a path such as `products[3].quantity` with a sentence
 * that begins with it, one for each path. `whole` names the value itself, where no part of it is to blame.
 */
export function requestErrors(issues: readonly z.core.$ZodIssue[], whole: string): ProblemError[] {
  const errors = new Map<string, ProblemError>();
  const add = (path: string, rule: string) => {
    if (!errors.has(path)) errors.set(path, requestError(path, rule));
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      const where = printPath(issue.path) || `the ${whole}`;
      const rule = `is not a known field of ${where}: leave it out`;
      for (const key of issue.keys.slice(0, mostErrors)) add(printPath([...issue.path, key]), rule);
    } else {
      add(printPath(issue.path) || whole, issue.message);
    }
    if (errors.size >= mostErrors) break;
  }
  return [...errors.values()].slice(0, mostErrors);
}

/** One error; `rule` says what the value at `path` must be. */
export function requestError(path: string, rule: string): ProblemError {
  return { path, message: `${path} ${rule}.` };
}

/** A name that the caller chose, short enough to be repeated. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

function printPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((printed, part) => {
    if (typeof part === 'number') return `${printed}[${part}]`;
    const name = shortName(String(part));
    return printed === '' ? name : `${printed}.${name}`;
  }, '');
}
