import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardPaste, FileUp, ListPlus, Plus, RefreshCw } from 'lucide-react';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { products } from '#data/products.ts';
import { orderName } from '#parts/saved-orders/order-name.ts';
import { messageText } from '#parts/grid/grid-message.ts';
import { pasteCells } from '#parts/grid/grid-commands.ts';
import { Grid } from '#parts/grid/grid.tsx';
import { PanelEmpty } from '#parts/panel.tsx';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { promisedLines } from '#stock/promises/told-order.ts';
import { useExampleProducts } from '#parts/example-products.ts';
import { useWatches } from '#parts/watch/use-watches.ts';

import { CheckProgress } from '#orders/check/check-progress.tsx';
import { type IntakeNotice, IntakeNotes } from '#orders/import/intake-notes.tsx';
import { mayMarkRows } from '#orders/import/html-marks.ts';
import type { PastedText } from '#orders/import/open-list.ts';
import { DropZone, ListFileInput } from '#orders/import/list-inputs.tsx';
import { textOfCells, useEarlyPaste, useListIntake, usePasteAnywhere } from '#orders/import/use-list-intake.ts';
import { LineDetail, useLineNumber } from '#orders/lines/line-detail.tsx';
import type { LineView } from '#orders/lines/line-view.ts';
import { lineCard, orderColumns } from '#orders/lines/order-columns.tsx';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import styles from './order-page.module.css';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { orderDesk } from '#orders/lines/order-desk.ts';
import { useOrderWords } from './order-words.ts';
import { useShownLines, useShownStatus } from '#orders/lines/use-shown-lines.ts';
import { OrderHeading } from './order-heading.tsx';
import { SummaryStrip } from './order-summary-strip.tsx';
import { DuePromises, MovedLine, ToldDate, useToldOrders } from './told-line.tsx';

const PasteDialog = lazy(async () => ({ default: (await import('#orders/import/paste-dialog.tsx')).PasteDialog }));
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
  /** What can be done with the copied text, below the heading with its button. */
  children: ReactNode;
}

/** The open order: heading, summary and grid. */
export function OpenOrder({ session, early, isNarrow, onCopied, children }: OpenOrderProps) {
  const { grid } = session;
  const { t, i18n } = useLingui();
  const words = useOrderWords();
  const queries = useQueryClient();
  const [notice, setNotice] = useState<IntakeNotice | null>(() => {
    const name = orderDesk.stoppedCheck && orderName(orderDesk.stoppedCheck, i18n);
    return name === null ? null : { text: t`The check of “${name}” stopped. Its results so far are saved.` };
  });
  const overview = useOrder(session, (order) => order.overview);
  const [isPasting, setPasting] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const check = useOrder(session, (order) => order.progress);
  const previous = useOrder(session, (order) => order.previous);
  const { byProduct: watched } = useWatches();
  const told = useToldOrders()?.get(session.id);
  const promised = useMemo(() => told && promisedLines(told), [told]);
  const reference = told && [...told.open, ...told.past].find((promise) => promise.reference)?.reference;
  useEffect(() => session.setPromised(promised ?? new Map(), reference), [session, promised, reference]);
  const isWide = useMediaQuery(`(min-width: ${previous === null && promised === undefined ? 90 : 110}em)`, true, {
    getInitialValueInEffect: false,
  });
  const columns = useMemo(
    () =>
      orderColumns(words, {
        search: async (text) => (await queries.fetchQuery(products.search(text))).products,
        actions: session,
        before: previous,
        promised,
        watched,
        isCompact: !isWide,
        isCard: isNarrow,
      }),
    [words, queries, session, previous, promised, watched, isWide, isNarrow],
  );
  const intake = useListIntake(session, setNotice);
  const shown = useShownStatus();
  const lineNumber = useLineNumber(session.lines);
  const isEmpty = overview.lineCount === 0;
  // On low screens and at large zoom, the lines come before notes and summary.
  const isLow = useMediaQuery('(max-height: 30em)', false, { getInitialValueInEffect: false });
  const takeText = (pasted: PastedText, columns?: readonly string[]) => intake.text(pasted, session.isEmpty, columns);
  const takeFile = (file: File) => intake.file(file, session.isEmpty);
  usePasteAnywhere({ isOn: intake.waiting === null, isGridFree: isEmpty }, takeText);
  useEarlyPaste(early, takeText);

  // A phone has the end of the grid behind its bar.
  useEffect(() => {
    if (!isNarrow) return undefined;
    const { unsubscribe } = grid.lastMessage.subscribe((said) => {
      if (said?.message.kind !== 'rows-deleted') return;
      const undoes = session.lines.getHistory().undo ?? undefined;
      setNotice({ text: messageText(i18n, said.message), undoes, stays: true });
    });
    return unsubscribe;
  }, [isNarrow, grid, session, i18n]);

  const notes = <IntakeNotes notice={notice} lines={session.lines} onGone={() => setNotice(null)} />;
  const lists = { onImport: () => fileInput.current?.click(), onPaste: () => setPasting(true) };
  const lines = {
    lineNumber,
    onLine: (key: number) => {
      if (!grid.view.getState().keys.includes(key)) shown.showAll();
      grid.goToRow(key);
    },
  };

  const summary = (
    <>
      {told && <MovedLine order={told} lines={lines} session={session} />}
      <SummaryStrip
        {...{ overview, lines }}
        progress={check.phase === 'checking' ? check : null}
        shown={shown.lines}
        onShow={shown.show}
        onRecheck={() => void session.startCheck(true)}
        told={<ToldDate order={told} orderId={session.id} />}
        due={<DuePromises order={told} lines={lines} />}
      />
    </>
  );

  function deleteLine(key: number) {
    const label = msg`Delete rows`;
    const number = lineNumber(key);
    session.lines.deleteRows([key], label);
    setNotice({ text: t`Line ${number} deleted.`, undoes: label, stays: true });
  }

  return (
    <DropZone onFile={takeFile}>
      <OrderHeading {...{ session, isNarrow, isEmpty, onCopied }} isReading={intake.isReading} {...lists} />
      {children}
      <ListFileInput ref={fileInput} onFile={takeFile} />
      <CheckProgress session={session} />
      {isEmpty ? <EmptyOrder {...lists} onText={(pasted) => intake.text(pasted, true)} /> : isLow || summary}
      <div className={styles.grid}>
        <LinesGrid
          session={session}
          columns={columns}
          label={t`Order lines`}
          card={lineCard}
          onSwipe={deleteLine}
          onPaste={({ text, html, cells, columns }) => {
            // Several cells or a sentence pasted into the blank last row are imported as a list, and so are lines of which
            // some are struck out; elsewhere they replace cells.
            const { row, column } = grid.selection.getState().active;
            const pasted = { text: text === '' ? textOfCells(cells) : text, html };
            const isBlank = row === grid.rowCount - 1 && column === 0;
            const isList = isBlank && cells.flat().length > 1;
            const mayBeSentence = isBlank && !isList;
            const mayBeList = !isList && column === 0 && cells.some(({ length }) => length > 1) && mayMarkRows(html);
            if (isList) intake.text(pasted, true, columns);
            if (mayBeList) intake.ontoLines(pasted, columns, () => pasteCells(grid, cells));
            if (mayBeSentence) intake.sentence(pasted, () => pasteCells(grid, cells));
            return isList || mayBeList || mayBeSentence;
          }}
        />
      </div>
      <LineDetail lineNumber={lineNumber} session={session} />
      {!isNarrow && <div className={styles.notes}>{notes}</div>}
      {isLow && !isEmpty && summary}
      {isNarrow && (
        <PhoneBar
          notes={notes}
          onLine={() => grid.editBlankRow()}
          onPaste={lists.onPaste}
          onCheck={isEmpty ? null : () => void session.startCheck(true)}
        />
      )}
      {isPasting && (
        <Suspense>
          <PasteDialog
            onClose={() => setPasting(false)}
            onText={(pasted) => {
              setPasting(false);
              takeText(pasted);
            }}
          />
        </Suspense>
      )}
      {intake.waiting && (
        <Suspense>
          <ReviewDialog {...intake.waiting} canReplace={!isEmpty} onTake={intake.take} onClose={intake.discard} />
        </Suspense>
      )}
    </DropZone>
  );
}

