import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { readClipboardHtml } from '#features/grid/clipboard.ts';
import type { NewLine } from '#features/saved-orders/saved-order.ts';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { statusWords } from '#pages/order/order-words.ts';
import { shownLines } from '#pages/order/lines/line-filters.ts';
import { useLocale } from '#ui/locale.tsx';

import { catalogueOf, mixesIds, settleColumns, type SettledColumns } from './known-products.ts';
import { fileFailureWords } from './list-words.ts';
import { openFile, type OpenList, openText, warmUp } from './open-list.ts';
import { FileFailure } from './read-list.ts';
import type { Placement } from './review-dialog.tsx';
import { acceptedRows, isClear, type KnownProducts, linesOf, reviewRows, textsToCompare } from './review-rows.ts';

/** In milliseconds; what could not be looked up by then is asked, or looked up with the line. */
const longestLookUp = 2500;
const notLookedUp: KnownProducts = new Map();

interface WaitingList extends SettledColumns {
  source: string | null;
}

/** Takes lists in: one without problems at once, any other through the review. */
export function useListIntake(session: OrderSession, say: (notice: string, undoes?: string) => void) {
  const { t, i18n } = useLingui();
  const { locale, today } = useLocale();
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<WaitingList | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => warmUp(locale), [locale]);
  const statuses = shownLines.map((lines) => (lines === 'late' ? '' : statusWords(lines, i18n)));
  const options = { locale, today, statuses };

  /** What the catalogue knows, unless it takes too long: the list is there meanwhile. */
  function lookUp(texts: readonly string[]): Promise<KnownProducts> {
    const late = new Promise<KnownProducts>((resolve) => setTimeout(resolve, longestLookUp, notLookedUp));
    return Promise.race([catalogueOf(queries)(texts).catch(() => notLookedUp), late]);
  }

  function take(lines: readonly NewLine[], placement: Placement) {
    const made = session.makeLines(lines);
    const label = t`Add list`;
    if (placement === 'replace') session.lines.replaceAll(made, label);
    else session.appendLines(made, label);
    say(t`${plural(made.length, { one: '# line added.', other: '# lines added.' })}`, label);
  }

  async function intake(reading: Promise<OpenList>, source: string | null, isPlaced: boolean) {
    setReading(true);
    try {
      const { open, answers } = await settleColumns(await reading, lookUp);
      let rows = reviewRows(open.list);
      if (rows.length === 0) {
        open.close();
        say(t`No order lines found. Each line needs a product and a quantity.`);
        return;
      }
      // A product that stands there once by its id and once by its code is one product, and a line may name two.
      const beside = textsToCompare(open.list);
      let isCompared = true;
      if (mixesIds(rows) || beside.length > 0) {
        const known = await lookUp([...rows.map(({ product }) => product), ...beside]);
        isCompared = beside.length === 0 || known !== notLookedUp;
        rows = reviewRows(open.list, known);
      }
      if (isPlaced && isCompared && isClear(open.list, rows)) {
        open.close();
        take(linesOf(acceptedRows(rows, new Map()), 'keep-apart'), 'append');
      } else {
        // Without the dialog's code nothing could be reviewed: that is said rather than shown as an empty page.
        await import('./review-dialog.tsx');
        setWaiting({ open, answers, source });
      }
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
      take(lines, placement);
    },
    discard: () => {
      waiting?.open.close();
      setWaiting(null);
    },
    /** `isPlaced`: it is clear that the lines go to the end of the order. */
    text: (text: string, isPlaced: boolean) => void intake(openText(text, options), null, isPlaced),
    file: (file: File, isPlaced: boolean) => void intake(openFile(file, options), file.name, isPlaced),
  };
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
