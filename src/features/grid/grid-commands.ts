import { fillTarget, heightOf, widthOf, type CellPosition, type CellRange } from './cell-range.ts';
import { writeClipboardHtml } from './clipboard-html.ts';
import { writeClipboardText, type CellTexts } from './clipboard-text.ts';
import type { GridSession } from './grid-session.ts';
import { pastedBlock } from './pasted-block.ts';
import type { GridRow, RowKey } from './row-entry.ts';

type TextAt = (row: number, column: number) => string | undefined;

/** The selected cells, for the clipboard. */
export function copiedCells(session: GridSession) {
  const { left } = session.range;
  const stored = storedPart(session, session.range);
  // The blank row alone is copied as it is; at the end of other rows it would only be a line too many.
  const range = heightOf(stored) > 0 ? stored : session.range;
  const cells = textsOf(session, range);
  session.say({ kind: 'copied', ...sizeOf(range) });
  return {
    text: writeClipboardText(cells),
    html: writeClipboardHtml(cells, (column) => session.columns[left + column]?.isCode ?? false),
  };
}

/** Writes cells from the selected one on; see {@link pastedBlock}. Read-only columns are passed over. */
export function pasteCells(session: GridSession, cells: CellTexts): void {
  const block = pastedBlock(cells, session.range, session.columns.length);
  const { range, cutOff } = block;
  const refused = writeTexts(session, session.labels.paste, range, (row, column) => block.textAt(row, column));
  const start = { row: range.top, column: range.left };
  session.select(start, { row: range.bottom, column: range.right });
  session.reveal(start);
  session.say({ kind: 'pasted', rows: heightOf(range), refused, cutOff });
}

/** Empties the selected cells. */
export function clearCells(session: GridSession, act: 'clear' | 'cut' = 'clear'): void {
  writeTexts(session, session.labels[act], storedPart(session, session.range), () => '');
  session.say({ kind: act === 'cut' ? 'cut' : 'cleared', ...sizeOf(session.range) });
}

/** Repeats the top row of the range in the others; where it has one row, the row above it. */
export function fillDown(session: GridSession): void {
  const { range } = session;
  const source = heightOf(range) === 1 ? range.top - 1 : range.top;
  if (source < 0) return;
  const target = { ...range, top: source + 1 };
  writeTexts(session, session.labels.fill, target, (_, column) => session.textAt({ row: source, column }));
  session.say({ kind: 'filled', ...sizeOf(target) });
}

/** Repeats the range towards a cell, as its handle is dragged there. */
export function fillTowards(session: GridSession, to: CellPosition): void {
  const { range } = session;
  const target = fillTarget(range, to);
  if (!target) return;
  const texts = textsOf(session, range);
  writeTexts(session, session.labels.fill, target, (row, column) => {
    const at = wrap(row - range.top, heightOf(range));
    return texts[at]?.[wrap(column - range.left, widthOf(range))];
  });
  const both = { top: Math.min(range.top, target.top), left: Math.min(range.left, target.left) };
  session.goTo(
    { row: both.top, column: both.left },
    { row: Math.max(range.bottom, target.bottom), column: Math.max(range.right, target.right) },
  );
  session.say({ kind: 'filled', ...sizeOf(target) });
}

/** What was typed goes to every selected cell. */
export function fillWithText(session: GridSession, range: CellRange, text: string): void {
  writeTexts(session, session.labels.fill, range, () => text);
  session.say({ kind: 'filled', ...sizeOf(range) });
}

/** As many blank rows as are selected, above or below them. */
export function insertRows(session: GridSession, where: 'above' | 'below'): void {
  const { top, bottom } = session.range;
  const { active, head } = session.selection.getState();
  const rows = Array.from({ length: bottom - top + 1 }, () => session.createRow(session.store.newKey()));
  const stored = session.store.getKeys();
  const beside = stored.indexOf(session.keyAt(where === 'above' ? top : bottom));
  const at = beside < 0 ? stored.length : beside + (where === 'above' ? 0 : 1);
  const shownAt = where === 'above' ? top : Math.min(bottom + 1, session.rowCount - 1);
  session.store.insertRows(at, rows, { label: session.labels.insertRows });
  session.view.place(
    rows.map(({ key }) => key),
    shownAt,
  );
  session.goTo({ row: shownAt, column: active.column }, { row: shownAt + rows.length - 1, column: head.column });
  session.say({ kind: 'rows-inserted', rows: rows.length });
}

/** Deletes the rows that the range touches. */
export function deleteRows(session: GridSession): void {
  const { top, bottom } = session.range;
  const { active } = session.selection.getState();
  const keys = session.view.getState().keys.slice(top, bottom + 1);
  if (keys.length === 0) return;
  session.store.deleteRows(keys, { label: session.labels.deleteRows });
  session.goTo({ row: Math.min(top, session.rowCount - 1), column: active.column });
  session.say({ kind: 'rows-deleted', rows: keys.length });
}

function textsOf(session: GridSession, range: CellRange): string[][] {
  const columns = session.columns.slice(range.left, range.right + 1);
  return Array.from({ length: heightOf(range) }, (_, row) => {
    const entry = session.entryOf(session.keyAt(range.top + row));
    return columns.map((column) => column.text(entry));
  });
}

/** Reads texts into the editable cells of a range, as one operation; gives how many could not be read. */
function writeTexts(session: GridSession, label: string, range: CellRange, textAt: TextAt): number {
  const shown = session.view.getState().keys;
  const changes = new Map<RowKey, Partial<GridRow>>();
  let refused = 0;
  for (let row = range.top; row <= range.bottom; row += 1) {
    const key = shown[row] ?? session.store.newKey();
    const before = session.entryOf(key).row;
    const cells: Partial<GridRow> = {};
    for (let column = range.left; column <= range.right; column += 1) {
      const text = textAt(row, column);
      if (text === undefined) continue;
      const reading = session.columns[column]?.read?.(text, { ...before, ...cells });
      if (reading && 'cells' in reading) Object.assign(cells, reading.cells);
      else if (reading) refused += 1;
    }
    changes.set(key, cells);
  }
  session.write(label, changes);
  return refused;
}

/** A range without the blank row. */
function storedPart(session: GridSession, range: CellRange): CellRange {
  return { ...range, bottom: Math.min(range.bottom, session.rowCount - 2) };
}

function sizeOf(range: CellRange) {
  return { rows: heightOf(range), columns: widthOf(range) };
}

function wrap(value: number, length: number): number {
  return ((value % length) + length) % length;
}