type LinesGridProps = { session: OrderSession } & Omit<
  ComponentProps<typeof Grid<DraftLine, LineView>>,
  'session' | 'shown' | 'onShow'
>;

/** The grid. A change of its filters renders nothing else. */
function LinesGrid({ session, ...grid }: LinesGridProps) {
  return <Grid session={session.grid} {...grid} {...useShownLines(session, useOrderWords())} />;
}

interface PhoneBarProps {
  notes: ReactNode;
  onLine: () => void;
  onPaste: () => void;
  /** Null if there is nothing to check. */
  onCheck: (() => void) | null;
}

/** What was done last, and the actions of a phone, above the navigation. */
function PhoneBar({ notes, onLine, onPaste, onCheck }: PhoneBarProps) {
  return (
    <div className={styles.phoneBar}>
      {notes}
      <Group gap={6} grow preventGrowOverflow={false} wrap="nowrap">
        <Button variant="default" leftSection={<Plus size={18} aria-hidden />} onClick={onLine}>
          <Trans>Line</Trans>
        </Button>
        <Button variant="default" leftSection={<ClipboardPaste size={18} aria-hidden />} onClick={onPaste}>
          <Trans>Paste</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<RefreshCw size={18} aria-hidden />}
          disabled={onCheck === null}
          onClick={onCheck ?? undefined}
        >
          <Trans>Check</Trans>
        </Button>
      </Group>
    </div>
  );
}

const exampleQuantities = [40, 250, 1200, 15, 600];

/** Empty state: instructions and an example. */
function EmptyOrder({
  onImport,
  onPaste,
  onText,
}: Record<'onImport' | 'onPaste', () => void> & { onText: (pasted: PastedText) => void }) {
  const { t } = useLingui();
  const example = useExampleProducts().slice(0, exampleQuantities.length);
  const lines = example.map(({ productId }, index) => `${productId}\t${exampleQuantities[index]}`);
  return (
    <Box bg="var(--sh-surface)" bd="1px dashed var(--sh-line-strong)" bdrs={12}>
      <PanelEmpty icon={ListPlus} title={t`Paste your order lines`}>
        <Text inherit maw="50ch" mx="auto">
          <Trans>
            Copy lines from a spreadsheet, email or shop system and paste them anywhere on this page. You can also drop
            a CSV or XLSX file, or type below.
          </Trans>
        </Text>
        <Group justify="center" gap={10} mt={10}>
          <Button leftSection={<ClipboardPaste size={18} aria-hidden />} onClick={onPaste}>
            <Trans>Paste lines</Trans>
          </Button>
          <Button variant="default" leftSection={<FileUp size={18} aria-hidden />} onClick={onImport}>
            <Trans>Import file</Trans>
          </Button>
          {/* Keeps its room while the example loads. */}
          <Button
            variant="default"
            style={{ visibility: lines.length === 0 ? 'hidden' : undefined }}
            onClick={() => onText({ text: lines.join('\n') })}
          >
            <Trans>Try an example order</Trans>
          </Button>
        </Group>
      </PanelEmpty>
    </Box>
  );
}
