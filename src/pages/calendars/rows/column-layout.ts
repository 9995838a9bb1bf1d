import '#contract/no-eval.ts';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';

import { useRemembered } from '#features/remembered.ts';
import { parseJson } from '#lib/parse-json.ts';

/** Which columns show, in what order and how wide, in CSS pixels. */
export const ColumnLayout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number().check(z.minimum(40), z.maximum(2000))),
});
export type ColumnLayout = z.infer<typeof ColumnLayout>;

const defaultLayout: ColumnLayout = { order: [], hidden: [], widths: {} };

/** The layout of the columns that this browser remembers, and a way to change it. */
export function useColumnLayout(columns: readonly string[]) {
  const { text, change } = useRemembered('calendars-columns');
  const layout = useMemo(() => readColumnLayout(text, columns), [text, columns]);
  const setLayout = useCallback(
    (next: (layout: ColumnLayout) => Partial<ColumnLayout>) =>
      change((known) => {
        const before = readColumnLayout(known, columns);
        return JSON.stringify({ ...before, ...next(before) });
      }),
    [change, columns],
  );
  return { layout, setLayout };
}

/** The layout stored in `text` for the columns that exist: new ones go where they stand by default, old ones are dropped. */
export function readColumnLayout(text: string | null, columns: readonly string[]): ColumnLayout {
  const { order, hidden, widths } = ColumnLayout.safeParse(parseJson(text ?? '')).data ?? defaultLayout;
  const known = order.filter((id) => columns.includes(id));
  const missing = columns.filter((id) => !known.includes(id));
  const whole = missing.reduce((ids, id) => insertAfter(ids, id, columns[columns.indexOf(id) - 1]), known);
  return { order: whole, hidden: hidden.filter((id) => columns.includes(id)), widths };
}

function insertAfter(ids: readonly string[], id: string, neighbour: string | undefined): string[] {
  return ids.toSpliced(neighbour === undefined ? 0 : ids.indexOf(neighbour) + 1, 0, id);
}
