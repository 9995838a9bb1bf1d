import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { describeError } from '#data/describe-error.ts';
import { HttpError } from '#data/errors.ts';
import { type ServiceState, useServiceState } from '#data/service-state.ts';
import { session, useNewStockData } from '#data/session.ts';
import { isTroubled } from '#data/stock.ts';
import { droppedParams, parseSearch, readSearch } from '#parts/search-params.ts';
import type { Session } from '#stock/contract/gateway-responses.ts';
import { useNow } from '#parts/result/result-age.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import { openDialog } from './dialogs.tsx';
import { openSignIn } from './sign-in-state.ts';

/** Says whose dates the page shows, if the user's local date is another. */
export function DayNote() {
  const { today, timeZone, namedToday, formatDate } = useLocale();
  const { data } = useQuery(session.current());
  if (namedToday !== null || data === undefined) return null;
  return (
    <Text component="p" c="dimmed" ta="center" fz={13} px={16} py={6}>
      <Trans>
        Dates are those of the warehouse ({timeZone}): {formatDate(today, 'short')}.
      </Trans>
    </Text>
  );
}

const expiryNoticeLead = 10 * 60_000;

/** Warns that the sign-in or an access token expires, and who can renew it. */
export function ExpiryNotice() {
  const { data } = useQuery(session.current());
  const { locale } = useLocale();
  const now = useNow();
  const ending = data?.ending ?? null;
  if (ending === null) return null;
  const end = Date.parse(ending.at);
  if (end - now > expiryNoticeLead) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(end);
  return (
    <Notice>
      <Sentence time={time} isOver={end <= now} what={ending.what} />
      {ending.what !== 'shared-token' && (
        <LinkButton onClick={openSignIn}>
          <Trans>Sign in again</Trans>
        </LinkButton>
      )}
    </Notice>
  );
}

interface SentenceProps {
  time: string;
  isOver: boolean;
  what: NonNullable<Session['ending']>['what'];
}

function Sentence({ time, isOver, what }: SentenceProps) {
  if (what === 'shared-token')
    return isOver ? (
      <Trans>The shared access token expired at {time}. Your administrator can renew it. Data on screen is kept.</Trans>
    ) : (
      <Trans>The shared access token expires at {time}. Your administrator can renew it.</Trans>
    );
  if (isOver) return <Trans>You were signed out at {time}. Data on screen is kept.</Trans>;
  return what === 'own-token' ? (
    <Trans>Your access token expires at {time}.</Trans>
  ) : (
    <Trans>You'll be signed out at {time}.</Trans>
  );
}

/** A line above the page, announced by screen readers when it appears. */
function Notice({ isError = false, children }: { isError?: boolean; children: ReactNode }) {
  return (
    <Group
      component="output"
      justify="center"
      gap="0 12px"
      mih={44}
      px={16}
      py={6}
      fz={14}
      bg={isError ? 'var(--sh-late-bg)' : 'var(--sh-mlt-bg)'}
    >
      {children}
    </Group>
  );
}

/** Shown on every page if the service has no stock data, so that no lookup works. */
export function NoStockNotice() {
  const { data } = useQuery(session.current());
  if (data?.service.isEmpty !== true) return null;
  return (
    <Notice isError>
      <strong>
        <Trans>No stock data imported</Trans>
      </strong>
      <LinkButton onClick={() => openDialog('import')}>
        <Trans>Import instructions</Trans>
      </LinkButton>
    </Notice>
  );
}

/** Shown on every page if the server can't read its store (503), so that no lookup works. */
export function StoreNotice() {
  const { error } = useQuery(session.current());
  const { i18n } = useLingui();
  if (!(error instanceof HttpError) || error.status !== 503) return null;
  return (
    <Notice isError>
      <strong>{describeError(error, i18n).detail}</strong>
    </Notice>
  );
}

/** Offers a refresh if stock data was imported after the data on screen was loaded. */
export function NewStockNotice() {
  const { isNew, refresh } = useNewStockData();
  if (!isNew) return null;
  return (
    <Notice>
      <LinkButton onClick={refresh}>
        <Trans>New stock data: refresh</Trans>
      </LinkButton>
    </Notice>
  );
}

/** Added to the announced time, in milliseconds, since clocks differ slightly. */
const clockTolerance = 500;
const refetchInterval = 15_000;

/**
 * Indicates that the stock service isn't responding, when it is retried, and how old the fallback data on screen is.
 * Failed queries are then refetched; the first successful response hides the notice.
 */
