import type { ReactNode } from 'react';

/** Identifies a row within its store: a positive integer that is never reused. */
export type RowKey = number;

/** Base of all rows; pages add their own fields. Rows are immutable. */
export interface GridRow {
  readonly key: RowKey;
}

/** A row with its derived values. Immutable: a new object after every change. */
export interface RowEntry<Row extends GridRow, Derived> {
  readonly row: Row;
  /** Values of read-only cells, derived elsewhere; undefined until available. */
  readonly derived: Derived | undefined;
}

/** Result of parsing text in a column: values for the row, or an error message. */
export type CellReading<Row extends GridRow> = { readonly cells: Partial<Row> } | { readonly problem: string };

/** A suggestion for the text being typed in a cell. */
export interface Suggestion<Row extends GridRow> {
  readonly id: string | number;
  /** Values for the row if selected. */
  readonly cells: Partial<Row>;
  /** Content of its option. */
  readonly content: ReactNode;
}

/** A column of a grid. Must be referentially stable until its content changes. */
export interface GridColumn<Row extends GridRow, Derived = undefined> {
  readonly id: string;
  readonly header: string;
  /** Minimum width, pixels. */
  readonly width: number;
  /** Share of the remaining width; 0 if absent. */
  readonly grow?: number;
  readonly align?: 'start' | 'end';
  /** Area in the card's grid template; hidden in cards if absent. */
  readonly area?: string;
  /** Whether copied cells must stay text in spreadsheets: codes with leading zeros, notes such as `1-2`. */
  readonly isText?: boolean;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  /** Whether Enter goes to the next editable cell of the row instead of to the row below. */
  readonly continuesOnEnter?: boolean;
  /** Returns the text of a cell: displayed, copied, filtered by, and initial when editing. */
  text(entry: RowEntry<Row, Derived>): string;
  /** Returns the text to copy instead of `text`, such as numbers without grouping. */
  copyText?(entry: RowEntry<Row, Derived>): string;
  /** Returns the content to display instead of `text`. */
  content?(entry: RowEntry<Row, Derived>): ReactNode;
  /** Returns the value to sort by instead of `text`. Null and empty text are last in both directions. */
  sortValue?(entry: RowEntry<Row, Derived>): string | number | null;
  /** Parses typed or pasted text; empty text clears the cell. Columns without it are read-only. */
  read?(text: string, row: Row): CellReading<Row>;
  /** Returns what is read from the text being typed, to be shown beside it; null if the text says it already. */
  echo?(text: string): string | null;
  /** Returns the problem of a value that was accepted despite it. */
  problem?(entry: RowEntry<Row, Derived>): string | null;
  /** Whether to highlight the value as negative. */
  isBad?(entry: RowEntry<Row, Derived>): boolean;
  /** Returns suggestions for the text being typed. */
  suggest?(text: string, signal: AbortSignal): Promise<readonly Suggestion<Row>[]>;
}
