import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Mail } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { promises, usePromiseChanges } from '#data/promises.ts';
import { ChartWaiting, LazyStockChart } from '#parts/chart/lazy-stock-chart.tsx';
import { ActionError } from '#parts/panel.tsx';
import { CopyButton } from '#parts/export/copy-button.tsx';
import { CustomerLink } from '#parts/customer-link/customer-link.tsx';
import { CustomerLanguage, useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { StatusMessage, useStatusMessage } from '#parts/export/toolbar-button.tsx';
import { ProductName } from '#parts/product-name.tsx';
import { useKeptPromises } from '#parts/promises/kept-promises.ts';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { updateLetter } from '#parts/promises/update-text.ts';
import { useAvailability } from '#parts/result/use-availability.ts';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import { useTransitDays } from '#parts/transit-days.ts';
import { later } from '#stock/calendar-date.ts';
import { formatMoment, formatTime } from '#stock/locale-date.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import {
  type CloseReason,
  closeReasons,
  hasShipDate,
  isWorse,
  type PromiseStatus,
} from '#stock/promises/promise-status.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { Day, Moment } from '#ui/day.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';

import { pageLetterOf } from './letter-page.ts';
import type { ListedPromise } from './listed-promise.ts';
import { closeWords, promiseStatusWords } from '#parts/promises/promise-words.ts';
import classes from './promises.module.css';

/** Rows that are shown at once; the worst come first. */
export const maxShown = 500;
/** Height of the plot in pixels. */
const chartHeight = 200;

interface PromiseTableProps {
  rows: readonly ListedPromise[];
  /** Shown if there are no rows. */
  empty: ReactNode;
}

/**
 * Promises as rows. A row opens to what the customer was told, what changed since, and what can be done; the one whose
 * key is the address's hash is open.
 */
export function PromiseTable({ rows, empty }: PromiseTableProps) {
  const { t, i18n } = useLingui();
  const { untell, close } = usePromiseChanges();
  const [said, say] = useStatusMessage();
  const [done, setDone] = useState<Done | null>(null);
  const opened = useRouterState({ select: ({ location }) => location.hash });
  const names = usePromiseColumns();
  const columns = useMemo(() => columnsOf(names), [names]);
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ id }) => id,
    getRowCanExpand: () => true,
    autoResetExpanded: false,
    initialState: { expanded: { [opened]: true } },
  });
  const onDone = (next: Done, words: string) => {
    setDone(next);
    say(words);
  };
  const undo = ({ before, ...key }: Done) => {
    const options = { onError: (error: Error) => say(describeError(error, i18n).detail) };
    if (before === undefined) untell.mutate(key, options);
    else close.mutate({ ...key, closed: before }, options);
  };
  return (
    <>
      {rows.length === 0 ? (
        empty
      ) : (
        <DataTable
          table={table}
          label={t`Promises`}
          limit={maxShown}
          hasCards
          className={classes.table}
          rowProps={({ id, status, hasUpdate }) => ({
            id,
            'data-closed': status.kind === 'closed' || undefined,
            'data-held': !hasUpdate || undefined,
            onClick: ({ target }) => {
              if (!(target as Element).closest('a, button')) table.getRow(id).toggleExpanded();
            },
          })}
          renderDetail={(listed) => <PromiseDetail {...listed} onDone={onDone} />}
        />
      )}
      {/* Here, since a promise that was changed may no longer be listed, even if it was the last one. */}
      <StatusMessage>
        {said}
        {said !== '' && done !== null && (
          <LinkButton
            onClick={() => {
              say('');
              setDone(null);
              undo(done);
            }}
          >
            <Trans>Undo</Trans>
          </LinkButton>
        )}
      </StatusMessage>
    </>
  );
}

/** A promise whose customer was told an update or, with why it was closed `before`, that was closed or opened again. */
interface Done {
  letterId: string;
  place: number;
  before?: CloseReason | null;
}

const column = dataColumns<ListedPromise>();
const numeric = { isNumeric: true };

/** Names of the columns, also in exports. */
export function usePromiseColumns() {
  const { t } = useLingui();
  return useMemo(
    () => ({
      customer: t`Customer`,
      reference: t`Reference`,
      product: t`Product`,
      quantity: t`Quantity`,
      firstPromised: t`First promised`,
      promised: t`Promised`,
      now: t`Now`,
      change: t`Change`,
      checked: t`Checked`,
      status: t`Status`,
    }),
    [t],
  );
}

