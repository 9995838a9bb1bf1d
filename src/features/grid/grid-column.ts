import type { ReactNode } from 'react';

/** A positive integer that names a row for as long as its store lives; never used again within it. */
export type RowKey = number;

/** What a row must hold; the rest of it is the page's own. Rows are never changed, only replaced. */
export interface GridRow {
  readonly key: RowKey;
}

/** A row with what was derived for it. A new object whenever either changes. */
export interface RowEntry<Row extends GridRow, Derived> {
  readonly row: Row;
  /** What stands in read-only cells and comes from elsewhere; undefined where there is nothing yet. */
  readonly derived: Derived | undefined;
}

/** What a text means in a column: values for the row, or a sentence that says what would be right. */
export type CellReading<Row extends GridRow> = { readonly cells: Partial<Row> } | { readonly problem: string };

/** One completion of what is typed in a cell. */
export interface Suggestion<Row extends GridRow> {
  readonly id: string | number;
  /** What the row takes when it is picked. */
  readonly cells: Partial<Row>;
  /** What its option shows. */
  readonly content: ReactNode;
}

/** A column of a grid. Hand the same objects over until something in them changes. */
export interface GridColumn<Row extends GridRow, Derived = undefined> {
  readonly id: string;
  readonly header: string;
  /** Pixels, at least. */
  readonly width: number;
  /** Its share of the space that is left over; 0 where absent. */
  readonly grow?: number;
  readonly align?: 'start' | 'end';
  /** Its place in a card, by the name in the card's template; hidden there where absent. */
  readonly area?: string;
  /** Whether a spreadsheet must take a copied cell as text: a code with leading zeros, a note such as `1-2`. */
  readonly isText?: boolean;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  /** What the cell says: shown, copied, filtered by, and where an edit begins. */
  text(entry: RowEntry<Row, Derived>): string;
  /** Copied in place of `text`: numbers as a spreadsheet takes them, without grouping. */
  copied?(entry: RowEntry<Row, Derived>): string;
  /** Shown in place of `text`. */
  content?(entry: RowEntry<Row, Derived>): ReactNode;
  /** What to sort by; `text` where absent. Null and the empty text come last in both directions. */
  sortValue?(entry: RowEntry<Row, Derived>): string | number | null;
  /** Reads a typed or pasted text; the empty text clears the cell. A column without it is read-only. */
  read?(text: string, row: Row): CellReading<Row>;
  /** What is wrong with a value that was taken all the same. */
  problem?(entry: RowEntry<Row, Derived>): string | null;
  /** Whether the value itself is bad news. */
  isBad?(entry: RowEntry<Row, Derived>): boolean;
  /** Completions of the text being typed. */
  suggest?(text: string, signal: AbortSignal): Promise<readonly Suggestion<Row>[]>;
}
