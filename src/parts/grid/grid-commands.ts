import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { fillTarget, sizeOf, type CellPosition, type CellRange } from './cell-range.ts';
import { writeClipboardHtml, writeClipboardText, type CellTexts } from './clipboard.ts';
import type { GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';

type TextAt = (row: number, column: number) => string | undefined;

export function copiedCells(session: GridSession) {
  const { left, right } = session.range;
  const stored = storedPart(session, session.range);
  // The blank row is copied only if nothing else is selected. After other rows it would add an empty line.
  const range = sizeOf(stored).rows > 0 ? stored : session.range;
  const cells = textsOf(session, range);
  session.showMessage({ kind: 'copied', ...sizeOf(range) });
  return {
    columns: session.columns.slice(left, right + 1).map(({ id }) => id),
    text: writeClipboardText(cells),
    html: writeClipboardHtml(cells, (column) => session.columns[left + column]?.isText ?? false),
  };
}

/**
 * Pastes cells into the selected range, like spreadsheets. If the range's sides are multiples of the copied block's,
 * the block is repeated; otherwise the range only marks the start. Rows may extend past the end, columns may not.
 * Read-only columns are skipped.
 */
export function pasteCells(session: GridSession, cells: CellTexts): void {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (height === 0 || width === 0) return;
  const { top, left } = session.range;
  const selected = sizeOf(session.range);
  const repeats = selected.rows % height === 0 && selected.columns % width === 0;
  const range = repeats
    ? session.range
    : { top, left, bottom: top + height - 1, right: Math.min(left + width, session.columns.length) - 1 };
  const refused = writeTexts(
    session,
    msg`Paste`,
    range,
    (row, column) => cells[(row - top) % height]?.[(column - left) % width],
  );
  if (refused === null) return;
  const start = { row: top, column: left };
  session.select(start, { row: range.bottom, column: range.right });
  session.reveal(start);
  const cutOff = Math.max(0, left + width - session.columns.length);
  session.showMessage({ kind: 'pasted', rows: sizeOf(range).rows, refused, cutOff });
}

export function clearCells(session: GridSession, act: 'clear' | 'cut' = 'clear'): void {
  const label = act === 'cut' ? msg`Cut` : msg`Clear cells`;
  const refused = writeTexts(session, label, storedPart(session, session.range), () => '');
  if (refused !== null) session.showMessage({ kind: act === 'cut' ? 'cut' : 'cleared', ...sizeOf(session.range) });
}

/** Repeats the top row of the range in its other rows. For a single row, repeats the row above it. */
export function fillDown(session: GridSession): void {
  const { range } = session;
  const source = range.top === range.bottom ? range.top - 1 : range.top;
  if (source >= 0) {
    fill(session, { ...range, top: source + 1 }, (_, column) => session.textAt({ row: source, column }));
  }
}

/** Repeats the range towards a cell, when the fill handle is dragged there. */
export function fillTowards(session: GridSession, to: CellPosition): void {
  const { range } = session;
  const target = fillTarget(range, to);
  if (!target) return;
  const texts = textsOf(session, range);
  const { rows, columns } = sizeOf(range);
  const refused = writeTexts(
    session,
    msg`Fill`,
    target,
    (row, column) => texts[wrap(row - range.top, rows)]?.[wrap(column - range.left, columns)],
  );
  if (refused === null) return;
  session.goTo(
    { row: Math.min(range.top, target.top), column: Math.min(range.left, target.left) },
    { row: Math.max(range.bottom, target.bottom), column: Math.max(range.right, target.right) },
  );
  session.showMessage({ kind: 'filled', ...sizeOf(target) });
}

/** Writes the text being typed to every selected cell. */
export function fillRange(session: GridSession): void {
  const { draft } = session.editor;
  session.editor.end();
  fill(session, session.range, () => draft);
}

/** Inserts as many blank rows as are selected, above or below them. */
export function insertRows(session: GridSession, where: 'above' | 'below'): void {
  const { top, bottom } = session.range;
  const { active, head } = session.selection.getState();
  const rows = Array.from({ length: bottom - top + 1 }, () => session.createRow(session.store.newKey()));
  const stored = session.store.getKeys();
  const beside = stored.indexOf(session.keyAt(where === 'above' ? top : bottom));
  const at = beside < 0 ? stored.length : beside + (where === 'above' ? 0 : 1);
  const shownAt = where === 'above' ? top : Math.min(bottom + 1, session.rowCount - 1);
  session.store.insertRows(at, rows, msg`Insert rows`);
  session.view.place(
    rows.map(({ key }) => key),
    shownAt,
  );
  session.goTo({ row: shownAt, column: active.column }, { row: shownAt + rows.length - 1, column: head.column });
  session.showMessage({ kind: 'rows-inserted', rows: rows.length });
}

/** Deletes all rows of the range. */
export function deleteRows(session: GridSession): void {
  const { top, bottom } = session.range;
  const { active } = session.selection.getState();
  const keys = session.view.getState().keys.slice(top, bottom + 1);
  if (keys.length === 0) return;
  session.store.deleteRows(keys, msg`Delete rows`);
  session.goTo({ row: Math.min(top, session.rowCount - 1), column: active.column });
  session.showMessage({ kind: 'rows-deleted', rows: keys.length });
}

function fill(session: GridSession, target: CellRange, textAt: TextAt) {
  const refused = writeTexts(session, msg`Fill`, target, textAt);
  if (refused !== null) session.showMessage({ kind: 'filled', ...sizeOf(target) });
}

function textsOf(session: GridSession, range: CellRange): string[][] {
  const columns = session.columns.slice(range.left, range.right + 1);
  return Array.from({ length: sizeOf(range).rows }, (_, row) => {
    const entry = session.entryOf(session.keyAt(range.top + row));
    return columns.map((column) => column.copyText?.(entry) ?? column.text(entry));
  });
}

/**
 * Parses texts into the editable cells of a range, as one operation.
 * @returns number of texts that couldn't be parsed; null, with a message, if all columns are read-only
 */
function writeTexts(session: GridSession, label: MessageDescriptor, range: CellRange, textAt: TextAt): number | null {
  const columns = session.columns.slice(range.left, range.right + 1);
  const [first] = columns;
  if (first && columns.every((column) => !column.read)) {
    session.showMessage({ kind: 'read-only', header: first.header });
    return null;
  }
  const shown = session.view.getState().keys;
  const places = columns.flatMap((column, index) => (column.read ? range.left + index : []));
  const rows: GridRow[] = [];
  let refused = 0;
  for (let row = range.top; row <= range.bottom; row += 1) {
    // Each cell is parsed with the values already written to its left.
    const written = { ...session.entryOf(shown[row] ?? session.store.newKey()).row };
    for (const at of places) {
      const text = textAt(row, at);
      const reading = text === undefined ? null : session.columns[at]?.read?.(text, written);
      if (reading && 'cells' in reading) Object.assign(written, reading.cells);
      else if (reading) refused += 1;
    }
    rows.push(written);
  }
  session.store.setRows(rows, label);
  return refused;
}

/** Returns the range without the blank row. */
function storedPart(session: GridSession, range: CellRange): CellRange {
  return { ...range, bottom: Math.min(range.bottom, session.rowCount - 2) };
}

function wrap(value: number, length: number): number {
  return ((value % length) + length) % length;
}