function columnsOf(names: ReturnType<typeof usePromiseColumns>) {
  return column.columns([
    column.accessor(({ promise }) => promise.customer ?? undefined, {
      id: 'customer',
      header: names.customer,
      cell: ({ row }) => (
        <ExpandButton row={row}>
          <Called {...row.original} />
        </ExpandButton>
      ),
    }),
    column.accessor(({ promise }) => promise.reference ?? undefined, {
      id: 'reference',
      header: names.reference,
      cell: ({ row }) => <bdi>{row.original.promise.reference ?? '–'}</bdi>,
    }),
    column.accessor(({ promise }) => promise.product, {
      id: 'product',
      header: names.product,
      cell: ({ row }) => (
        <>
          <Box visibleFrom="sm">
            <ProductLink {...row.original} />
          </Box>
          {/* The whole row of a phone opens it, with the link inside. */}
          <Text hiddenFrom="sm" inherit c="dimmed">
            <ProductName name={row.original.promise.product} />
          </Text>
        </>
      ),
    }),
    column.accessor(({ promise }) => promise.quantity, {
      id: 'quantity',
      header: names.quantity,
      meta: numeric,
      cell: ({ row }) => <Quantity {...row.original} />,
    }),
    column.accessor(({ promise: { promised } }) => later(promised.date, promised.day), {
      id: 'promised',
      header: names.promised,
      cell: ({ row }) => <Promised {...row.original} />,
    }),
    column.accessor(({ now }) => (now !== null && hasShipDate(now) ? later(now.date, now.day) : undefined), {
      id: 'now',
      header: names.now,
      cell: ({ row: { original } }) => (original.now === null ? '–' : <ResultDate isCompact result={original.now} />),
    }),
    column.accessor(({ days }) => days ?? undefined, {
      id: 'change',
      header: names.change,
      meta: numeric,
      cell: ({ row }) => <Change {...row.original} />,
    }),
    column.accessor(({ promise }) => promise.checkedAt, {
      id: 'checked',
      header: names.checked,
      cell: ({ row }) => <Checked {...row.original} />,
    }),
    column.display({
      id: 'status',
      header: names.status,
      cell: ({ row }) => <Status {...row.original} />,
    }),
  ]);
}

interface ExpandButtonProps {
  row: { getIsExpanded: () => boolean; getToggleExpandedHandler: () => () => void };
  children: ReactNode;
}

/** Opens and closes the detail of a row, which it names. */
function ExpandButton({ row, children }: ExpandButtonProps) {
  const isOpen = row.getIsExpanded();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <UnstyledButton fz="inherit" lh="inherit" aria-expanded={isOpen} onClick={row.getToggleExpandedHandler()}>
      <Group component="span" gap={4} wrap="nowrap" align="start">
        <Icon aria-hidden size={16} style={{ flex: 'none', marginTop: 2 }} />
        {children}
      </Group>
    </UnstyledButton>
  );
}

/** Who was promised. Phones, which have no column for the reference, name it here. */
function Called({ promise: { customer, reference } }: Pick<ListedPromise, 'promise'>) {
  const who = customer === undefined ? <Trans>No customer</Trans> : <bdi>{customer}</bdi>;
  if (reference === undefined) return who;
  return (
    <span>
      <Text span inherit visibleFrom={customer === undefined ? 'sm' : undefined}>
        {who}
      </Text>
      <Text span inherit hiddenFrom="sm">
        {customer !== undefined && ' · '}
        <bdi>{reference}</bdi>
      </Text>
    </span>
  );
}

/** Leads to the same query: with the lines above, since they have the stock first. */
function ProductLink({
  promise: { product, productId, quantity },
  above,
  children,
}: Pick<ListedPromise, 'promise' | 'above'> & { children?: ReactNode }) {
  return (
    <Link to="/" search={{ product: productId, quantity: fromThousandths(quantity + above) }} preload={false}>
      {children ?? <ProductName name={product} />}
    </Link>
  );
}

function Quantity({ promise: { quantity, unit }, above }: Pick<ListedPromise, 'promise' | 'above'>) {
  const { formatQuantity } = useLocale();
  if (above === 0) return formatQuantity(quantity, unit);
  return (
    <>
      {formatQuantity(quantity, unit)}{' '}
      <Text span fz={13} c="dimmed">
        <Trans>after another {formatQuantity(above, unit)}</Trans>
      </Text>
    </>
  );
}

