import type { OrderListOptions, OrderListReading } from '#domain/order-list/order-list.ts';
import { physicalText } from '#domain/order-list/plain-text.ts';
import { readOrderRecords } from '#domain/order-list/read-order-list.ts';
import { findSeparator, type ListRecord, readRecords } from '#domain/order-list/records.ts';

/** The most rows that a list may have. */
export const mostRows = 100_000;

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
}

/** What a list says, beside the text it says it in. */
export interface ReadList {
  reading: OrderListReading;
  /** The text of each record, by the physical line on which it starts. */
  texts: ReadonlyMap<number, string>;
  /** The person's own notes, where the list has some, by the same line. */
  notes?: ReadonlyMap<number, string>;
  /** The sheets to choose from, where it is a workbook, and the one that was read. */
  sheets: readonly string[];
  sheet: string | null;
}

export type ReadingOptions = Pick<OrderListOptions, 'locale' | 'answers' | 'today'> & {
  /** How the grid words what a line's status can be, by which its own rows are known. */
  statuses: readonly string[];
};

/**
 * The records of a text.
 * @throws FileFailure where it has more rows than are read.
 */
export function recordsOfText(text: string, source: 'paste' | 'file'): ListRecords {
  const physical = physicalText(text);
  const records = readRecords(physical, findSeparator(physical, source));
  if (records.length > mostRows) throw new FileFailure('too-many-rows');
  return { records, sheets: [], sheet: null };
}

export function readList({ records, sheets, sheet }: ListRecords, options: ReadingOptions): ReadList {
  const own = ownRecords(records, options.statuses);
  const listed = own?.records ?? records;
  return {
    reading: readOrderRecords(listed, options),
    texts: new Map(listed.map(({ line, text }) => [line, text])),
    ...(own && { notes: own.notes }),
    sheets,
    sheet,
  };
}

/** The columns of the grid, in words that a list's header is known by. */
const gridColumns = ['Product', 'Name', 'Quantity', 'Unit', 'Needed by', 'Answer', 'Status', 'Days', 'Note'];
const statusAt = gridColumns.indexOf('Status');
const noteAt = gridColumns.indexOf('Note');

/**
 * Recognises rows that were copied from the grid and come back, as they are or by way of a spreadsheet: its columns in
 * every row, and nothing but statuses where they stand. They get the header that a copy of cells lacks, so that no
 * column has to be guessed. Null where it is anything else, or no line in it was checked.
 */
function ownRecords(records: readonly ListRecord[], statuses: readonly string[]) {
  const known = new Set(statuses);
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isOwn = ({ cells }: ListRecord) => {
    const status = cells[statusAt] ?? '';
    return cells.length > statusAt && cells.length <= gridColumns.length && (status === '' || known.has(status));
  };
  if (!filled.every(isOwn) || !filled.some(({ cells }) => cells[statusAt] !== '')) return null;
  const header: ListRecord = { line: 0, text: gridColumns.join('\t'), cells: gridColumns };
  const notes = filled.map(({ line, cells }) => [line, cells[noteAt] ?? ''] as const);
  return { records: [header, ...records], notes: new Map(notes.filter(([, note]) => note !== '')) };
}
