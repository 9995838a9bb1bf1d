import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';

import { products } from '#api/products.ts';
import { Grid } from '#features/grid/grid.tsx';
import type { GridSession } from '#features/grid/grid-session.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';

import { CheckProgress } from './check-progress.tsx';
import { DropZone } from './drop-zone.tsx';
import { EmptyOrder } from './empty-order.tsx';
import { LineDetail } from './line-detail.tsx';
import type { LineView } from './line-view.ts';
import styles from './open-order.module.css';
import { orderColumns } from './order-columns.ts';
import type { OrderSession } from './order-session.ts';
import { OrderToolbar } from './order-toolbar.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StatusFilters } from './status-filters.tsx';
import { type EarlyPaste, useEarlyPaste } from './use-early-paste.ts';
import { useLineNumber } from './use-line-number.ts';
import { useListIntake } from './use-list-intake.ts';
import { useOrderWords } from './use-order-words.ts';
import { textOfCells, usePasteAnywhere } from './use-paste-anywhere.ts';
import { useSharedOrder } from './use-shared-order.ts';
import { useShownLines } from './use-shown-lines.ts';
import { VerdictStrip } from './verdict-strip.tsx';

interface OpenOrderProps {
  session: OrderSession;
  grid: GridSession<DraftLine, LineView>;
  early: EarlyPaste;
}

/** The order on the screen: its grid, what can be done with it, and what the answers say together. */
export function OpenOrder({ session, grid, early }: OpenOrderProps) {
  const { t } = useLingui();
  const words = useOrderWords();
  const queries = useQueryClient();
  const [notice, setNotice] = useState('');
  const overview = useSyncExternalStore(session.overview.subscribe, session.overview.get);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const columns = useMemo(
    () =>
      orderColumns(
        words,
        async (text) => (await queries.fetchQuery(products.search(text))).products,
        isNarrow,
        overview.before,
      ),
    [words, queries, isNarrow, overview.before],
  );
  const intake = useListIntake(session, setNotice);
  const shown = useShownLines(session, grid, words);
  const lineNumber = useLineNumber(session.lines);
  const isEmpty = overview.lineCount === 0;
  useSharedOrder(intake.shared, setNotice);
  const takeText = (text: string) => intake.text(text, isEmpty);
  usePasteAnywhere({ isOn: intake.waiting === null, isGridFree: isEmpty }, takeText);
  useEarlyPaste(early, takeText);

  return (
    <DropZone onFile={(file) => intake.file(file, isEmpty)} className={styles.order}>
      <OrderToolbar session={session} intake={intake} isEmpty={isEmpty} />
      <p aria-live="polite" className={styles.notice}>
        {notice}
      </p>
      <CheckProgress session={session} />
      {isEmpty ? (
        <EmptyOrder onText={(text) => intake.text(text, true)} />
      ) : (
        <VerdictStrip
          overview={overview}
          lineNumber={lineNumber}
          onRecheck={session.canRecheck() ? () => void session.startCheck(true) : null}
        >
          <StatusFilters counts={overview.verdict.counts} shown={shown.lines} onShow={shown.show} />
        </VerdictStrip>
      )}
      <div className={styles.grid}>
        <Grid
          session={grid}
          columns={columns}
          label={t`Order lines`}
          onPaste={({ text, cells }) => {
            // Several cells in the blank row at the end are a list to be added; elsewhere they replace what is there.
            const { row, column } = grid.selection.getState().active;
            const isList = row === grid.rowCount - 1 && column === 0 && cells.flat().length > 1;
            if (isList) intake.text(text === '' ? textOfCells(cells) : text, true);
            return isList;
          }}
        />
      </div>
      <LineDetail grid={grid} lineNumber={lineNumber} />
      {intake.waiting && (
        <ReviewDialog
          open={intake.waiting.open}
          source={intake.waiting.source}
          isShared={intake.waiting.shared !== null}
          canReplace={!isEmpty}
          onTake={intake.take}
          onClose={intake.discard}
        />
      )}
    </DropZone>
  );
}