/** The promised date, with the one that the customer was told before any update. */
function Promised({ promise: { promised }, firstPromised }: ListedPromise) {
  if (firstPromised === null) return <ResultDate isCompact result={promised} />;
  const first = <Day date={firstPromised} />;
  return (
    <>
      <ResultDate isCompact result={promised} />
      <Text fz={13} lh="18px" c="dimmed" className={classes.oneLine}>
        <Trans>first promised {first}</Trans>
      </Text>
    </>
  );
}

function Change({ days }: ListedPromise) {
  const { formatCount } = useLocale();
  if (days === null) return '–';
  const count = formatCount(Math.abs(days));
  return days === 0 ? '0' : days > 0 ? `+${count}` : `−${count}`;
}

/** The day of the last result, or the time of the last check if that was today. */
function Checked({ promise: { now, checkedAt } }: ListedPromise) {
  const { locale, formatDate, today } = useLocale();
  return (
    <time dateTime={new Date(checkedAt).toISOString()} title={formatMoment(checkedAt, locale)}>
      {now.day === today ? formatTime(checkedAt, locale) : formatDate(now.day, 'medium')}
    </time>
  );
}

export function useStatusText() {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  return ({ promise: { checkedAt }, status }: ListedPromise) =>
    promiseStatusWords(status, { i18n, checkedOn: formatMoment(checkedAt, locale) });
}

function Status(listed: ListedPromise) {
  const textOf = useStatusText();
  const { formatFromToday, today } = useLocale();
  const { status, promise } = listed;
  const due = later(promise.promised.date, promise.promised.day);
  if (status.kind === 'same-lead-time')
    return (
      <MaxLeadTimeHint isFocusable={false} hasMovedOn>
        <Text span inherit fw={600} c={colorOf(status)}>
          {textOf(listed)}
        </Text>
      </MaxLeadTimeHint>
    );
  const ago = formatFromToday(due);
  const isMissed = isWorse(status) && due < today;
  return (
    <>
      <Text span inherit fw={status.kind === 'closed' ? undefined : 600} c={colorOf(status)}>
        {textOf(listed)}
      </Text>
      {(status.kind === 'past' || isMissed) && (
        <Text span fz={13} c="dimmed">
          {' '}
          {isMissed ? <Trans>was due {ago}</Trans> : ago}
        </Text>
      )}
    </>
  );
}

function colorOf(status: PromiseStatus): string | undefined {
  if (status.kind === 'max-lead-time' || status.kind === 'same-lead-time') return 'var(--sh-mlt)';
  if (isWorse(status) || status.kind === 'not-reliable') return 'var(--sh-late)';
  if (status.kind === 'on-time' || status.kind === 'earlier' || status.kind === 'due-today')
    return 'var(--sh-in-stock)';
  return undefined;
}

/** The customer's link to a letter. */
function LetterLink({ letterId }: { letterId: string }) {
  const { transit } = useTransitDays();
  const { data } = useKeptPromises();
  const open = data?.promises.filter((each) => each.letterId === letterId && isOpenPromise(each, data.today));
  const letter = () => pageLetterOf(open ?? [], transit);
  return <CustomerLink of={{ subject: 'letters', id: letterId }} letter={letter} canMake={open?.length !== 0} />;
}

interface PromiseDetailProps extends ListedPromise {
  onDone: (done: Done, words: string) => void;
}