export function ServiceNotice() {
  const state = useServiceState();
  const { locale } = useLocale();
  useRefetchOnRecovery(state);
  const { nextAttemptAt, staleSince } = state;
  const now = useNow();
  if (nextAttemptAt === null && staleSince === null) return null;
  const timeOf = (at: number) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at);
  return (
    <Notice isError>
      <strong>
        <Trans>The stock service isn't responding.</Trans>
      </strong>
      {nextAttemptAt !== null && nextAttemptAt > now && (
        <span>
          <Trans>Next attempt at {timeOf(nextAttemptAt)}.</Trans>
        </span>
      )}
      {staleSince !== null && (
        <span>
          <Trans>Last checked {timeOf(staleSince)}.</Trans>
        </span>
      )}
    </Notice>
  );
}

/**
 * Refetches active stock queries that failed or show fallback data: once requests may resume, every 15 seconds after
 * that, and as soon as the service responds.
 */
function useRefetchOnRecovery({ nextAttemptAt, staleSince }: ServiceState) {
  const queries = useQueryClient();
  const isUnavailable = nextAttemptAt !== null || staleSince !== null;
  const refetch = useEffectEvent(() => {
    const filters = {
      type: 'active',
      predicate: (query: Query) => query.queryKey[0] === 'stock' && isTroubled(query),
    } as const;
    void queries.refetchQueries(filters, { cancelRefetch: false });
  });
  useEffect(() => {
    if (!isUnavailable) return undefined;
    return () => refetch();
  }, [isUnavailable]);
  useEffect(() => {
    if (!isUnavailable) return undefined;
    const rest = Math.max(0, (nextAttemptAt ?? 0) - Date.now());
    const first = nextAttemptAt === null ? undefined : setTimeout(() => refetch(), rest + clockTolerance);
    const others = setInterval(() => Date.now() > (nextAttemptAt ?? 0) && refetch(), refetchInterval);
    return () => {
      clearTimeout(first);
      clearInterval(others);
    };
  }, [isUnavailable, nextAttemptAt]);
}

/** The address as opened, before the router removes invalid parameters. */
const opened = { path: window.location.pathname, search: parseSearch(window.location.search) };

/** Lists the ignored parameters of the opened address, each with the expected format. */
export function DroppedSearchNotice() {
  const { t } = useLingui();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const params = useMatches({ select: (matches) => matches.at(-1)?.staticData.params });
  const [closed, setClosed] = useState(false);
  const expectations = useExpectations();
  if (closed || params === undefined || pathname !== opened.path) return null;
  const dropped = droppedParams(opened.search, readSearch(params, opened.search));
  if (dropped.length === 0) return null;
  return (
    <Group
      component="aside"
      aria-label={t`Ignored in the link`}
      wrap="nowrap"
      align="flex-start"
      gap={12}
      mb={20}
      p={4}
      ps={16}
      fz={14}
      bdrs={10}
      bg="var(--sh-mlt-bg)"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Stack gap={11} py={11} flex={1} lh="22px">
        {dropped.map(({ name, value, isPartial }) => (
          <Text inherit key={name}>
            {isPartial ? (
              <Trans>
                Ignored “<bdi>{value}</bdi>” in <b>{name}</b> in the link: not a product ID.
              </Trans>
            ) : (
              <Trans>
                Ignored <b>{name}</b> in the link: “<bdi>{value}</bdi>” isn't {expectations[name] ?? t`a known value`}.
              </Trans>
            )}
          </Text>
        ))}
      </Stack>
      <IconButton label={t`Dismiss`} Icon={X} onClick={() => setClosed(true)} />
    </Group>
  );
}

function useExpectations(): Record<string, string> {
  const { t } = useLingui();
  const count = t`a whole number in its range`;
  const date = t`a date, for example 2027-03-17`;
  const flag = t`true or false`;
  const ids = t`a list of product IDs, for example 10001,10002`;
  const quantity = t`a number above 0 with at most 3 decimals, for example 12.5`;
  return {
    product: t`a product ID, SKU or name`,
    quantity,
    shipBy: date,
    minShipment: quantity,
    maxShipments: count,
    deliveryDays: count,
    workingDays: flag,
    mlt: flag,
    bucket: t`day, week or month`,
    from: date,
    to: date,
    ids,
    list: t`a list saved in this browser`,
    page: count,
    pageSize: t`10, 25, 50, 100 or 250`,
    sort: t`a sortable column`,
    desc: flag,
    all: flag,
    tile: t`a summary tile`,
    show: t`an order line status`,
    filter: t`a column filter`,
    find: t`text of at most 100 characters`,
    selected: ids,
    open: ids,
  };
}
