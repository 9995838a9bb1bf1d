import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ListPlus, Redo2, Trash2, Undo2 } from 'lucide-react';
import { lazy, type RefObject, Suspense, useMemo, useState } from 'react';

import { products } from '#data/products.ts';
import { pasteCells } from '#parts/grid/grid-commands.ts';
import { Grid } from '#parts/grid/grid.tsx';
import { useHistory } from '#parts/grid/grid-state.ts';
import { PanelEmpty } from '#parts/panel.tsx';
import { shipByProblem } from '#stock/ship-by.ts';
import { useExampleProducts } from '#parts/example-products.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { DateField } from '#ui/date-field.tsx';
import { useLocale } from '#ui/locale.tsx';

import { CheckProgress } from '#orders/check/check-progress.tsx';
import { type IntakeNotice, IntakeNotes } from '#orders/import/intake-notes.tsx';
import { mayMarkRows } from '#orders/import/html-marks.ts';
import type { PastedText } from '#orders/import/open-list.ts';
import { DropZone, ImportButton, PasteButton } from '#orders/import/list-inputs.tsx';
import { textOfCells, useEarlyPaste, useListIntake, usePasteAnywhere } from '#orders/import/use-list-intake.ts';
import { LineDetail } from '#orders/lines/line-detail.tsx';
import { lineCard, orderColumns } from '#orders/lines/order-columns.tsx';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import styles from './order-page.module.css';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { orderDesk } from '#orders/lines/order-desk.ts';
import { SavedOrdersButton } from './saved-orders-button.tsx';
import { orderName, useOrderWords } from './order-words.ts';
import { OrderExport } from '#orders/share/order-export.tsx';
import { useLineNumber } from '#orders/lines/line-detail.tsx';
import { useShownLines } from '#orders/lines/use-shown-lines.ts';
import { SummaryStrip } from './order-summary-strip.tsx';

const ReviewDialog = lazy(async () => ({
  default: (await import('#orders/import/review-dialog.tsx')).ReviewDialog,
}));

interface OpenOrderProps {
  session: OrderSession;
  /** Text pasted before the order was open. */
  early: RefObject<PastedText | null>;
  isNarrow: boolean;
  /** Called after the text for the customer was copied. */
  onCopied: (copied: CopiedContent) => void;
}

/** The open order: toolbar, summary and grid. */
export function OpenOrder({ session, early, isNarrow, onCopied }: OpenOrderProps) {
  const { grid } = session;
  const { t, i18n } = useLingui();
  const words = useOrderWords();
  const queries = useQueryClient();
  const [notice, setNotice] = useState<IntakeNotice | null>(() => {
    const name = orderDesk.stoppedCheck && orderName(orderDesk.stoppedCheck, i18n);
    return name === null ? null : { text: t`The check of “${name}” stopped. Its results so far are saved.` };
  });
  const overview = useOrder(session, (order) => order.overview);
  const [isMore, { toggle }] = useDisclosure(false);
  const check = useOrder(session, (order) => order.progress);
  const previous = useOrder(session, (order) => order.previous);
  const columns = useMemo(
    () =>
      orderColumns(
        words,
        async (text) => (await queries.fetchQuery(products.search(text))).products,
        session,
        previous,
      ),
    [words, queries, session, previous],
  );
  const intake = useListIntake(session, setNotice);
  const shown = useShownLines(session, words);
  const lineNumber = useLineNumber(session.lines);
  const isEmpty = overview.lineCount === 0;
  // On low screens and at large zoom, the lines come before notes and summary.
  const isLow = useMediaQuery('(max-height: 30em)', false, { getInitialValueInEffect: false });
  const takeText = (pasted: PastedText, columns?: readonly string[]) => intake.text(pasted, session.isEmpty, columns);
  const takeFile = (file: File) => intake.file(file, session.isEmpty);
  usePasteAnywhere({ isOn: intake.waiting === null, isGridFree: isEmpty }, takeText);
  useEarlyPaste(early, takeText);

  const notes = <IntakeNotes notice={notice} lines={session.lines} onGone={() => setNotice(null)} />;
  const summary = (
    <SummaryStrip
      overview={overview}
      progress={check.phase === 'checking' ? check : null}
      lineNumber={lineNumber}
      onLine={(key) => {
        if (!grid.view.getState().keys.includes(key)) shown.onShow({ ...shown.rows, filters: new Map() });
        grid.goToRow(key);
      }}
      shown={shown.lines}
      onShow={shown.show}
      onRecheck={
        check.phase === 'idle' && overview.verdict.oldestCheck !== null ? () => void session.startCheck(true) : null
      }
    />
  );

  return (
    <DropZone onFile={takeFile}>
      <Group gap={10} className={styles.toolbar}>
        <CheckButton session={session} isEmpty={isEmpty} />
        {isNarrow && (
          <Button
            variant="default"
            rightSection={<ChevronDown size={18} aria-hidden />}
            aria-expanded={isMore}
            onClick={toggle}
          >
            <Trans>More</Trans>
          </Button>
        )}
        {(!isNarrow || isMore) && (
          <>
            <ImportButton isReading={intake.isReading} onFile={takeFile} />
            <PasteButton onText={takeText} />
            <History session={session} isEmpty={isEmpty} />
            <ShipByForAll session={session} isEmpty={isEmpty} />
          </>
        )}
        {isNarrow && isMore && (
          <>
            <OrderExport {...{ session, onCopied }} />
            <SavedOrdersButton session={session} />
          </>
        )}
      </Group>
      {isLow || notes}
      <CheckProgress session={session} />
      {isEmpty ? (
        <EmptyOrder canPasteHere={isNarrow && !isMore} onText={(pasted) => intake.text(pasted, true)} />
      ) : (
        isLow || summary
      )}
      <div className={styles.grid}>
        <Grid
          session={grid}
          columns={columns}
          label={t`Order lines`}
          card={lineCard}
          shown={shown.rows}
          onShow={shown.onShow}
          onPaste={({ text, html, cells, columns }) => {
            // Several cells pasted into the blank last row are imported as a list, and so are lines of which some are
            // struck out; elsewhere they replace cells.
            const { row, column } = grid.selection.getState().active;
            const pasted = { text: text === '' ? textOfCells(cells) : text, html };
            const isList = row === grid.rowCount - 1 && column === 0 && cells.flat().length > 1;
            const mayBeList = !isList && column === 0 && cells.some(({ length }) => length > 1) && mayMarkRows(html);
            if (isList) intake.text(pasted, true, columns);
            if (mayBeList) intake.ontoLines(pasted, columns, () => pasteCells(grid, cells));
            return isList || mayBeList;
          }}
        />
      </div>
      <LineDetail grid={grid} lineNumber={lineNumber} actions={session} />
      {isLow && notes}
      {isLow && !isEmpty && summary}
      {intake.waiting && (
        <Suspense>
          <ReviewDialog
            open={intake.waiting.open}
            answers={intake.waiting.answers}
            mayContradict={intake.waiting.mayContradict}
            source={intake.waiting.source}
            canReplace={!isEmpty}
            onTake={intake.take}
            onClose={intake.discard}
          />
        </Suspense>
      )}
    </DropZone>
  );
}

