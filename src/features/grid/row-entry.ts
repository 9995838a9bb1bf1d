/** A positive integer that names a row for as long as its store lives; never used again within it. */
export type RowKey = number;

/** What a row must hold; the rest of it is the page's own. Rows are never changed, only replaced. */
export interface GridRow {
  readonly key: RowKey;
}

/** A row with what was worked out for it. A new object whenever either changes. */
export interface RowEntry<Row extends GridRow, Derived> {
  readonly row: Row;
  /** What stands in read-only cells and comes from elsewhere; undefined where there is nothing yet. */
  readonly derived: Derived | undefined;
}
