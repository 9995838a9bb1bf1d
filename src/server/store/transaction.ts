import type { Run } from './sql-sessions.ts';

/** A statement with parameters `$1`, `$2`, ... */
export type Statement = Parameters<Run>;

/** A statement of a transaction, or a function that makes it from the rows of those before; null for none. */
export type Step = Statement | ((before: readonly object[][]) => Statement | null);

/** Runs statements in one transaction and returns the rows of each; none if it is skipped. */
export type RunTogether = (steps: readonly Step[]) => Promise<object[][]>;

/** Returns the statement of a step; null if it is skipped. */
export function statementOf(step: Step, before: readonly object[][]): Statement | null {
  return typeof step === 'function' ? step(before) : step;
}
