import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

import { useLocale } from '#ui/locale.tsx';
import type { DraftLine, NewLine } from '#features/saved-orders/saved-order.ts';
import type { SharedOrder } from '#features/saved-orders/order-link.ts';
import { whenIdle } from '#lib/when-idle.ts';

import { answersThen } from './answers-then.ts';
import { fileFailureWords } from './file-failure-words.ts';
import { isClear } from './is-clear.ts';
import { openSharedOrder } from './open-shared-order.ts';
import { orderDesk } from './order-desk.ts';
import type { OrderSession } from './order-session.ts';
import { FileFailure } from './reading/file-failure.ts';
import { openFile, type OpenList, openText } from './reading/open-list.ts';
import { warmUp } from './reading/warm-up.ts';
import type { Placement } from './review-dialog.tsx';
import { acceptedRows, linesOf, reviewRows } from './review-rows.ts';
import { shownLines } from './shown-lines.ts';
import { statusWords } from './status-words.ts';

/** A list that waits to be looked over. */
export interface WaitingList {
  open: OpenList;
  source: string | null;
  /** What came by a link: it replaces nothing. Null for a list of another origin. */
  shared: SharedOrder | null;
}

/** Takes lists in: one without problems at once, any other through the review. */
export function useListIntake(session: OrderSession, say: (notice: string) => void) {
  const { t, i18n } = useLingui();
  const { locale } = useLocale();
  const [waiting, setWaiting] = useState<WaitingList | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => whenIdle(() => warmUp(locale)), [locale]);
  const options = { locale, statuses: shownLines.map((lines) => (lines === 'late' ? '' : statusWords(lines, i18n))) };

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
      const rows = reviewRows(open.list.reading, open.list.notes);
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