interface ControlProps {
  session: OrderSession;
  isEmpty: boolean;
}

function CheckButton({ session, isEmpty }: ControlProps) {
  const phase = useOrder(session, (order) => order.progress.phase);
  const isPreparing = useOrder(session, (order) => order.isPreparing);
  const isChecking = phase !== 'idle' || isPreparing;
  return (
    <Button
      disabled={isEmpty}
      // Not `disabled` during a check, so that it keeps focus.
      data-disabled={isChecking || undefined}
      aria-disabled={isChecking || undefined}
      onClick={() => isChecking || void session.startCheck(true)}
    >
      <Trans>Check availability</Trans>
    </Button>
  );
}

function History({ session, isEmpty }: ControlProps) {
  const { t } = useLingui();
  const { lines } = session;
  const { undo, redo } = useHistory(lines);
  const actions = [
    { Icon: Undo2, label: t`Undo`, isOff: undo === null, act: () => lines.undo() },
    { Icon: Redo2, label: t`Redo`, isOff: redo === null, act: () => lines.redo() },
    { Icon: Trash2, label: t`Clear order`, isOff: isEmpty, act: () => session.clear() },
  ];
  return (
    <Group gap={10} className={styles.history}>
      {actions.map(({ Icon, label, isOff, act }) => (
        <Button
          key={label}
          variant="default"
          leftSection={<Icon size={18} aria-hidden />}
          disabled={isOff}
          onClick={act}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

/** Sets one date for all lines, including later ones. Each can be changed afterwards. */
function ShipByForAll({ session, isEmpty }: ControlProps) {
  const { t } = useLingui();
  const { today, namedToday, formatDate } = useLocale();
  const shipBy = useOrder(session, (order) => order.shipBy);
  const pastWords =
    namedToday === null ? t`Ship by is before ${formatDate(today, 'medium')}.` : t`Ship by is before today.`;
  const [rejected, setRejected] = useState<CalendarDate | null>(null);
  const problem = isEmpty ? null : rejected && shipByProblem(rejected, today);

  function set(day: CalendarDate | null) {
    const isRejected = day !== null && shipByProblem(day, today) !== null;
    setRejected(isRejected ? day : null);
    if (!isRejected) session.setShipBy(day);
  }

  return (
    <DateField
      label={t`Ship by (all lines)`}
      description={t`Latest date the goods may ship`}
      value={isEmpty ? null : (rejected ?? shipBy)}
      onChange={set}
      error={problem && (problem === 'past-date' ? pastWords : t`Ship by is more than 20 years ahead.`)}
      disabled={isEmpty}
      className={styles.needed}
    />
  );
}

const exampleQuantities = [40, 250, 1200, 15, 600];

/** Empty state: instructions and an example. */
function EmptyOrder(props: {
  /** Whether to offer a paste button, because the toolbar's is hidden. */
  canPasteHere: boolean;
  onText: (pasted: PastedText) => void;
}) {
  const { canPasteHere, onText } = props;
  const { t } = useLingui();
  const example = useExampleProducts().slice(0, exampleQuantities.length);
  const lines = example.map(({ productId }, index) => `${productId}\t${exampleQuantities[index]}`);
  return (
    <div className={styles.vacant}>
      <PanelEmpty icon={ListPlus} title={t`Paste your order lines`}>
        <p>
          <Trans>
            Copy lines from a spreadsheet, email or shop system and paste them anywhere on this page. You can also drop
            a CSV or XLSX file, or type below.
          </Trans>
        </p>
        <Group justify="center" gap={10}>
          {canPasteHere && <PasteButton onText={onText} />}
          {lines.length > 0 && (
            <button type="button" onClick={() => onText({ text: lines.join('\n') })}>
              <Trans>Try an example order</Trans>
            </button>
          )}
        </Group>
      </PanelEmpty>
    </div>
  );
}
