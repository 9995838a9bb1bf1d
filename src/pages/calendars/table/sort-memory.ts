import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import type { SortOrder } from './arrange-rows.ts';
import { calendarSorts } from './calendar-sorts.ts';

const RememberedSort = z.nullable(z.object({ by: z.enum(calendarSorts), desc: z.boolean() }));

/** The order remembered in `text`; null where there is none, or none that can be read. */
export function readSort(text: string | null): SortOrder | null {
  if (text === null) return null;
  try {
    return RememberedSort.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
