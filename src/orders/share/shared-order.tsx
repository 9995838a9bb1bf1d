import '@mantine/core/styles/Table.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createStore, useSelector } from '@tanstack/react-store';
import { useNavigate } from '@tanstack/react-router';
import { Save, Unlink } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';

import { HttpError } from '#data/errors.ts';
import { sharedDocument } from '#data/orders.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import type { OrderContent } from '#stock/contract/orders.ts';
import type { LineKey } from '#stock/order/order-line.ts';
import { datedResult, type LineStatus, statusOf, notChecked } from '#stock/order/line-state.ts';
import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { storedOf } from '#parts/saved-orders/order-content.ts';
import { type DraftLine, newOrderId, type StoredOrder } from '#parts/saved-orders/saved-order.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatMoment } from '#stock/locale-date.ts';
import { withUnit } from '#stock/with-unit.ts';
import { CheckProgress } from '#orders/check/check-progress.tsx';
import { lineNotes, type LineView, stateWords } from '#orders/lines/line-view.ts';
import { LineStatusMark, ShipDate } from '#orders/lines/order-columns.tsx';
import { type DeskOwner, orderDesk, useDeskOwner } from '#orders/lines/order-desk.ts';
import { OrderSession } from '#orders/lines/order-session.ts';
import type { OrderOverview } from '#orders/lines/order-views.ts';
import { daysLateWords, statusWords, useOrderWords } from '#orders/order-words.ts';
import { causeWords } from '#orders/order-sentence.ts';
import { ComparisonLine, SummaryDate } from '#orders/order-summary-strip.tsx';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { oldestCheck, recordOfShared, sharedResults, type SharedResult, sharedSummary } from './sharing.ts';
import styles from './shared-order.module.css';

