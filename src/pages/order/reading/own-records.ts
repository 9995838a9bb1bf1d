import type { ListRecord } from '#domain/order-list/records.ts';

/** The columns of the grid, in words that a list's header is known by. */
const columns = ['Product', 'Name', 'Quantity', 'Unit', 'Needed by', 'Answer', 'Status', 'Days', 'Note'];
const statusAt = columns.indexOf('Status');
const noteAt = columns.indexOf('Note');

/** Rows that were copied from the grid and come back, as they are or by way of a spreadsheet. */
export interface OwnRecords {
  /** With the header that a copy of cells lacks, so that no column has to be guessed. */
  records: ListRecord[];
  /** The person's own notes, by the line on which each stands. */
  notes: Map<number, string>;
}

/**
 * Recognises what was copied from the grid: its columns in every row, and nothing but statuses where they stand.
 * @param statuses as the grid words them
 * @returns null where it is anything else, or no line in it was checked
 */
export function ownRecords(records: readonly ListRecord[], statuses: readonly string[]): OwnRecords | null {
  const known = new Set(statuses);
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isOwn = ({ cells }: ListRecord) => {
    const status = cells[statusAt] ?? '';
    return cells.length > statusAt && cells.length <= columns.length && (status === '' || known.has(status));
  };
  if (!filled.every(isOwn) || !filled.some(({ cells }) => cells[statusAt] !== '')) return null;
  const header: ListRecord = { line: 0, text: columns.join('\t'), cells: columns };
  const notes = filled.flatMap(({ line, cells }) => {
    const note = cells[noteAt] ?? '';
    return note === '' ? [] : [[line, note] as const];
  });
  return { records: [header, ...records], notes: new Map(notes) };
}
