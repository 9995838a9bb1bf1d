import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { readClipboardHtml, readCopiedColumns } from '#parts/grid/clipboard.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import { statusWords } from '#orders/order-words.ts';
import { shownLines } from '#orders/lines/line-filters.ts';
import { useLocale } from '#ui/locale.tsx';
import { readProductEntry } from '#stock/product-entry.ts';
import { whenIdle } from '#stock/when-idle.ts';

import type { IntakeNotice } from './intake-notes.tsx';
import { fileFailureWords, unusedWords } from './list-words.ts';
import type { PastedText } from './open-list.ts';
import type { Placement, ReviewedList } from './review-dialog.tsx';

/** The reader isn't part of the page's first load. */
const loadReader = () => import('./analyze-list.ts');

/** Imports lists: directly if they have no problems, else through the review. */
export function useListIntake(session: OrderSession, setNotice: (notice: IntakeNotice) => void) {
  const { t, i18n } = useLingui();
  const { locale, today } = useLocale();
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<ReviewedList | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    // Not on phones, which are slow and rarely get long lists: they load the reader with the first list.
    if (!matchMedia('(pointer: fine)').matches) return undefined;
    const warmUp = (reader: Awaited<ReturnType<typeof loadReader>>) => void (cancel = reader.warmUp(locale));
    let cancel = whenIdle(() => void loadReader().then(warmUp, () => undefined));
    return () => cancel();
  }, [locale]);
  const statuses = shownLines.map((lines) => (lines === 'late' ? '' : statusWords(lines, i18n)));
  const options = { locale, today, statuses };

  function showNotice(text: string) {
    setNotice({ text });
  }

  function take(lines: readonly NewLine[], placement: Placement, unused: string | null, review?: () => void) {
    const made = session.makeLines(lines);
    const label = msg`Add list`;
    if (placement === 'replace') session.lines.replaceAll(made, label);
    else session.appendLines(made, label);
    const added = t`${plural(made.length, { one: '# line added.', other: '# lines added.' })}`;
    setNotice({ text: unused === null ? added : `${added} ${unused}`, undoes: label, review });
  }

  /** `onPlain`: called instead if nothing in the list names a product. */
  async function intake(
    source: PastedText | File,
    isPlaced: boolean,
    columns: readonly string[] = [],
    onPlain?: () => void,
  ) {
    setReading(true);
    try {
      const { analyzeList } = await loadReader();
      const analyzed = await analyzeList(source, { ...options, columns }, queries);
      if (onPlain && ('failure' in analyzed || !analyzed.namesProducts)) return onPlain();
      if ('failure' in analyzed) return showNotice(fileFailureWords(analyzed.failure, i18n));
      const { open, answers, hasRows, mayContradict, clearLines } = analyzed;
      if (!hasRows) {
        open.close();
        showNotice(t`No order lines found. Each line needs a product and a quantity.`);
      } else if (isPlaced && clearLines !== null) {
        open.close();
        const unused = unusedWords(open.list.reading.unused, i18n);
        take(clearLines, 'append', unused, unused === null ? undefined : () => void intake(source, false, columns));
      } else {
        // Loaded here, so that a failure shows a notice rather than an empty page.
        await import('./review-dialog.tsx');
        setWaiting({ open, answers, mayContradict, source: source instanceof File ? source.name : null });
      }
    } catch {
      if (onPlain) return onPlain();
      showNotice(fileFailureWords({ code: 'not-readable' }, i18n));
    } finally {
      setReading(false);
    }
  }

  function discard() {
    waiting?.open.close();
    setWaiting(null);
  }

  return {
    waiting,
    isReading,
    discard,
    take: (lines: readonly NewLine[], placement: Placement, customer: string | null) => {
      discard();
      if (customer !== null) session.setCustomer(customer);
      take(lines, placement, null);
    },
    /** `isPlaced`: the lines are to be added to the order without asking. `columns`: ids of the copied grid columns. */
    text: (pasted: PastedText, isPlaced: boolean, columns?: readonly string[]) =>
      void intake(pasted, isPlaced, columns),
    /** Takes text that is pasted onto lines as a list if rows of it are struck out or hidden; otherwise `onPlain`. */
    ontoLines: (pasted: PastedText, columns: readonly string[], onPlain: () => void) => {
      const isMarked = loadReader().then(({ markedRows }) => markedRows(pasted.html ?? '').length > 0);
      isMarked.then((isList) => (isList ? void intake(pasted, true, columns) : onPlain()), onPlain);
    },
    /** Takes a text that is pasted into a product cell as a list if it is a sentence with products; otherwise `onPlain`. */
    sentence: (pasted: PastedText, onPlain: () => void) => {
      const { product } = readProductEntry(pasted.text, options);
      const mayName = /\d/.test(product) && product.split(/\s+/).length > 2;
      if (mayName) void intake(pasted, true, [], onPlain);
      else onPlain();
    },
    file: (file: File, isPlaced: boolean) => void intake(file, isPlaced),
  };
}

const editable = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';

/** Handles text pasted anywhere on the page as a list, except in fields, dialogs and, unless `isGridFree`, the grid. */
export function usePasteAnywhere(
  { isOn, isGridFree }: { isOn: boolean; isGridFree: boolean },
  onText: (pasted: PastedText, columns: readonly string[]) => void,
): void {
  const onPaste = (event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (!isOn || !(target instanceof Element) || target.closest('[role="dialog"]')) return;
    const text = textOf(clipboardData);
    // The grid handles a single cell itself, but a list is imported even from a cell's editor.
    const isList = /[\t\n]/.test(text.trim());
    const isInGrid = target.closest('[role="grid"]') !== null;
    if (text.trim() === '' || (isInGrid ? !isGridFree || !isList : target.matches(editable))) return;
    event.preventDefault();
    event.stopPropagation();
    const html = clipboardData?.getData('text/html') ?? '';
    onText({ text, html }, clipboardData ? readCopiedColumns(clipboardData) : []);
  };
  useWindowEvent('paste', onPaste, { capture: true });
}

function textOf(data: DataTransfer | null): string {
  const text = data?.getData('text/plain') ?? '';
  if (text !== '' || data === null) return text;
  return textOfCells(readClipboardHtml(data.getData('text/html')));
}

/** Returns cells in the clipboard format of spreadsheets. */
export function textOfCells(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.join('\t')).join('\n');
}

/** Imports a list that was pasted while the order was still opening. */
export function useEarlyPaste(earlyRef: RefObject<PastedText | null>, onText: (pasted: PastedText) => void): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    const pasted = earlyRef.current;
    if (pasted === null) return;
    earlyRef.current = null;
    take(pasted);
  }, [earlyRef]);
}