/** What the customer was told, each change with its time, the product's stock calendar, and what can be done. */
function PromiseDetail({ onDone, ...listed }: PromiseDetailProps) {
  const { promise, status, hasUpdate } = listed;
  const { t, i18n } = useLingui();
  const { wordsOf } = useCustomerLanguage();
  const { tell, untell, close } = usePromiseChanges();
  const { data, error } = useQuery(promises.letter(promise.letterId));
  const { data: orders } = useSavedOrders();
  const { letterId, place, now, undoable } = promise;
  const failure = tell.error ?? untell.error ?? close.error ?? error;
  // A text that is about several lines is kept with each of them.
  const toldTexts = (data?.told ?? []).filter(({ text }, index, all) => text !== all[index - 1]?.text).toReversed();
  async function noteTold(text: string) {
    const told = { text, ...(hasShipDate(now) && { promised: now }) };
    // A failure is said below.
    await tell.mutateAsync({ letterId, place, told }).then(
      () => onDone({ letterId, place }, t`Copied and noted as told.`),
      () => undefined,
    );
  }
  async function closeAs(closed: CloseReason | null) {
    const words = closed === null ? t`Opened again.` : closeWords(closed, i18n);
    await close.mutateAsync({ letterId, place, closed }).then(
      () => onDone({ letterId, place, before: promise.closed }, words),
      () => undefined,
    );
  }

  const undoableText = data?.told.find(({ at }) => at === undoable)?.text;
  return (
    <Stack gap={12} py={4}>
      <Group gap="8px 12px">
        {hasUpdate && (
          <Group gap={4} wrap="nowrap">
            <CopyButton
              Icon={Mail}
              alwaysShowsLabel
              textLabel={t`Update as text`}
              toCopy={async () => ({ content: updateLetter([promise], await wordsOf()), message: '' })}
              onCopied={({ text }) => void noteTold(text)}
            >
              <Trans>Copy update</Trans>
            </CopyButton>
            <CustomerLanguage />
          </Group>
        )}
        <LetterLink letterId={letterId} />
        {promise.orderId !== undefined && orders?.some(({ id }) => id === promise.orderId) && (
          <OrderLink id={promise.orderId}>
            <Trans>Open order</Trans>
          </OrderLink>
        )}
        <Box hiddenFrom="sm">
          <ProductLink {...listed}>
            <Trans>Check availability</Trans>
          </ProductLink>
        </Box>
        {/* Apart, so that none of them takes the place of Copy update. */}
        <Group gap={4} ms="auto">
          {status.kind !== 'closed' && (
            <Text span aria-hidden fz={14} c="dimmed">
              <Trans>Close as:</Trans>
            </Text>
          )}
          {status.kind === 'closed' ? (
            <LinkButton loading={close.isPending} onClick={() => void closeAs(null)}>
              <Trans>Open again</Trans>
            </LinkButton>
          ) : (
            <Group gap={4} wrap="nowrap">
              {closeReasons.map((closed) => (
                <LinkButton
                  key={closed}
                  aria-label={t`Close: ${closeWords(closed, i18n)}`}
                  loading={close.isPending}
                  onClick={() => void closeAs(closed)}
                >
                  {closeWords(closed, i18n)}
                </LinkButton>
              ))}
            </Group>
          )}
        </Group>
      </Group>
      <ActionError error={failure} />
      <Group gap={24} align="start">
        <Stack gap={4} flex="1 1 18rem">
          <Text fw={600}>
            <Trans>Told to the customer</Trans>
          </Text>
          {toldTexts.map(({ at, text }) => (
            <Fragment key={at}>
              <Text fz={14} lh="20px" className={classes.text}>
                {text.replaceAll('\t', ' · ')}
              </Text>
              {text === undoableText && (
                <LinkButton ms="auto" loading={untell.isPending} onClick={() => untell.mutate({ letterId, place })}>
                  <Trans>Undo</Trans>
                </LinkButton>
              )}
            </Fragment>
          ))}
        </Stack>
        <Stack gap={4} flex="1 1 18rem">
          <Text fw={600}>
            <Trans>Changes</Trans>
          </Text>
          <ol className={classes.changes} reversed>
            {promise.closed !== null && promise.closedAt !== undefined && (
              <li>
                <Moment at={promise.closedAt} />
                <span />
                <Text span inherit c="dimmed">
                  {closeWords(promise.closed, i18n)}
                </Text>
              </li>
            )}
            {promise.changes.toReversed().map(({ at, isTold, ...result }) => (
              <li key={`${at} ${isTold}`}>
                <Moment at={at} />
                <ResultDate result={result} />
                <Text span inherit c="dimmed">
                  {isTold ? <Trans>told</Trans> : <Trans>found</Trans>}
                </Text>
              </li>
            ))}
          </ol>
        </Stack>
      </Group>
      <Chart {...listed} />
    </Stack>
  );
}

/** The product's stock calendar, with the promised quantity after that of the lines above, as it is checked. */
function Chart({ promise: { productId, quantity }, above }: ListedPromise) {
  const { latestTimeline, unit, isUnconfirmed, isPending, calendarError } = useAvailability(
    productId,
    quantity + above,
  );
  if (latestTimeline !== null)
    return (
      <LazyStockChart
        timeline={latestTimeline}
        quantity={quantity + above}
        unit={unit}
        isUnconfirmed={isUnconfirmed}
        height={chartHeight}
      />
    );
  return isPending ? <ChartWaiting height={chartHeight} /> : <ActionError error={calendarError} />;
}