/** A read-only order from a link: the sender's results beside current ones. */
export function SharedOrderPage({ shareKey }: { shareKey: string }) {
  const { t } = useLingui();
  const leave = useLeave();
  const owner = useDeskOwner();
  const { data, error, refetch } = useQuery(sharedDocument(shareKey));
  const content = data?.kind === 'order' ? data.content : null;
  const stored = useMemo(() => content && unchecked(content, owner?.owner ?? ''), [content, owner]);
  const { session, seen } = useChecked(content, stored, owner);

  async function save() {
    if (!session || !owner) return;
    await orderDesk.saveShared(session.stored(), owner);
    // Continues with the lines that have no result yet.
    void orderDesk.session?.startCheck(false);
    await leave();
  }

  if ((data && !content) || (error instanceof HttpError && error.status === 404)) {
    return (
      <UnknownLink>
        <Trans>It is unknown, has expired, was revoked, or is of another market.</Trans>
      </UnknownLink>
    );
  }
  return (
    <>
      <PageHeading
        title={content?.name || t`Shared order`}
        actions={
          content && (
            <Group gap={10}>
              <Button leftSection={<Save size={18} aria-hidden />} disabled={!session} onClick={() => void save()}>
                <Trans>Save as my order</Trans>
              </Button>
              <Button variant="default" onClick={() => void leave()}>
                <Trans>Close</Trans>
              </Button>
            </Group>
          )
        }
      >
        {content && <Trans>Read-only order from a link, with the sender's results. Save it to edit it.</Trans>}
      </PageHeading>
      {stored && <SharedOrderView lines={stored.contents.lines} seen={seen} session={session} />}
      {error && <PanelError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PanelWaiting height={420} />}
    </>
  );
}

/** Replaces an order whose link doesn't open it. */
export function UnknownLink({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const leave = useLeave();
  return (
    <>
      <PageHeading isHidden title={t`Shared order`} />
      <PanelEmpty icon={Unlink} title={t`This link can't be opened`}>
        <p>{children}</p>
        <Button variant="default" onClick={() => void leave()}>
          <Trans>Go to Orders</Trans>
        </Button>
      </PanelEmpty>
    </>
  );
}

function useLeave() {
  const navigate = useNavigate({ from: '/order' });
  return () => navigate({ search: (before) => before, hash: '', replace: true });
}

/** The order without the sender's results, as a new one. */
function unchecked(content: OrderContent, owner: string): StoredOrder {
  const { previous: _previous, cleared: _cleared, summary: _summary, ...entered } = content;
  return storedOf(newOrderId(), owner, { changedAt: 0, content: { ...entered, checks: [] } });
}

/**
 * Opens the order, and checks it and compares it with the sender's results as soon as its products are known. Nothing
 * is saved. `session` is null until the owner is known, `seen` until the products are.
 */
function useChecked(content: OrderContent | null, stored: StoredOrder | null, owner: DeskOwner | null) {
  const [session, setSession] = useState<OrderSession | null>(null);
  const [seen, setSeen] = useState<ReadonlyMap<LineKey, SharedResult>>(new Map());
  useEffect(() => {
    if (!content || !stored || !owner) return undefined;
    const opened = new OrderSession({ ...owner, stored, onChange: () => undefined });
    // oxlint-disable-next-line react/set-state-in-effect -- the session must be closed by the cleanup
    setSession(opened);
    void opened.settled().then(() => {
      const { list } = opened.queries;
      const results = sharedResults(content, list);
      setSeen(results);
      opened.compareWith(recordOfShared(results, list));
      return opened.startCheck(false);
    });
    return () => opened.close();
  }, [content, stored, owner]);
  return { session, seen };
}

interface Row {
  number: number;
  line: DraftLine;
  /** The sender's result. */
  seen: SharedResult | null;
  /** Undefined until there is current data. */
  view: LineView | undefined;
}

const noOrder = createStore<{ overview: OrderOverview | null }>({ overview: null });

interface SharedOrderViewProps {
  lines: readonly DraftLine[];
  seen: ReadonlyMap<LineKey, SharedResult>;
  session: OrderSession | null;
}

function SharedOrderView({ lines, seen, session }: SharedOrderViewProps) {
  const { t } = useLingui();
  const overview = useSelector<{ overview: OrderOverview | null }, OrderOverview | null>(
    session?.state ?? noOrder,
    (order) => order.overview,
  );
  const rows = useMemo(
    () =>
      lines.map((line, at): Row => {
        const { key } = line;
        const entry = session?.lines.getEntry(key);
        const view = overview ? entry?.derived : undefined;
        return { number: at + 1, line: entry?.row ?? line, seen: seen.get(key) ?? null, view };
      }),
    [lines, seen, session, overview],
  );
  const [most, setMost] = useState(200);
  const table = useDataTable({
    columns: seen.size > 0 ? columns : columnsNow,
    data: rows,
    enableSorting: false,
    getRowId: ({ number }) => String(number),
  });
  return (
    <div className={styles.view}>
      {session && <CheckProgress session={session} />}
      <Summary lines={lines} seen={seen} overview={overview} isChecking={session?.isInFlight ?? true} />
      <div className={styles.panel}>
        <DataTable
          table={table}
          label={t`Order lines`}
          limit={most}
          className={styles.lines}
          empty={<Trans>The order has no lines.</Trans>}
        />
      </div>
      {rows.length > most && (
        <Button variant="default" onClick={() => setMost(rows.length)}>
          <Plural value={rows.length} one="Show all # lines" other="Show all # lines" />
        </Button>
      )}
    </div>
  );
}

interface SummaryProps {
  lines: readonly DraftLine[];
  seen: ReadonlyMap<LineKey, SharedResult>;
  overview: OrderOverview | null;
  isChecking: boolean;
}

/** Dates of the whole order, as the sender saw them and as they are now. */
function Summary({ lines, seen: results, overview, isChecking }: SummaryProps) {
  const { t, i18n } = useLingui();
  const words = useOrderWords();
  const formatTime = (at: number) => formatMoment(at, words.locale);
  const then = sharedSummary(
    results,
    lines.map(({ key }) => key),
  );
  const checkedThen = oldestCheck(results);
  const known = overview && !isChecking ? overview.summary : null;
  const { completion } = known ?? {};
  const dayThen = results.values().next().value?.day ?? null;
  const seen = (stockResult: DatedResult) => (
    <strong>
      <ShipDate stockResult={stockResult} checkedOn={dayThen} words={words} />
    </strong>
  );
  const seenOn = (date: CalendarDate) => seen({ kind: 'expected', date });
  const openThen = then && (then.causes.length > 0 ? causeWords({ ...then, withoutThese: then }, i18n) : '–');
  const openNow = completion?.kind === 'open' ? causeWords(completion, i18n) : isChecking ? t`Checking` : '–';
  const rows: [label: string, then: ReactNode, now: ReactNode][] = [
    [
      t`First ship date`,
      then?.firstShipDate ? seen(then.firstShipDate) : openThen,
      known?.firstShipDate ? (
        <SummaryDate
          date={known.firstShipDate}
          label={t`First ship date`}
          isMaxLeadTime={known.isFirstShipMaxLeadTime}
        />
      ) : (
        openNow
      ),
    ],
    [
      t`Complete ship date, stock only`,
      then?.stockOnly ? seenOn(then.stockOnly) : openThen,
      completion?.kind !== 'known' ? (
        openNow
      ) : completion.real.kind === 'date' ? (
        <SummaryDate date={completion.real.date} label={t`Complete ship date`} />
      ) : completion.real.kind === 'none' ? (
        t`None`
      ) : (
        t`Unknown`
      ),
    ],
    [
      t`Complete ship date, incl. max lead time`,
      then?.withMaxLeadTime ? seenOn(then.withMaxLeadTime) : openThen,
      completion?.kind === 'known' ? (
        <SummaryDate date={completion.withMaxLeadTime} label={t`Complete ship date incl. max lead time`} />
      ) : (
        openNow
      ),
    ],
  ];
  return (
    <section aria-label={t`Order summary`} className={`${styles.panel} ${styles.summary}`}>
      <Table layout="fixed" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {checkedThen !== null && (
              <Table.Th scope="col">
                <Trans>When shared</Trans>
                <small>
                  <Trans>Checked {formatTime(checkedThen)}</Trans>
                </small>
              </Table.Th>
            )}
            <Table.Th scope="col">
              <Trans>Now</Trans>
              <small>{known?.oldestCheck && <Trans>Checked {formatTime(known.oldestCheck)}</Trans>}</small>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, before, now]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              {then && <Table.Td>{before}</Table.Td>}
              <Table.Td>{now}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {known && overview?.comparison && overview.comparison.compared > 0 && (
        <ComparisonLine comparison={overview.comparison} />
      )}
    </section>
  );
}

interface CellProps {
  row: { original: Row };
}

function ProductCell({ row: { original } }: CellProps) {
  const name = original.view?.product?.name;
  return (
    <>
      <bdi>{original.line.product}</bdi>
      {name && (
        <small>
          <bdi>{name}</bdi>
        </small>
      )}
    </>
  );
}

function QuantityCell({ row: { original } }: CellProps) {
  const { line, view } = original;
  const unit = line.writtenUnit || view?.product?.unit;
  return unit ? withUnit(line.quantityText, unit) : line.quantityText;
}

function ShipByCell({ row: { original } }: CellProps) {
  const { formatDate } = useOrderWords();
  const { shipBy } = original.line;
  return (
    shipBy && (
      <>
        <span className={styles.label}>
          <Trans>Ship by</Trans>
        </span>
        <time dateTime={shipBy}>{formatDate(shipBy, 'medium')}</time>
      </>
    )
  );
}

interface ResultProps {
  label: ReactNode;
  status: LineStatus;
  words: string;
  /** Null if there is no date. */
  stockResult: DatedResult | null;
  /** Day of an earlier check. */
  checkedOn: CalendarDate | null;
}

function Result({ label, status, words, stockResult, checkedOn }: ResultProps) {
  const orderWords = useOrderWords();
  return (
    <span className={styles.result}>
      <span className={styles.label}>{label}</span>
      <LineStatusMark status={status} words={words} />
      {stockResult && <ShipDate stockResult={stockResult} checkedOn={checkedOn} words={orderWords} />}
    </span>
  );
}

/** The sender's result of the line. */
function SeenCell({ row: { original } }: CellProps) {
  const { i18n } = useLingui();
  const { seen, view } = original;
  // What had no result because of the line itself has none now either.
  const kind = view?.state.kind === 'unit-differs' ? 'unit-differs' : 'not-checked';
  const outcome = seen?.outcome ?? { kind };
  return (
    <Result
      label={<Trans>When shared</Trans>}
      status={outcome.kind}
      words={statusWords(outcome.kind, i18n)}
      stockResult={'date' in outcome ? outcome : null}
      checkedOn={seen?.day ?? null}
    />
  );
}

function NowCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  const state = original.view?.state ?? notChecked;
  return (
    <Result
      label={<Trans>Now</Trans>}
      status={statusOf(state)}
      words={stateWords(state, words)}
      stockResult={datedResult(state)}
      checkedOn={null}
    />
  );
}

