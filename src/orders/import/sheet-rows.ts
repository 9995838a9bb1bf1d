import { FileFailure, type ListRow, maxBytes, maxRows, type SetAside } from './read-list.ts';

/** A cell as a sheet displays it. */
export interface SheetCell {
  /** For the reader. */
  text: string;
  /** For people, if it differs. */
  shown?: string;
  /** Whether all of its text is struck out, or a part. `text` is without that part. */
  struck?: 'all' | 'part' | undefined;
}

export interface SheetRow {
  /** Number of the row in the sheet, from 1. */
  line: number;
  /** By column, perhaps with gaps. */
  cells: readonly (SheetCell | undefined)[];
  isHidden: boolean;
}

/** Memory per cell besides its text, in bytes. A row may have 16,384 cells just for its last one. */
const bytesPerCell = 8;
/** Maximum characters per cell, above the limit of spreadsheets. */
const maxCellLength = 65_535;

/** Collects the rows of a workbook's sheets, whose cells have a maximum size, since many can share one large text. */
export class RowCollector {
  #left = maxBytes;
  #records: ListRow[] = [];
  #struckRows: { record: ListRow; cells: SheetRow['cells'] }[] = [];
  /** Number of filled cells by column. */
  #filled: number[] = [];

  /**
   * Adds a row that isn't blank.
   * @throws FileFailure if there are too many rows, or their cells exceed the limits
   */
  add({ line, cells, isHidden }: SheetRow): void {
    this.#limit(cells);
    const texts = Array.from(cells, (cell) => oneLine(cell?.text));
    const isStruck = cells.some((cell) => cell?.struck);
    if (!isStruck && texts.every((text) => text === '')) return;
    if (this.#records.length === maxRows) throw new FileFailure('too-many-rows');
    const shown = texts.map((text, column) => oneLine(cells[column]?.shown) || text);
    const record: ListRow = { line, text: shown.join('\t'), cells: texts };
    if (isHidden) record.setAside = 'hidden';
    if (isStruck) this.#struckRows.push({ record, cells });
    this.#records.push(record);
    for (const [column, text] of texts.entries()) if (text !== '') this.#filled[column] = this.#filledIn(column) + 1;
  }

  /**
   * Returns the sheet's rows, and starts another sheet. Hidden rows are set aside, and so are rows with struck text,
   * unless their column is struck out as a whole, such as one of old prices.
   */
  finish(hiddenColumns: ReadonlySet<number> = new Set()): ListRow[] {
    const struckColumns = this.#struckColumns();
    for (const { record, cells } of this.#struckRows) {
      const isLeft = (cell: SheetCell | undefined, column: number) =>
        cell?.struck === 'part' || (cell?.struck === 'all' && !struckColumns.includes(column));
      if (isStruckWhole(cells) || cells.some(isLeft)) record.setAside = 'canceled';
    }
    const columnsAside = new Map<number, SetAside>(struckColumns.map((column) => [column, 'canceled']));
    for (const column of hiddenColumns) if (this.#filledIn(column) > 0) columnsAside.set(column, 'hidden');
    const records = this.#records;
    if (columnsAside.size > 0) for (const record of records) record.columnsAside = columnsAside;
    this.#records = [];
    this.#struckRows = [];
    this.#filled = [];
    return records;
  }

  #limit(cells: SheetRow['cells']): void {
    this.#left -= cells.length * bytesPerCell;
    for (const cell of cells) {
      const length = cell?.text.length ?? 0;
      this.#left -= length;
      if (length > maxCellLength) throw new FileFailure('unpacks-too-large');
    }
    if (this.#left < 0) throw new FileFailure('unpacks-too-large');
  }

  #filledIn(column: number): number {
    return this.#filled[column] ?? 0;
  }

  /** Columns most of whose cells are struck out, in rows that otherwise aren't. */
  #struckColumns(): number[] {
    const struck = new Map<number, number>();
    for (const { cells } of this.#struckRows) {
      if (isStruckWhole(cells)) continue;
      for (const [column, cell] of cells.entries()) {
        if (cell?.struck === 'all') struck.set(column, (struck.get(column) ?? 0) + 1);
      }
    }
    return [...struck].flatMap(([column, count]) => (count > 1 && count * 2 > this.#filledIn(column) ? [column] : []));
  }
}

function oneLine(text = ''): string {
  return /[\t\r\n]/.test(text) ? text.replaceAll(/\s*[\t\r\n]+\s*/g, ' ') : text;
}

function isStruckWhole(cells: SheetRow['cells']): boolean {
  return cells.every((cell) => cell === undefined || cell.text === '' || cell.struck === 'all');
}
