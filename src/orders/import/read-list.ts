import { unescapeFormula } from '#stock/export/formula-escape.ts';
import { readHeaderRow } from '#stock/order-list/header-row.ts';
import { numberStyleOfLocale } from '#stock/order-list/number-cell.ts';
import type { OrderListLine, OrderListOptions, OrderListReading, RefusedLine } from '#stock/order-list/order-list.ts';
import { physicalText } from '#stock/order-list/plain-text.ts';
import { mayOrder, type ProseLine } from '#stock/order-list/prose-line.ts';
import { readOrderRecords } from '#stock/order-list/read-order-list.ts';
import type { ListRecord, Separator } from '#stock/order-list/records.ts';
import { readTextRecords } from '#stock/order-list/text-records.ts';

export const maxRows = 100_000;
/** Maximum size of a file, and of an unpacked archive, in bytes. */
export const maxBytes = 50 * 1024 * 1024;
/** Maximum characters per line. Parsing a longer one made of quotes or commas would take minutes. */
const maxLineLength = 100_000;
/** Maximum lines of a text, since a row can span many. */
const maxLines = 10 * maxRows;

/** Reason why a file or text couldn't be read as a list. */
export type FileFailureCode =
  | 'too-large'
  | 'unpacks-too-large'
  | 'too-many-rows'
  /** A workbook from before 2007, or one with a password. */
  | 'old-or-locked'
  /** An XLSB, ODS or Numbers workbook. */
  | 'other-workbook'
  | 'part-not-readable'
  /** Only hidden sheets have order lines. */
  | 'hidden-sheet'
  | 'not-readable';

export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly code: FileFailureCode;
  /** Name of the sheet or part of a workbook that couldn't be read. */
  readonly part: string | undefined;

  constructor(code: FileFailureCode, { part, ...options }: ErrorOptions & { part?: string } = {}) {
    super(code, options);
    this.code = code;
    this.part = part;
  }
}

/** Why a row or column isn't read: the sheet hides it, or its text is struck out. */
export type SetAside = 'hidden' | 'canceled';

/** A record of a list, perhaps one that isn't read. */
export interface ListRow extends ListRecord {
  setAside?: SetAside;
  /** Columns of its sheet that aren't read. */
  columnsAside?: ReadonlyMap<number, SetAside>;
  /** Whether its sheet strikes out cells by a rule, which isn't read. Only of the first row. */
  hasStrikeRule?: true;
}

/** A sheet to select, and how many order lines it has. */
export interface SheetChoice {
  name: string;
  lines: number;
}

/** Stands for all sheets. No sheet can have this name. */
export const allSheets = '*';

/** A list split into records, with the workbook's sheets and the one that was read. */
export interface ListRecords {
  records: ListRow[];
  sheets: readonly SheetChoice[];
  sheet: string | null;
  /** Names of sheets that couldn't be read. */
  unreadable?: readonly string[];
  /** Cell separator of a text. */
  separator?: Separator;
}

/** A parsed list and its original text. */
export interface ReadList {
  reading: OrderListReading;
  /** Text of each record by the physical line on which it starts. */
  texts: ReadonlyMap<number, string>;
  /** What isn't read, by reason. */
  asides: readonly Aside[];
  /** The workbook's sheets, and the one that was read. */
  sheets: readonly SheetChoice[];
  sheet: string | null;
  /** Names of sheets that couldn't be read. */
  unreadable: readonly string[];
  /** Whether the sheet strikes out cells by a rule, which isn't read. */
  hasStrikeRule?: boolean;
  /** Whether this app exported or copied the list, so that its duplicates are intentional. */
  isOwn: boolean;
}

export type ReadingOptions = Pick<OrderListOptions, 'locale' | 'answers' | 'today'> & {
  /** Status texts of the grid, by which its copied rows are recognized. */
  statuses: readonly string[];
  /** Ids of the grid columns that were copied, if the clipboard contains them. */
  columns?: readonly string[];
  /** Reasons whose rows and columns are read nevertheless. */
  included?: readonly SetAside[];
};

