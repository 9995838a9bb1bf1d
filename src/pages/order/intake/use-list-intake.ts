import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { readClipboardHtml } from '#features/grid/clipboard.ts';
import type { SharedOrder } from '#features/saved-orders/order-link.ts';
import type { DraftLine, NewLine } from '#features/saved-orders/saved-order.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { orderDesk } from '#pages/order/lines/order-desk.ts';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { statusWords } from '#pages/order/order-words.ts';
import { answersThen, openSharedOrder } from '#pages/order/share/order-link.ts';
import { shownLines } from '#pages/order/lines/line-filters.ts';
import { useLocale } from '#ui/locale.tsx';

import { fileFailureWords } from './list-words.ts';
import { openFile, type OpenList, openText, warmUp } from './open-list.ts';
import { FileFailure } from './read-list.ts';
import type { Placement } from './review-dialog.tsx';
import { acceptedRows, isClear, linesOf, reviewRows } from './review-rows.ts';

/** A list that waits to be looked over. */
interface WaitingList {
  open: OpenList;
  source: string | null;
  /** What came by a link: it replaces nothing. Null for a list of another origin. */
  shared: SharedOrder | null;
}

/** Takes lists in: one without problems at once, any other through the review. */
export function useListIntake(session: OrderSession, say: (notice: string) => void) {
  const { t, i18n } = useLingui();
  const { locale, today } = useLocale();
  const [waiting, setWaiting] = useState<WaitingList | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => whenIdle(() => warmUp(locale)), [locale]);
  const statuses = shownLines.map((lines) => (lines === 'late' ? '' : statusWords(lines, i18n)));
  const options = { locale, today, statuses };

  function take(lines: readonly NewLine[], placement: Placement, shared: SharedOrder | null = null) {
    const made = session.makeLines(lines);
    const label = t`Add list`;
    if (placement === 'replace') session.lines.replaceAll(made, { label });
    else session.appendLines(made, label);
    if (shared) compare(session, shared, made);
    say(
      made.length === 1
        ? t`1 line added. Undo takes it out again.`
        : t`${made.length} lines added. Undo takes them out again.`,
    );
  }

  async function intake(reading: Promise<OpenList>, source: string | null, isPlaced: boolean) {
    setReading(true);
    try {
      const open = await reading;
      const rows = reviewRows(open.list);
      if (rows.length === 0) {
        open.close();
        say(t`Nothing in it can be read as an order line: a product and a quantity are needed.`);
      } else if (isPlaced && isClear(open.list, rows)) {
        open.close();
        take(linesOf(acceptedRows(rows, new Map()), 'keep-apart'), 'append');
      } else setWaiting({ open, source, shared: null });
    } catch (error) {
      say(fileFailureWords(error instanceof FileFailure ? error.code : 'not-readable', i18n));
    } finally {
      setReading(false);
    }
  }

  return {
    waiting,
    isReading,
    take: (lines: readonly NewLine[], placement: Placement) => {
      waiting?.open.close();
      setWaiting(null);
      const shared = waiting?.shared ?? null;
      const name = shared?.name ?? '';
      if (placement === 'new-order') {
        void begin(lines, name, shared);
        return;
      }
      // A linked order that goes into an order without lines and name is that order.
      if (name !== '' && session.name.get() === '' && session.overview.get().lineCount === 0) session.rename(name);
      take(lines, placement, shared);
    },
    discard: () => {
      waiting?.open.close();
      setWaiting(null);
    },
    shared: (order: SharedOrder) =>
      setWaiting({ open: openSharedOrder(order), source: order.name || null, shared: order }),
    /** `isPlaced`: it is clear that the lines go to the end of the order. */
    text: (text: string, isPlaced: boolean) => void intake(openText(text, options), null, isPlaced),
    file: (file: File, isPlaced: boolean) => void intake(openFile(file, options), file.name, isPlaced),
  };
}

async function begin(lines: readonly NewLine[], name: string, shared: SharedOrder | null): Promise<void> {
  await orderDesk.begin(lines, name);
  const begun = orderDesk.session.get();
  if (begun && shared) compare(begun, shared, begun.lines.getRows());
}

/** Asks for the lines of a link anew where it held answers, so that then and now stand side by side. */
function compare(session: OrderSession, shared: SharedOrder, made: readonly DraftLine[]): void {
  const then = answersThen(shared, made);
  if (then === null) return;
  session.compareWith(then);
  void session.startCheck(false);
}

const editable = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';

/**
 * Has what is pasted anywhere on the page taken as a list, outside of fields, dialogs and, unless it is free too, of the
 * grid.
 */
export function usePasteAnywhere(
  { isOn, isGridFree }: { isOn: boolean; isGridFree: boolean },
  onText: (text: string) => void,
): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    if (!isOn) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return;
      const text = textOf(clipboardData);
      // One cell in the grid is the grid's own; a list is not, not even in the editor of a cell.
      const isList = /[\t\n]/.test(text.trim());
      const isInGrid = target.closest('[role="grid"]') !== null;
      if (text.trim() === '' || (isInGrid ? !isGridFree || !isList : target.matches(editable))) return;
      event.preventDefault();
      event.stopPropagation();
      take(text);
    };
    window.addEventListener('paste', onPaste, { capture: true });
    return () => window.removeEventListener('paste', onPaste, { capture: true });
  }, [isOn, isGridFree]);
}

function textOf(data: DataTransfer | null): string {
  const text = data?.getData('text/plain') ?? '';
  if (text !== '' || data === null) return text;
  return textOfCells(readClipboardHtml(data.getData('text/html')));
}

/** Cells as a spreadsheet would put them on the clipboard. */
export function textOfCells(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.join('\t')).join('\n');
}

/** Has a list that was pasted while the order was still opening taken into it. */
export function useEarlyPaste(earlyRef: RefObject<string | null>, onText: (text: string) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    const text = earlyRef.current;
    if (text === null) return;
    earlyRef.current = null;
    take(text);
  }, [earlyRef]);
}
