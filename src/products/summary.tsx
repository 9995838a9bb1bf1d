import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { memo } from 'react';

import { quantitySearch } from '#data/calendar-pages.ts';
import type { CalendarCounts } from '#stock/contract/calendars.ts';
import { calendarTiles, type ShortWeeks, type TileFilter } from '#stock/contract/calendar-options.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { ResultAge } from '#parts/result/result-age.tsx';
import { OldestDataLink } from '#parts/oldest-data-link.tsx';
import { IndexState } from '#parts/index-state.tsx';
import { formatShare } from '#stock/locale-number.ts';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarsSearch } from './products-search.ts';

import { isPagedView } from './views.ts';
import { sharedValues } from './calendar-row.ts';
import { quantityFieldId } from './selection/chosen-products.tsx';
import classes from './summary.module.css';
import type { Listing } from './use-listing.ts';

interface SummaryProps {
  address: CalendarsSearch;
  listing: Listing;
  /** Whether the page states the stock data below the products instead. */
  isNarrow: boolean;
}

/** Counts of all products by availability, and the date of the oldest stock data. */
export function Summary({ address, listing, isNarrow }: SummaryProps) {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const { data, quantity, isStale, isOutdated, total } = listing;
  const { search, change } = address;
  if (data === null || total === null) return <SummarySkeleton hasUnits={address.quantity !== null} />;
  const { index } = data;
  // Other views are about the selected products, or the changed ones.
  const counts = isPagedView(address.view) ? data.counts : null;
  return (
    <Stack component="section" aria-label={t`Summary`} gap={4}>
      {data.counts === null && index === null && (
        <Text fz={14} c="dimmed">
          <Trans>Summary, sorting and filters couldn't be loaded. Refresh to try again.</Trans>
        </Text>
      )}
      {counts !== null && (
        <Tiles
          {...{ counts, quantity, change }}
          weeks={search.weeks ?? 2}
          isStale={isStale || isOutdated}
          canAsk={!isNarrow}
          chosen={search.tile ?? null}
        />
      )}
      <Group gap="4px 16px" className={classes.actions}>
        {counts !== null && quantity !== null && (
          <Text span fz={13} lh="20px" c="dimmed">
            <Trans>
              Counted for <b>{formatQuantity(quantity, data.unit)}</b>.
            </Trans>{' '}
            {counts.otherUnit > 0 && (
              <Plural
                value={counts.otherUnit}
                one="# product of another unit isn't counted."
                other="# products of another unit aren't counted."
              />
            )}
          </Text>
        )}
        {!isNarrow && <StockState {...{ address, listing }} />}
      </Group>
      {index !== null && <IndexState index={index} />}
    </Stack>
  );
}

/** What all products have in common, the oldest stock data, and the age of the results. */
export function StockState({ address, listing }: Pick<SummaryProps, 'address' | 'listing'>) {
  const { data, receivedAt, refresh, isFetching } = listing;
  const isShared = address.search.tile === undefined && sharedValues(listing).updated !== null;
  return (
    <Group gap="4px 16px" flex={1}>
      <SharedValues listing={listing} />
      {/* A comparison is of other products; a date that all share, on all tiles, is said already. */}
      {address.view !== 'compare' && !isShared && data !== null && data.counts !== null && data.index === null && (
        <OldestData counts={data.counts} search={quantitySearch(data.request)} />
      )}
      {receivedAt !== null && (
        <Box ms="auto" my={{ sm: -8 }}>
          <ResultAge fetchedAt={receivedAt} onRefresh={refresh} isFetching={isFetching} />
        </Box>
      )}
    </Group>
  );
}

/** Reserves the space of the summary. */
function SummarySkeleton({ hasUnits }: { hasUnits: boolean }) {
  return (
    <Stack gap={4}>
      <Skeleton className={classes.waiting} />
      <Box h={20} visibleFrom="sm" />
      {hasUnits && <Box h={44} hiddenFrom="sm" />}
    </Stack>
  );
}

/** The territory and the date of the stock data, if all products have the same: they are in no column then. */
function SharedValues({ listing }: { listing: Listing }) {
  const { formatDate } = useLocale();
  const { territory, updated } = sharedValues(listing);
  if (territory === null && updated === null) return null;
  return (
    <Text fz={13} lh="20px">
      {territory}
      {territory !== null && updated !== null && ' · '}
      {updated !== null && <Trans>Stock data of {formatDate(updated, 'medium')}</Trans>}
    </Text>
  );
}

interface OldestDataProps {
  counts: CalendarCounts;
  /** Quantity of the results. */
  search: ReturnType<typeof quantitySearch>;
}