/** Rows and columns that are hidden or struck out. */
export interface Aside {
  reason: SetAside;
  isIncluded: boolean;
  /** Number of its order lines. */
  count: number;
  /** What its rows would be; empty if they are included. */
  lines: readonly OrderListLine[];
  refused: readonly RefusedLine[];
  prose: readonly ProseLine[];
  /** Whether the lines of other rows are different without its columns. */
  changesOthers: boolean;
}

/**
 * Splits a text into records. `marked` are the rows of the same list in HTML, if some are struck out or hidden.
 * @throws FileFailure if it has too many rows or lines, or a line that is too long
 */
export function recordsOfText(text: string, source: 'paste' | 'file', marked: readonly ListRow[] = []): ListRecords {
  const physical = physicalText(text);
  limitLines(physical);
  const { records, separator } = readTextRecords(physical, source);
  if (records.length > maxRows) throw new FileFailure('too-many-rows');
  return { records: marked.length > 0 ? withMarks(records, marked) : records, sheets: [], sheet: null, separator };
}

/** Sets aside the records that are struck out or hidden in HTML. Its own rows are used if its struck rows aren't found. */
function withMarks(records: readonly ListRecord[], marked: readonly ListRow[]): ListRow[] {
  const waiting = new Map<string, ListRow[]>();
  for (const row of marked) {
    const key = compact(row.text);
    waiting.set(key, [...(waiting.get(key) ?? []), row]);
  }
  const rows = records.map((record): ListRow => {
    const key = compact(record.cells.join(''));
    const row = (waiting.get(key) ?? waiting.get(key.replace(bullet, '')))?.shift();
    const { columnsAside, cells = [] } = row?.cells.length === record.cells.length ? row : {};
    // A cell may be struck out in part.
    const isLess = row !== undefined && compact(cells.join('')) !== compact(row.text);
    return {
      ...record,
      ...(isLess && cells.length > 0 && { cells }),
      ...(row?.setAside && { setAside: row.setAside }),
      ...(columnsAside && { columnsAside }),
    };
  });
  const isLost = ({ setAside }: ListRow) => setAside === 'canceled';
  return [...waiting.values()].flat().some(isLost) ? [...marked] : rows;
}

const bullet = /^(?:[-*•·o§]|\d+[.)])/;

function compact(text: string): string {
  return text.replace(/[\s\u200b\ufeff]/g, '');
}

/** Throws if parsing the text would take too much memory or time. */
function limitLines(text: string): void {
  let count = 0;
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start > maxLineLength) throw new FileFailure('not-readable');
    if ((count += 1) > maxLines) throw new FileFailure('too-many-rows');
  }
}

/** Reads a list without the rows and columns that are set aside, and those apart. */
export function readList(list: ListRecords, options: ReadingOptions): ReadList {
  const { included = [] } = options;
  const main = readRows(list, included, options);
  const asideAt = new Map(list.records.map(({ line, setAside }) => [line, setAside]));
  const asides = reasonsIn(list.records).map((reason): Aside => {
    const isOf = ({ line }: { line: number }) => asideAt.get(line) === reason;
    const { lines } = main.reading;
    if (included.includes(reason)) {
      const changesOthers = list.records.some(
        ({ columnsAside }) => columnsAside && [...columnsAside.values()].includes(reason),
      );
      const count = lines.filter(isOf).length;
      return { reason, isIncluded: true, count, lines: [], refused: [], prose: [], changesOthers };
    }
    const whole = readRows(list, [...included, reason], options).reading;
    const found = whole.lines.filter(isOf);
    const prose = whole.prose.filter((line) => isOf(line) && mayOrder(line));
    const open = whole.refused.filter(
      (line) => isOf(line) && (line.product !== undefined || prose.some((each) => each.line === line.line)),
    );
    const changesOthers = goodsOf(whole.lines.filter((line) => !isOf(line))) !== goodsOf(lines);
    const count = found.length + open.length;
    return { reason, isIncluded: false, count, lines: found, refused: open, prose, changesOthers };
  });
  if (list.sheet !== null) showProducts(list, main.reading);
  return {
    ...main,
    texts: new Map(list.records.map((row) => [row.line, textOf(row, included)])),
    asides: asides.filter(({ isIncluded, count, changesOthers }) => isIncluded || count > 0 || changesOthers),
    sheet: list.sheet,
    unreadable: list.unreadable ?? [],
    hasStrikeRule: list.records.some((row) => row.hasStrikeRule),
  };
}

