import type { GridRow, RowKey } from './row-entry.ts';

/** New values for some of a row's cells; the others stay as they are. */
export interface CellChange<Row extends GridRow> {
  readonly key: RowKey;
  readonly cells: Partial<Row>;
}

interface CellSwap<Row extends GridRow> {
  readonly key: RowKey;
  readonly before: Partial<Row>;
  readonly after: Partial<Row>;
}

/** The smallest change of a store: cells of rows that stay, or a run of rows in the place of another run. */
export type EditStep<Row extends GridRow> =
  | { readonly kind: 'cells'; readonly swaps: readonly CellSwap<Row>[] }
  | {
      readonly kind: 'splice';
      readonly at: number;
      readonly removed: readonly Row[];
      readonly inserted: readonly Row[];
    };

/** The step that takes `step` back. */
export function inverse<Row extends GridRow>(step: EditStep<Row>): EditStep<Row> {
  if (step.kind === 'splice') return { ...step, removed: step.inserted, inserted: step.removed };
  return { kind: 'cells', swaps: step.swaps.map(({ key, before, after }) => ({ key, before: after, after: before })) };
}

/**
 * The change of `row` to `cells`, with what stood there before; null where nothing would change. Only the named cells
 * are kept, so that taking an edit back spares what was set beside it since.
 */
export function swapOf<Row extends GridRow>(row: Row, cells: Partial<Row>): CellSwap<Row> | null {
  const before: Partial<Row> = {};
  const after: Partial<Row> = {};
  let changes = false;
  for (const name of Object.keys(cells) as (keyof Row)[]) {
    if (Object.is(row[name], cells[name])) continue;
    before[name] = row[name];
    after[name] = cells[name];
    changes = true;
  }
  return changes ? { key: row.key, before, after } : null;
}
