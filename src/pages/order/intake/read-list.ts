import { unescapeFormula } from '#domain/export/formula-escape.ts';
import { readHeaderRow } from '#domain/order-list/header-row.ts';
import { numberStyleOfLocale } from '#domain/order-list/number-cell.ts';
import type { OrderListOptions, OrderListReading } from '#domain/order-list/order-list.ts';
import { physicalText } from '#domain/order-list/plain-text.ts';
import { readOrderRecords } from '#domain/order-list/read-order-list.ts';
import { findSeparator, type ListRecord, readRecords, type Separator } from '#domain/order-list/records.ts';

export const maxRows = 100_000;
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
  | 'not-readable';

export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly code: FileFailureCode;

  constructor(code: FileFailureCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** A list split into records, with the workbook's sheets and the one that was read. */
export interface ListRecords {
  records: ListRecord[];
  sheets: readonly string[];
  sheet: string | null;
  /** Cell separator of a text. */
  separator?: Separator;
}

/** A parsed list and its original text. */
export interface ReadList {
  reading: OrderListReading;
  /** Text of each record by the physical line on which it starts. */
  texts: ReadonlyMap<number, string>;
  /** The workbook's sheets, and the one that was read. */
  sheets: readonly string[];
  sheet: string | null;
  /** Whether this app exported or copied the list, so that its duplicates are intentional. */
  isOwn: boolean;
}

export type ReadingOptions = Pick<OrderListOptions, 'locale' | 'answers' | 'today'> & {
  /** Status texts of the grid, by which its copied rows are recognized. */
  statuses: readonly string[];
  /** Ids of the grid columns that were copied, if the clipboard contains them. */
  columns?: readonly string[];
};

/**
 * Splits a text into records.
 * @throws FileFailure if it has too many rows or lines, or a line that is too long
 */
export function recordsOfText(text: string, source: 'paste' | 'file'): ListRecords {
  const physical = physicalText(text);
  limitLines(physical);
  const separator = findSeparator(physical, source);
  const records = readRecords(physical, separator);
  if (records.length > maxRows) throw new FileFailure('too-many-rows');
  return { records, sheets: [], sheet: null, separator };
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

export function readList({ records, sheets, sheet, separator }: ListRecords, options: ReadingOptions): ReadList {
  const exported = exportedRecords(records);
  const copied = exported ? null : copiedHeader(options.columns ?? []);
  const header = exported ? null : (copied ?? ownHeader(records, options.statuses));
  const quantity = exported ? decimalsOf(separator) : copied && numberStyleOfLocale(options.locale);
  const answers = quantity ? { quantity, ...options.answers } : options.answers;
  return {
    reading: readOrderRecords(exported ?? (header ? [header, ...records] : records), {
      ...options,
      ...(answers && { answers }),
    }),
    texts: new Map(records.map(({ line, text }) => [line, text])),
    // The other sheets of an exported workbook describe the order.
    sheets: exported ? [] : sheets,
    sheet,
    isOwn: exported !== null || header !== null,
  };
}

/** Exported files don't group digits, so the cell separator implies the decimal separator. */
function decimalsOf(separator: Separator | undefined) {
  if (separator === ';') return 'decimal-comma';
  return separator === ',' ? 'decimal-point' : null;
}

/** Roles of an exported order's first columns, as its header has them in any language. */
const exportedRoles = 'product,name,quantity,unit,neededBy,neededBy,other';
const exportedColumns = exportedRoles.split(',').length;

/**
 * Returns an exported order without the id and SKU columns at the end, because its first column has the products as
 * entered. Null for any other list.
 */
function exportedRecords(records: readonly ListRecord[]): ListRecord[] | null {
  const roles = readHeaderRow(records[0]?.cells ?? [])?.map((cell) => cell?.role);
  if (roles?.slice(0, exportedColumns).join(',') !== exportedRoles) return null;
  const isMeant = (_: string, column: number) => column < exportedColumns || roles[column] !== 'product';
  return records.map((record) => ({ ...record, cells: record.cells.filter(isMeant).map(unescapeFormula) }));
}

/** Recognizable header labels of the grid's columns, by id. */
const gridHeaders: Readonly<Record<string, string>> = {
  product: 'Product',
  name: 'Name',
  quantity: 'Quantity',
  unit: 'Unit',
  neededBy: 'Ship by',
  answer: 'Answer',
  status: 'Status',
  days: 'Days',
  late: 'Days',
  note: 'Note',
  before: 'Answer',
};

/** Returns the missing header of copied cells from their column ids; null if none of them is a product. */
function copiedHeader(columns: readonly string[]): ListRecord | null {
  if (!columns.includes('product') && !columns.includes('name')) return null;
  return headerOf(columns.map((id) => gridHeaders[id] ?? ''));
}

function headerOf(cells: string[]): ListRecord {
  return { line: 0, text: cells.join('\t'), cells };
}

/** The grid's first columns; days and note follow. */
const gridColumns = Object.values(gridHeaders).slice(0, 7);
const statusAt = gridColumns.indexOf('Status');
const maxColumns = gridColumns.length + 3;

/**
 * Recognizes rows copied from the grid, directly or via a spreadsheet: each has the grid's columns, and a known status
 * or none. Returns the header that copied cells lack, so that no column has to be guessed. Null for any other list, or
 * if no line was checked.
 */
function ownHeader(records: readonly ListRecord[], statuses: readonly string[]): ListRecord | null {
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isOwn = ({ cells }: ListRecord) => {
    const status = cells[statusAt] ?? '';
    return cells.length > statusAt && cells.length <= maxColumns && (status === '' || statuses.includes(status));
  };
  if (!filled.every(isOwn) || !filled.some(({ cells }) => cells[statusAt] !== '')) return null;
  const width = Math.max(...filled.map(({ cells }) => cells.length));
  const behind = Array.from({ length: width - gridColumns.length }, (_, at) => {
    const areDays = filled.every(({ cells }) => /^\d*(?:, \d.*)?$/.test(cells[gridColumns.length + at] ?? ''));
    return areDays ? 'Days' : 'Note';
  });
  return headerOf([...gridColumns, ...behind]);
}