/** Removes the decimal that a sheet's cells have so that no locale reads `1.234` as thousands. */
function showProducts({ records }: ListRecords, { lines, refused }: OrderListReading): void {
  const odd = [...lines, ...refused].filter(({ product = '' }) => /^[1-9]\d{0,2}[.,]\d{3}0$/.test(product));
  if (odd.length === 0) return;
  const rows = new Map(records.map((row) => [row.line, row]));
  for (const line of odd) {
    const row = rows.get(line.line);
    const shown = row?.text.split('\t')[row.cells.indexOf(line.product ?? '')];
    if (shown !== undefined) line.product = shown;
  }
}

function reasonsIn(rows: readonly ListRow[]): SetAside[] {
  const columns = new Set(rows.map(({ columnsAside }) => columnsAside));
  const reasons = new Set(rows.map(({ setAside }) => setAside));
  for (const marks of columns) for (const reason of marks?.values() ?? []) reasons.add(reason);
  return (['hidden', 'canceled'] as const).filter((reason) => reasons.has(reason));
}

function goodsOf(lines: readonly OrderListLine[]): string {
  return JSON.stringify(
    lines.map(({ line, product, quantity, unit, shipBy }) => [line, product, quantity, unit, shipBy]),
  );
}

/** Returns the cells of a row whose columns are read. */
function cellsRead<Cell>(
  cells: readonly Cell[],
  { columnsAside }: ListRow,
  included: readonly SetAside[],
): readonly Cell[] {
  if (!columnsAside) return cells;
  return cells.filter((_, column) => {
    const reason = columnsAside.get(column);
    return reason === undefined || included.includes(reason);
  });
}

function textOf(row: ListRow, included: readonly SetAside[]): string {
  return row.columnsAside ? cellsRead(row.text.split('\t'), row, included).join('\t') : row.text;
}

function rowsRead(rows: readonly ListRow[], included: readonly SetAside[]): ListRecord[] {
  return rows
    .filter(({ setAside }) => setAside === undefined || included.includes(setAside))
    .map((row) =>
      row.columnsAside
        ? { line: row.line, text: textOf(row, included), cells: [...cellsRead(row.cells, row, included)] }
        : row,
    );
}

function readRows(list: ListRecords, included: readonly SetAside[], options: ReadingOptions) {
  const { separator } = list;
  const records = rowsRead(list.records, included);
  const exported = exportedRecords(records);
  const copied = exported ? null : copiedHeader(options.columns ?? []);
  const header = exported ? null : (copied ?? ownHeader(records, options.statuses));
  const quantity = exported ? decimalsOf(separator) : copied && numberStyleOfLocale(options.locale);
  const answers = quantity ? { quantity, ...options.answers } : options.answers;
  const isOwn = exported !== null || header !== null;
  return {
    reading: readOrderRecords(exported ?? (header ? [header, ...records] : records), {
      ...options,
      isOwn,
      ...(answers && { answers }),
    }),
    // The other sheets of an exported workbook describe the order.
    sheets: exported ? [] : list.sheets,
    isOwn,
  };
}

/** Exported files don't group digits, so the cell separator implies the decimal separator. */
function decimalsOf(separator: Separator | undefined) {
  if (separator === ';') return 'decimal-comma';
  return separator === ',' ? 'decimal-point' : null;
}

/** Roles of an exported order's first columns, as its header has them in any language, behind those of the line numbers. */
const exportedRoles = 'product,name,quantity,unit,shipBy,shipBy,other';
const exportedColumns = exportedRoles.split(',').length;

/** The user's notes, beside which the notes as on screen don't count. */
const ownNote = /^(?:own note|eigene notiz)$/i;