/** The oldest date of the stock data that results are from, and its products. */
function OldestData({ counts: { oldestUpdate }, search }: OldestDataProps) {
  const { t } = useLingui();
  const { formatDate, formatFromToday } = useLocale();
  return (
    <Text component="section" aria-label={t`Oldest stock data`} fz={13} lh="20px">
      <Text component="h2" display="inline" inherit fw={400} c="dimmed" me={8}>
        <Trans>Oldest stock data</Trans>
      </Text>
      {oldestUpdate === null ? (
        <Trans>Not provided</Trans>
      ) : (
        <span>
          <time dateTime={oldestUpdate.date}>
            <b>{formatDate(oldestUpdate.date, 'medium')}</b>
          </time>{' '}
          {formatFromToday(oldestUpdate.date)}{' '}
          <OldestDataLink oldest={oldestUpdate} search={search}>
            <bdi>{oldestUpdate.product.name ?? oldestUpdate.product.productId}</bdi>{' '}
            {oldestUpdate.others > 0 && <Plural value={oldestUpdate.others} one="and # other" other="and # others" />}
          </OldestDataLink>
        </span>
      )}
    </Text>
  );
}

/** Names of the tiles. @param weeks period within which products run short */
export function useTileWords(weeks: ShortWeeks = 2): Record<TileFilter | 'other-unit', string> {
  const { t } = useLingui();
  const { today, formatShipDate } = useLocale();
  return {
    now: formatShipDate(today, 'short'),
    'within-7': t`Within 7 days`,
    'within-30': t`Within 30 days`,
    later: t`Later`,
    'max-lead-time': t`Max lead time only`,
    nothing: t`Not available`,
    'no-result': t`No result`,
    'other-unit': t`Other unit`,
    'available-30': t`Available in 0 to 30 days`,
    'short-now': t`Short now`,
    'short-soon': t`Runs short within ${weeks} weeks`,
  };
}

interface TilesProps extends Pick<CalendarsSearch, 'change'> {
  counts: CalendarCounts;
  quantity: Thousandths | null;
  /** Period within which products run short. */
  weeks: ShortWeeks;
  /** Whether the counts are of the previous request, another day or other stock data. */
  isStale: boolean;
  /** Whether the field of the quantity is on screen. */
  canAsk: boolean;
  chosen: TileFilter | null;
}

function focusQuantity(): void {
  document.querySelector<HTMLElement>(`#${quantityFieldId} input`)?.focus();
}

/** Product counts per tile, as a bar and as buttons that filter the table. Most changes of the page leave them as they are. */
const Tiles = memo(function Tiles({ counts, quantity, weeks, isStale, canAsk, chosen, change }: TilesProps) {
  const { t } = useLingui();
  const { locale, today, namedToday, formatCount, formatDate, formatQuantity } = useLocale();
  const words = useTileWords(weeks);
  const { tiles } = counts;
  const total = calendarTiles.reduce((sum, tile) => sum + tiles[tile], 0);
  const wanted = quantity === null ? null : formatQuantity(quantity);
  const day = formatDate(today, 'short');
  const ofAny = namedToday === null ? t`None available on ${day}` : t`None available today`;
  const ofQuantity =
    namedToday === null ? t`Less than ${wanted} available on ${day}` : t`Less than ${wanted} available today`;
  const shortNow = wanted === null ? ofAny : ofQuantity;
  const soon = counts.shortWithin[weeks];
  // Few products have less than nothing on a day: without a quantity, none is no finding.
  const isOpen = quantity === null && soon === 0;
  const soonTitle = isOpen
    ? t`Enter a quantity to find the products with less than that on a day.`
    : t`Not short now, but within ${weeks} weeks`;
  const periods: Partial<Record<TileFilter, string>> = {
    'within-7': t`From stock in 1 to 7 days`,
    'within-30': t`From stock in 8 to 30 days`,
    later: t`From stock in more than 30 days`,
  };
  const tileOf = (tile: TileFilter, count: number, title?: string, isUnknown = false) => (
    <button
      key={tile}
      type="button"
      title={title}
      data-tile={tile}
      aria-pressed={tile === chosen}
      disabled={count === 0 && tile !== chosen && !(isUnknown && canAsk)}
      className={classes.tile}
      onClick={() =>
        isUnknown ? focusQuantity() : change({ tile: tile === chosen ? undefined : tile, page: undefined })
      }
    >
      <span className={classes.name}>{words[tile]}</span>{' '}
      <span key={count} data-figure>
        {isUnknown ? '–' : formatCount(count)}
      </span>{' '}
      <span>{isUnknown ? t`Enter a quantity` : formatShare(count, total, locale)}</span>
    </button>
  );
  return (
    <div className={classes.tiles} data-stale={isStale || undefined} aria-busy={isStale}>
      <fieldset
        aria-label={t`Products by first ship date`}
        title={
          wanted === null
            ? t`When any quantity of each product can ship from stock`
            : t`When ${wanted} of each product can ship from stock`
        }
      >
        <div aria-hidden className={classes.bar}>
          {calendarTiles
            .filter((tile) => tiles[tile] > 0)
            .map((tile) => (
              <span key={tile} data-tile={tile} style={{ flexGrow: tiles[tile] }} />
            ))}
        </div>
        {calendarTiles.map((tile) => tileOf(tile, tiles[tile], periods[tile]))}
      </fieldset>
      <fieldset aria-label={t`Shortages`} className={classes.shortages}>
        {tileOf('short-now', counts.shortNow, shortNow)}
        {tileOf('short-soon', soon, soonTitle, isOpen)}
      </fieldset>
    </div>
  );
});
