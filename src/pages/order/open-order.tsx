import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ListPlus, Redo2, Trash2, Undo2 } from 'lucide-react';
import { type RefObject, useMemo, useState, useSyncExternalStore } from 'react';

import { products } from '#api/products.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { GridSession } from '#features/grid/grid-session.ts';
import { Grid } from '#features/grid/grid.tsx';
import { PanelEmpty } from '#features/panel.tsx';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { useExampleProducts } from '#features/example-products.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { DateField } from '#ui/date-field.tsx';
import { useLocale } from '#ui/locale.tsx';

import { CheckProgress } from '#pages/order/check/check-progress.tsx';
import { DropZone, ImportButton, PasteButton } from '#pages/order/intake/list-inputs.tsx';
import { ReviewDialog } from '#pages/order/intake/review-dialog.tsx';
import { textOfCells, useEarlyPaste, useListIntake, usePasteAnywhere } from '#pages/order/intake/use-list-intake.ts';
import { LineDetail } from '#pages/order/lines/line-detail.tsx';
import type { LineView } from '#pages/order/lines/line-view.ts';
import { orderColumns } from '#pages/order/lines/order-columns.tsx';
import styles from './order-page.module.css';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { useOrderWords } from './order-words.ts';
import { useSharedOrder } from '#pages/order/share/order-link.ts';
import { useLineNumber } from '#pages/order/lines/line-detail.tsx';
import { useShownLines } from '#pages/order/lines/use-shown-lines.ts';
import { VerdictStrip } from '#pages/order/verdict/verdict-strip.tsx';

interface OpenOrderProps {
  session: OrderSession;
  grid: GridSession<DraftLine, LineView>;
  /** What was pasted before the order was open. */
  early: RefObject<string | null>;
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
  const takeFile = (file: File) => intake.file(file, isEmpty);
  usePasteAnywhere({ isOn: intake.waiting === null, isGridFree: isEmpty }, takeText);
  useEarlyPaste(early, takeText);

  return (
    <DropZone onFile={takeFile}>
      <div className={styles.toolbar}>
        <CheckButton session={session} isEmpty={isEmpty} />
        <ImportButton isReading={intake.isReading} onFile={takeFile} />
        <PasteButton onText={takeText} />
        <History session={session} isEmpty={isEmpty} />
        <NeededByForAll session={session} isEmpty={isEmpty} />
      </div>
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
          shown={shown.lines}
          onShow={shown.show}
          onRecheck={session.canRecheck() ? () => void session.startCheck(true) : null}
        />
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

interface ControlProps {
  session: OrderSession;
  isEmpty: boolean;
}

function CheckButton({ session, isEmpty }: ControlProps) {
  const { phase } = useSyncExternalStore(session.check.subscribe, session.check.getSnapshot);
  const isPreparing = useSyncExternalStore(session.isPreparing.subscribe, session.isPreparing.get);
  const isChecking = phase !== 'idle' || isPreparing;
  return (
    <Button
      disabled={isEmpty}
      // Whoever started it by a key stays where they are.
      data-disabled={isChecking || undefined}
      aria-disabled={isChecking || undefined}
      onClick={() => isChecking || void session.startCheck(session.isAnswered())}
    >
      <Trans>Check availability</Trans>
    </Button>
  );
}

function History({ session: { lines }, isEmpty }: ControlProps) {
  const { t } = useLingui();
  const { undo, redo } = useSyncExternalStore(lines.subscribeHistory, lines.getHistory);
  return (
    <div className={styles.history}>
      <Button
        variant="default"
        leftSection={<Undo2 size={18} aria-hidden />}
        disabled={undo === null}
        onClick={() => lines.undo()}
      >
        <Trans>Undo</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<Redo2 size={18} aria-hidden />}
        disabled={redo === null}
        onClick={() => lines.redo()}
      >
        <Trans>Redo</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        disabled={isEmpty}
        onClick={() => lines.replaceAll([], { label: t`Clear order` })}
      >
        <Trans>Clear order</Trans>
      </Button>
    </div>
  );
}

/** One day for every line; each can still have its own afterwards. */
function NeededByForAll({ session: { lines }, isEmpty }: ControlProps) {
  const { t } = useLingui();
  const { today } = useLocale();
  const [neededBy, setNeededBy] = useState<CalendarDate | null>(null);
  const isPast = neededBy !== null && neededBy < today;

  function set(day: CalendarDate | null) {
    setNeededBy(day);
    if (day === null || day < today) return;
    const written = lines.getRows().filter((line) => !isBlank(line));
    lines.setCells(
      written.map(({ key }) => ({ key, cells: { neededBy: day } })),
      { label: t`Needed by for all lines` },
    );
  }

  return (
    <DateField
      label={t`Needed by for all lines`}
      value={neededBy}
      onChange={set}
      min={today}
      error={isPast && t`Needed by is before today.`}
      disabled={isEmpty}
      className={styles.needed}
    />
  );
}

const exampleQuantities = [40, 250, 1200, 15, 600];

/** No lines yet: how they come in, and an example that is one press away. */
function EmptyOrder({ onText }: { onText: (text: string) => void }) {
  const { t } = useLingui();
  const example = useExampleProducts().slice(0, exampleQuantities.length);
  const lines = example.map(({ productId }, index) => `${productId}\t${exampleQuantities[index]}`);
  return (
    <div className={styles.vacant}>
      <PanelEmpty icon={ListPlus} title={t`Paste a list here, as it is`}>
        <p>
          <Trans>
            Copy it from a spreadsheet, a mail or a shop system and press Ctrl+V anywhere on this page. Or drop a CSV or
            XLSX file, or type into the grid below.
          </Trans>
        </p>
        {lines.length > 0 && (
          <button type="button" onClick={() => onText(lines.join('\n'))}>
            <Trans>Try an example of {lines.length} lines</Trans>
          </button>
        )}
      </PanelEmpty>
    </div>
  );
}