/**
 * Returns an exported order without the line numbers, which earlier files don't have, and without the columns at the end
 * that the dashboard fills, because its first other column has the products as entered. Null for any other list.
 */
function exportedRecords(records: readonly ListRecord[]): ListRecord[] | null {
  const header = records[0]?.cells ?? [];
  const roles = readHeaderRow(header)?.map((cell) => cell?.role);
  const start = roles?.[0] === 'position' ? 1 : 0;
  const end = start + exportedColumns;
  if (roles?.slice(start, end).join(',') !== exportedRoles) return null;
  // With the user's own notes in a column of their own, the first one has them with the others.
  const first = header.some((cell) => ownNote.test(cell)) ? end : -1;
  const isMeant = (_: string, column: number) => {
    const isFilled = column === first || roles[column] === 'product' || roles[column] === 'other';
    return column >= start && (column < end || !isFilled);
  };
  return records.map((record) => ({ ...record, cells: record.cells.filter(isMeant).map(unescapeFormula) }));
}

/** Recognizable header labels of the grid's columns, by id. */
const gridHeaders: Readonly<Record<string, string>> = {
  product: 'Product',
  name: 'Name',
  quantity: 'Quantity',
  unit: 'Unit',
  shipBy: 'Ship by',
  shipDate: 'Ship date',
  status: 'Status',
  days: 'Days',
  late: 'Days',
  note: 'Note',
  before: 'Ship date',
};

/** Returns the missing header of copied cells from their column ids; null if none of them is a product. */
function copiedHeader(columns: readonly string[]): ListRecord | null {
  if (!columns.includes('product') && !columns.includes('name')) return null;
  return headerOf(columns.map((id) => gridHeaders[id] ?? ''));
}

function headerOf(cells: string[]): ListRecord {
  return { line: 0, text: cells.join('\t'), cells };
}

const gridColumns = Object.values(gridHeaders);
const [shipByAt = 0, shipDateAt = 0, statusAt = 0, lateAt = 0, beforeAt = 0] = [
  'shipBy',
  'shipDate',
  'status',
  'late',
  'before',
].map((id) => Object.keys(gridHeaders).indexOf(id));

/**
 * Recognizes rows copied from the grid, directly or via a spreadsheet: each has the grid's columns, and a known status
 * or none. Returns the header that copied cells lack, so that no column has to be guessed. Null for any other list, or
 * if no line was checked.
 */
function ownHeader(records: readonly ListRecord[], statuses: readonly string[]): ListRecord | null {
  const rows = records.map(({ cells }) => cells).filter((cells) => cells.some((cell) => cell !== ''));
  const isStatus = (text = '') => text === '' || statuses.includes(text);
  const isOwn = (cells: readonly string[]) =>
    cells.length > statusAt &&
    isStatus(cells[statusAt]) &&
    cells.slice(beforeAt).every((cell) => isStatus(cell) || /^\d{4}-\d\d-\d\d$/.test(cell));
  const width = Math.max(...rows.map(({ length }) => length));
  if (width > gridColumns.length || !rows.every(isOwn) || !rows.some((cells) => cells[statusAt] !== '')) return null;
  if (width > lateAt + 1 && rows.every(hasDaysLate)) return headerOf(gridColumns.slice(0, width));
  // Earlier versions had one column of days.
  const behind = Array.from({ length: width - statusAt - 1 }, (_, at) => {
    const areDays = rows.every((cells) => /^\d*(?:, \d.*)?$/.test(cells[statusAt + 1 + at] ?? ''));
    return areDays ? 'Days' : 'Note';
  });
  return headerOf([...gridColumns.slice(0, statusAt + 1), ...behind]);
}

/** Whether a row has its days late, or words in their place because it has a date to ship by and none to ship on. */
function hasDaysLate(cells: readonly string[]): boolean {
  const late = cells[lateAt] ?? '';
  const isNever = cells[shipByAt] !== '' && cells[shipDateAt] === '' && !/\d/.test(late);
  return /^\d*$/.test(cells[lateAt - 1] ?? '') && (isNever || /^\d*$/.test(late));
}
