import '#contract/no-eval.ts';
import * as z from 'zod/mini';

/** Which columns show, in what order and how wide, in CSS pixels. */
export const ColumnLayout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number().check(z.minimum(40), z.maximum(2000))),
});
export type ColumnLayout = z.infer<typeof ColumnLayout>;

/** The layout remembered in `text`, in terms of the columns there are: new ones stand where they stood before, old ones are gone. */
export function readColumnLayout(text: string | null, columns: readonly string[]): ColumnLayout {
  const { order, hidden, widths } = parseLayout(text);
  const known = order.filter((id) => columns.includes(id));
  const missing = columns.filter((id) => !known.includes(id));
  const whole = missing.reduce((ids, id) => insertAfter(ids, id, columns[columns.indexOf(id) - 1]), known);
  return { order: whole, hidden: hidden.filter((id) => columns.includes(id)), widths };
}

/** The layout with `column` one place nearer to the start (-1) or the end (1). */
export function moveColumn(layout: ColumnLayout, column: string, by: -1 | 1): ColumnLayout {
  const at = layout.order.indexOf(column);
  const to = at + by;
  if (at < 0 || to < 0 || to >= layout.order.length) return layout;
  return { ...layout, order: layout.order.toSpliced(at, 1).toSpliced(to, 0, column) };
}

/** The layout with `column` shown where it was hidden, and hidden where it was shown. */
export function toggleColumn(layout: ColumnLayout, column: string): ColumnLayout {
  const { hidden } = layout;
  return {
    ...layout,
    hidden: hidden.includes(column) ? hidden.filter((id) => id !== column) : [...hidden, column],
  };
}

function parseLayout(text: string | null): ColumnLayout {
  const none = { order: [], hidden: [], widths: {} };
  if (text === null) return none;
  try {
    return ColumnLayout.parse(JSON.parse(text));
  } catch {
    return none;
  }
}

function insertAfter(ids: readonly string[], id: string, neighbour: string | undefined): string[] {
  return ids.toSpliced(neighbour === undefined ? 0 : ids.indexOf(neighbour) + 1, 0, id);
}
