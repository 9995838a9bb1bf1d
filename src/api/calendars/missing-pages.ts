import type { NotAnswered } from '#domain/order/line-state.ts';

import type { LoadPart } from './load-part.ts';

/** Pages that follow each other and are not there for the same reason. */
export interface MissingPages {
  firstPage: number;
  lastPage: number;
  /** Null where they were not asked for, and where the service answered. */
  why: NotAnswered | null;
  /** Whether something of them is there: the service counted more products on them than it sent. */
  isPartial: boolean;
}

type MissingPart = Pick<LoadPart, 'from' | 'to' | 'why' | 'answer'>;

/** The pages that ascending parts lie on, each once. `totalPages` is null where it isn't known. */
export function missingPages(
  parts: readonly MissingPart[],
  pageSize: number,
  totalPages: number | null,
): MissingPages[] {
  const missing: MissingPages[] = [];
  for (const { from, to, why, answer } of parts) {
    const before = missing.at(-1);
    const firstPage = Math.max(Math.floor(from / pageSize) + 1, (before?.lastPage ?? 0) + 1);
    const lastPage = Math.min(Math.ceil(to / pageSize), totalPages ?? Infinity);
    if (lastPage < firstPage) continue;
    const isPartial = answer !== null;
    const continues = before?.lastPage === firstPage - 1 && before.isPartial === isPartial && isSame(before.why, why);
    if (continues) before.lastPage = lastPage;
    else missing.push({ firstPage, lastPage, why, isPartial });
  }
  return missing;
}

/** How many pages they are. */
export function countPages(missing: readonly MissingPages[]): number {
  return missing.reduce((sum, { firstPage, lastPage }) => sum + lastPage - firstPage + 1, 0);
}

function isSame(a: NotAnswered | null, b: NotAnswered | null): boolean {
  return a?.reason === b?.reason && a?.sentence === b?.sentence;
}
