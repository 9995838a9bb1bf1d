import { fromHarmlessText } from '#domain/export/harmless-text.ts';
import { readHeaderRow } from '#domain/order-list/header-row.ts';
import { numberStyleOfLocale } from '#domain/order-list/number-cell.ts';
import type { OrderListOptions, OrderListReading } from '#domain/order-list/order-list.ts';
import { physicalText } from '#domain/order-list/plain-text.ts';
import { readOrderRecords } from '#domain/order-list/read-order-list.ts';
import { findSeparator, type ListRecord, readRecords, type Separator } from '#domain/order-list/records.ts';

export const mostRows = 100_000;
/** Characters: no line of an order is as long, and reading one that is made of quotes or commas takes minutes. */
const longestLine = 100_000;
/** Lines of a text, which may be many to a row. */
const mostLines = 10 * mostRows;

/** Why a file or a text could not be read as a list. */
export type FileFailureCode =
  | 'too-large'
  | 'unpacks-too-large'
  | 'too-many-rows'
  /** A workbook in the format before 2007, or one with a password. */
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

/** A list parted into records; a workbook has the sheets to choose from, and the one that was read. */
export interface ListRecords {
  records: ListRecord[];
  sheets: readonly string[];
  sheet: string | null;
  /** What parts the cells of a text. */
  separator?: Separator;
}

/** What a list says, beside the text it says it in. */
export interface ReadList {
  reading: OrderListReading;
  /** The text of each record, by the physical line on which it starts. */
  texts: ReadonlyMap<number, string>;
  /** The sheets to choose from, where it is a workbook, and the one that was read. */
  sheets: readonly string[];
  sheet: string | null;
  /** Whether it is an order of our own that comes back: what stands there twice was meant to. */
  isOwn: boolean;
}

export type ReadingOptions = Pick<OrderListOptions, 'locale' | 'answers' | 'today'> & {
  /** How the grid words what a line's status can be, by which its own rows are known. */
  statuses: readonly string[];
  /** The columns of the grid that it was copied from, where the clipboard still says so. */
  columns?: readonly string[];
};

/**
 * The records of a text.
 * @throws FileFailure where it has more rows than are read, or a line longer than any.
 */
export function recordsOfText(text: string, source: 'paste' | 'file'): ListRecords {
  const physical = physicalText(text);
  holdLines(physical);
  const separator = findSeparator(physical, source);
  const records = readRecords(physical, separator);
  if (records.length > mostRows) throw new FileFailure('too-many-rows');
  return { records, sheets: [], sheet: null, separator };
}

/** Throws where taking a text apart would take too much memory or time. */
function holdLines(text: string): void {
  let count = 0;
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start > longestLine) throw new FileFailure('not-readable');
    if ((count += 1) > mostLines) throw new FileFailure('too-many-rows');
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
    // What else is in the workbook is about the order.
    sheets: exported ? [] : sheets,
    sheet,
    isOwn: exported !== null || header !== null,
  };
}

/** Our own files group no digits, so that the separator of their cells tells that of their decimals. */
function decimalsOf(separator: Separator | undefined) {
  if (separator === ';') return 'decimal-comma';
  return separator === ',' ? 'decimal-point' : null;
}

/** What the first columns of an exported order are for, as its header says in any language. */
const exportedRoles = 'product,name,quantity,unit,neededBy,neededBy,other';
const exportedColumns = exportedRoles.split(',').length;

/**
 * An exported order that comes back, without the columns of ids and SKUs behind: its products stand in front as they
 * were written. Null where it is anything else.
 */
function exportedRecords(records: readonly ListRecord[]): ListRecord[] | null {
  const roles = readHeaderRow(records[0]?.cells ?? [])?.map((cell) => cell?.role);
  if (roles?.slice(0, exportedColumns).join(',') !== exportedRoles) return null;
  const isMeant = (_: string, column: number) => column < exportedColumns || roles[column] !== 'product';
  return records.map((record) => ({ ...record, cells: record.cells.filter(isMeant).map(fromHarmlessText) }));
}

/** The columns of the grid by their ids, in words that a list's header is known by. */
const gridWords: Readonly<Record<string, string>> = {
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

/** The header that copied cells lack, from the columns that they came from; null where these name no product. */
function copiedHeader(columns: readonly string[]): ListRecord | null {
  if (!columns.includes('product') && !columns.includes('name')) return null;
  return headerOf(columns.map((id) => gridWords[id] ?? ''));
}

function headerOf(cells: string[]): ListRecord {
  return { line: 0, text: cells.join('\t'), cells };
}

/** The first columns of the grid; days and the note follow. */
const gridColumns = Object.values(gridWords).slice(0, 7);
const statusAt = gridColumns.indexOf('Status');
const mostColumns = gridColumns.length + 3;

/**
 * Recognises rows that were copied from the grid and come back, as they are or by way of a spreadsheet: its columns in
 * every row, and nothing but statuses where they stand. They get the header that a copy of cells lacks, so that no
 * column has to be guessed. Null where it is anything else, or no line in it was checked.
 */
function ownHeader(records: readonly ListRecord[], statuses: readonly string[]): ListRecord | null {
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isOwn = ({ cells }: ListRecord) => {
    const status = cells[statusAt] ?? '';
    return cells.length > statusAt && cells.length <= mostColumns && (status === '' || statuses.includes(status));
  };
  if (!filled.every(isOwn) || !filled.some(({ cells }) => cells[statusAt] !== '')) return null;
  const width = Math.max(...filled.map(({ cells }) => cells.length));
  const behind = Array.from({ length: width - gridColumns.length }, (_, at) => {
    const areDays = filled.every(({ cells }) => /^\d*(?:, \d.*)?$/.test(cells[gridColumns.length + at] ?? ''));
    return areDays ? 'Days' : 'Note';
  });
  return headerOf([...gridColumns, ...behind]);
}
