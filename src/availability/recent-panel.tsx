import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { stock } from '#data/stock.ts';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import { useWording } from '#parts/result/wording.ts';
import { Panel } from '#parts/panel.tsx';
import { useRememberedList } from '#parts/remembered.ts';
import {
  changeSince,
  recentLookups,
  type RecentLookup,
  type RememberedResult,
  rememberedWords,
} from '#parts/recent-lookups.ts';
import { useUnit } from '#ui/locale.tsx';
import type { StockResult } from '#stock/stock-result.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatMomentNear } from '#stock/locale-date.ts';

import classes from './availability.module.css';
import { searchOf } from './availability-query.ts';

/** Recent lookups of this service, market and user, newest first, and a function that adds one. */
const useRecentLookups = () => useRememberedList(recentLookups);

export const useHasRecentLookups = () => useRecentLookups().entries.length > 0;

/** Returns the stored lookup of the same query, if there is one. */
export function useEarlierLookup(isThis: (lookup: RecentLookup) => boolean): RecentLookup | undefined {
  return useRecentLookups().entries.find(isThis);
}

/**
 * Stores each result once it is verified against the calendar; untrusted ones aren't stored. Renders nothing, so that
 * the result doesn't rerender with that list.
 */
export function RememberLookup({ result, shipBy }: { result: ProductAvailability; shipBy: CalendarDate | null }) {
  const { remember } = useRecentLookups();
  const lookup = lookupOf(result, shipBy);
  // As text, so that rerenders don't store an equal lookup again.
  const text = lookup && JSON.stringify(lookup);
  useEffect(() => {
    if (text !== null) remember(JSON.parse(text) as RecentLookup);
  }, [text, remember]);
  return null;
}

function lookupOf(result: ProductAvailability, shipBy: CalendarDate | null): RecentLookup | null {
  const { product, quantity, stockResult, receivedAt, timeline, outdatedDay } = result;
  if (stockResult === null || quantity === null || timeline === null || receivedAt === null || outdatedDay !== null)
    return null;
  return {
    product,
    quantity,
    shipBy,
    stockResult: remembered(stockResult),
    checkedOn: timeline.today,
    checkedAt: receivedAt,
  };
}

function remembered(stockResult: StockResult): RememberedResult {
  return stockResult.kind === 'not-available'
    ? null
    : { stockDate: stockResult.date, isMaxLeadTime: stockResult.kind === 'max-lead-time' };
}

const maxShown = 5;

/** Recent checks. Once the page is idle, they are refetched in the background to show what changed. */
export function RecentPanel(props: {
  /** Whether a lookup is the one shown above. */
  isShownAbove?: (lookup: RecentLookup) => boolean;
  isIdle: boolean;
}) {
  const { isShownAbove = () => false, isIdle } = props;
  const { entries } = useRecentLookups();
  const lookups = entries.filter((lookup) => !isShownAbove(lookup)).slice(0, maxShown);
  const { t } = useLingui();
  const results = useQueries({
    queries: lookups.map(({ product, quantity }) => ({
      ...stock.availability(product.productId, quantity),
      enabled: isIdle,
      retry: false,
    })),
  });
  if (lookups.length === 0) return null;
  return (
    <Panel title={t`Recent checks`}>
      <ul className={classes.list}>
        {lookups.map((lookup, index) => {
          const { data, error } = results[index] ?? {};
          const now = !error && data?.result?.kind === 'reliable' && data.calendar ? data.result.stockResult : null;
          return (
            <RecentRow
              key={`${lookup.product.productId} ${lookup.quantity}`}
              lookup={lookup}
              now={now === null ? undefined : remembered(now)}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

interface RecentRowProps {
  lookup: RecentLookup;
  /** Current result; undefined if there is none. */
  now: RememberedResult | undefined;
}

const toneColors = { better: 'var(--sh-in-stock)', worse: 'var(--sh-late)' };

/** A recent lookup and its time. If there is a current result, the change since then. */
function RecentRow({ lookup, now }: RecentRowProps) {
  const { product, quantity, shipBy, checkedAt } = lookup;
  const wording = useWording(useUnit(product));
  const asOf = formatMomentNear(checkedAt, wording.today, wording.locale);
  const { words, tone } = now === undefined ? { words: null, tone: null } : changeSince(wording, lookup, now);
  return (
    <li>
      <Link
        to="/"
        search={(before) => ({ ...before, order: undefined, ...searchOf({ ...lookup, productId: product.productId }) })}
        className={classes.recentRow}
      >
        <Group component="span" gap={12} justify="space-between" wrap="nowrap">
          <Text component="bdi" inherit fw={600}>
            {product.name ?? product.sku ?? product.productId}
          </Text>
          <span>{wording.formatQuantity(quantity)}</span>
        </Group>
        <span>
          {rememberedWords(wording, lookup)}
          <Text component="span" display="block" c="dimmed" fz={13}>
            {shipBy === null ? (
              <Trans>Checked {asOf}</Trans>
            ) : (
              <Trans>
                Ship by {wording.formatDate(shipBy, 'long')}, checked {asOf}
              </Trans>
            )}
          </Text>
        </span>
        <Text
          component="span"
          inherit
          ta={{ sm: 'end' }}
          {...(tone ? { c: toneColors[tone], fw: 600 } : { c: 'dimmed' })}
        >
          {words}
        </Text>
      </Link>
    </li>
  );
}
