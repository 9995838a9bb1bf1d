import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';

import { fetchForJob, stockCalendars } from '#api/stock-calendars.ts';
import { useNames } from '#api/products.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import { oldestUpdate, type OldestUpdate } from '#domain/calendars/oldest-update.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

interface OldestUpdateFigureProps {
  /** All loaded products. */
  products: readonly ListedProduct[];
  /** Last updates of the rows with a calendar: undefined while loading, null if the service provides none. */
  rows: readonly (readonly [ProductId, CalendarDate | null | undefined])[];
}

/**
 * Shows the date of the oldest stock data. The service returns last updates per product (§4.3), so they are loaded for
 * the page on screen. A button loads those of all products.
 */
export function OldestUpdateFigure({ products, rows }: OldestUpdateFigureProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const ids = useMemo(
    () => products.filter(({ kind }) => kind === 'calendar').map(({ productId }) => productId),
    [products],
  );
  const { phase, dates, done, unanswered, load, cancel } = useAllUpdates(ids);
  const count = ids.length;
  const isEvery = phase === 'loaded';
  const known = rows.flatMap(([productId, date]) => (date ? [[productId, date] as const] : []));
  const isPending = !isEvery && known.length === 0 && rows.some(([, date]) => date === undefined);
  const oldest = oldestUpdate(isEvery ? dates : known);
  const notGiven = count - dates.size - unanswered;
  const isOnScreen = !isEvery && count === rows.length;

  return (
    <Text component="section" aria-label={t`Oldest stock data`} fz={14} lh="24px">
      <Text component="h2" display="inline" inherit fw={400} c="dimmed" me={8}>
        <Trans>Oldest stock data</Trans>
      </Text>
      {isPending ? <Skeleton display="inline-block" h={10} w="9em" /> : <Value oldest={oldest} />}
      <Text span inherit c="dimmed" mx={8} aria-live="polite" tabIndex={-1} data-focus-heir={phase !== 'idle'}>
        {isEvery || isOnScreen ? (
          <Plural value={count} one="# product" other="# products" />
        ) : (
          <Trans>
            dates of {formatCount(phase === 'loading' ? done : rows.length)} of {formatCount(count)} products loaded
          </Trans>
        )}
        {isEvery && notGiven > 0 && (
          <>
            {'; '}
            <Plural value={notGiven} one="no date for #" other="no date for #" />
          </>
        )}
        {isEvery && unanswered > 0 && (
          <>
            {'; '}
            <Plural value={unanswered} one="no result for #" other="no result for #" />
          </>
        )}
      </Text>
      {phase === 'loading' ? (
        <LinkButton key="cancel" onClick={cancel}>
          <Trans>Cancel</Trans>
        </LinkButton>
      ) : (
        ((!isEvery && !isOnScreen) || unanswered > 0) && (
          <LinkButton key="load" onClick={load}>
            <Plural value={count} one="Load the date of # product" other="Load the dates of all # products" />
          </LinkButton>
        )
      )}
    </Text>
  );
}

function Value({ oldest }: { oldest: OldestUpdate | null }) {
  const { formatDate, formatFromToday } = useLocale();
  const productId = oldest?.productId;
  const ids = useMemo(() => (productId === undefined ? [] : [productId]), [productId]);
  const { nameOf } = useNames(ids);
  if (oldest === null || productId === undefined) return <Trans>Not provided</Trans>;
  const { date, others } = oldest;
  return (
    <span>
      <time dateTime={date}>
        <b>{formatDate(date, 'medium')}</b>
      </time>{' '}
      {formatFromToday(date)}{' '}
      <Link to="/products/$productId" params={{ productId }}>
        <bdi>{nameOf(productId).name ?? productId}</bdi>
      </Link>{' '}
      {others > 0 && <Plural value={others} one="and # other" other="and # others" />}
    </span>
  );
}

/** Progress of loading the last updates of all products. */
interface UpdateProgress {
  phase: 'idle' | 'loading' | 'loaded';
  dates: ReadonlyMap<ProductId, CalendarDate>;
  /** Number of products requested so far. */
  done: number;
  /** Number of products without a result. */
  unanswered: number;
}

/** Number of products per progress step. */
const batchSize = 250;

const notLoaded: UpdateProgress = { phase: 'idle', dates: new Map(), done: 0, unanswered: 0 };

/** Last updates of all products (§4.3), loaded only when the user requests them. */
function useAllUpdates(ids: readonly ProductId[]) {
  const client = useQueryClient();
  const [held, setHeld] = useState({ ids, progress: notLoaded });
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    if (held.ids !== ids) control.current?.abort();
  }, [held.ids, ids]);
  useEffect(() => () => control.current?.abort(), []);

  async function load() {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    const report = (progress: UpdateProgress) => signal.aborted || setHeld({ ids, progress });
    const dates = new Map<ProductId, CalendarDate>();
    let unanswered = 0;
    for (let done = 0; done < ids.length && !signal.aborted; done += batchSize) {
      report({ phase: 'loading', dates: new Map(dates), done, unanswered });
      const query = stockCalendars.lastUpdates(ids.slice(done, done + batchSize));
      const some = await fetchForJob(client, query, signal).catch(() => null);
      if (some === null) return;
      for (const [productId, date] of some.dates) dates.set(productId, date);
      unanswered += some.unanswered.size;
    }
    report({ phase: 'loaded', dates, done: ids.length, unanswered });
  }

  return {
    ...(held.ids === ids ? held.progress : notLoaded),
    load: () => void load(),
    cancel: () => {
      control.current?.abort();
      setHeld({ ids, progress: notLoaded });
    },
  };
}