/** The sender's note, marked as theirs, then the current notes. */
function NoteCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  const { line, view } = original;
  const notes = [
    view && view.daysLate !== null && daysLateWords(view.daysLate, words.i18n),
    ...(view ? lineNotes(line, view, words) : []),
  ].filter(Boolean);
  return (
    <>
      {line.note && (
        <Box component="span" display="block" c="dimmed">
          <Trans>
            Sender: <bdi>{line.note}</bdi>
          </Trans>
        </Box>
      )}
      {notes.join(' · ')}
    </>
  );
}

const column = dataColumns<Row>();
const columns = column.columns([
  column.accessor('number', { header: () => <Trans>Line</Trans>, meta: { isNumeric: true } }),
  column.display({ id: 'product', header: () => <Trans>Product</Trans>, cell: ProductCell }),
  column.display({
    id: 'quantity',
    header: () => <Trans>Quantity</Trans>,
    cell: QuantityCell,
    meta: { isNumeric: true },
  }),
  column.display({ id: 'shipBy', header: () => <Trans>Ship by</Trans>, cell: ShipByCell }),
  column.display({ id: 'then', header: () => <Trans>When shared</Trans>, cell: SeenCell }),
  column.display({ id: 'now', header: () => <Trans>Now</Trans>, cell: NowCell }),
  column.display({ id: 'note', header: () => <Trans>Note</Trans>, cell: NoteCell }),
]);
/** For links without results. */
const columnsNow = columns.filter(({ id }) => id !== 'then');
