import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { memo, useMemo, type ReactNode } from 'react';

import type { CalendarLoadSnapshot, MissingPages } from '#api/calendars/calendar-load.ts';
import { isShortSoon } from '#domain/calendars/calendar-summary.ts';
import { calendarTiles, countTiles, type CalendarTile, type TileFilter } from '#domain/calendars/calendar-tiles.ts';
import { notAnsweredWords } from '#features/answer/not-answered-words.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';
import { ProgressStrip } from '#ui/progress.tsx';

import type { CalendarsSearch } from '#pages/calendars/calendars-search.ts';

import { calendarRow } from './calendar-row.ts';
import type { LoadAll } from './load-all.ts';
import classes from './summary.module.css';

interface SummaryProps {
  address: CalendarsSearch;
  load: LoadAll;
  /** Wanted quantity that the counts are for. */
  quantity: Thousandths | null;
  /** Number of products in the choice, null if not known yet. */
  total: number | null;
  /** Whether loading has finished, possibly with some products missing. */
  isWhole: boolean;
  /** Further figures for all products. */
  children: ReactNode;
}

/** Product counts by availability once pages are loaded; until then, a button that loads all products. */
export const Summary = memo(function Summary({ address, load, quantity, total, isWhole, children }: SummaryProps) {
  const { t } = useLingui();
  const { today, formatCount } = useLocale();
  const { search, change } = address;
  const { snapshot, products, isOnePage } = load;
  const { phase, doneProducts, missingProducts } = snapshot;
  const { counts, short, shortNow } = useMemo(() => {
    // Computes rows as pages arrive. They are memoized, so the table is ready when the last page arrives.
    const rows = products.map((product) => calendarRow(product, today, quantity));
    const falling = rows.flatMap(({ summary }) => (summary !== null && isShortSoon(summary) ? [summary] : []));
    return {
      counts: countTiles(rows.map(({ tile }) => tile)),
      short: falling.length,
      shortNow: falling.filter(({ fallsShortOn }) => fallsShortOn === today).length,
    };
  }, [products, today, quantity]);
  const loaded = formatCount(doneProducts);
  const missing = formatCount(missingProducts);
  const isLoading = phase === 'loading' || phase === 'signed-out';
  const isPartial = doneProducts > 0 && (phase === 'incomplete' || phase === 'signed-out') && missingProducts > 0;

  return (
    <Stack component="section" aria-label={t`Summary`} gap={8}>
      <LoadOutcome snapshot={snapshot} onResume={load.resume} />
      {isPartial && (
        <Text fz={14} fw={550}>
          <Plural
            value={missingProducts}
            one={`${loaded} products included, one missing.`}
            other={`${loaded} products included, ${missing} missing.`}
          />
        </Text>
      )}
      {phase === 'loading' && doneProducts === 0 && <Skeleton className={classes.waiting} />}
      {doneProducts > 0 && (
        <Tiles
          {...{ counts, short, shortNow, quantity }}
          isStale={quantity !== address.quantity}
          chosen={isWhole ? (search.tile ?? null) : null}
          onChoose={load.isWhole ? (tile) => change({ tile: tile ?? undefined, page: undefined }) : null}
        />
      )}
      <Group
        gap="4px 16px"
        className={classes.actions}
        data-idle={phase === 'idle' || undefined}
        data-one-page={isOnePage || undefined}
      >
        {/* Takes the place of the figures that follow it, to avoid a layout shift. */}
        {isLoading && !isOnePage && (
          <Box flex="1 1 20rem">
            <LoadProgress snapshot={snapshot} onCancel={load.cancel} />
          </Box>
        )}
        {phase === 'idle' && (
          <>
            <Button variant="default" onClick={() => change({ all: true, page: undefined })}>
              <Trans>Load all products</Trans>
            </Button>
            {/* Phones have no space for it above the products. */}
            <Text fz={14} c="dimmed" visibleFrom="sm">
              <LoadHint total={total} />
            </Text>
          </>
        )}
        {children}
      </Group>
    </Stack>
  );
});

/** Explains what loading all products enables. */
function LoadHint({ total }: { total: number | null }) {
  const { formatCount } = useLocale();
  if (total === null) return <Trans>Load all products to summarize, sort and filter.</Trans>;
  const all = formatCount(total);
  return (
    <Plural
      value={total}
      one={`Load ${all} product to summarize, sort and filter.`}
      other={`Load all ${all} products to summarize, sort and filter.`}
    />
  );
}

export function useTileWords(): Record<TileFilter, string> {
  const { t } = useLingui();
  const { today, formatShipDate } = useLocale();
  return {
    now: formatShipDate(today, 'short'),
    'within-7': t`Within 7 days`,
    'within-30': t`Within 30 days`,
    later: t`Later`,
    'max-lead-time': t`Max lead time only`,
    nothing: t`Not available`,
    'no-answer': t`No result`,
    'short-soon': t`Short within 14 days`,
  };
}

interface TilesProps {
  counts: Readonly<Record<CalendarTile, number>>;
  /** Number of products short now or within 14 days. They are also counted in `counts`. */
  short: number;
  /** Number of those that are short now. */
  shortNow: number;
  quantity: Thousandths | null;
  /** Whether the counts are still for the previous quantity. */
  isStale: boolean;
  chosen: TileFilter | null;
  /** Null while products are still loading: filters need all of them. */
  onChoose: ((tile: TileFilter | null) => void) | null;
}

const colors: Record<TileFilter, string> = {
  now: 'var(--sh-in-stock)',
  'within-7': 'var(--sh-expected)',
  'within-30': 'color-mix(in srgb, var(--sh-expected) 70%, var(--sh-surface))',
  later: 'color-mix(in srgb, var(--sh-expected) 40%, var(--sh-surface))',
  'max-lead-time': 'var(--sh-mlt)',
  nothing: 'var(--sh-line-strong)',
  'no-answer': 'var(--sh-late)',
  'short-soon': 'var(--sh-late)',
};

/** Product counts per tile, as a bar and as buttons that filter the table. */
function Tiles({ counts, short, shortNow, quantity, isStale, chosen, onChoose }: TilesProps) {
  const { t } = useLingui();
  const { locale, formatCount, formatQuantity } = useLocale();
  const words = useTileWords();
  const total = calendarTiles.reduce((sum, tile) => sum + counts[tile], 0);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const wanted = quantity === null ? null : formatQuantity(quantity);
  const shareOf = (count: number) => {
    if (total === 0) return '';
    // Rounding must not show 0% or 100% unless it is exact.
    if (count > 0 && count < total / 200) return `<${share.format(0.01)}`;
    if (count < total && total - count < total / 200) return `>${share.format(0.99)}`;
    return share.format(count / total);
  };
  const tileOf = (tile: TileFilter, count: number, part = shareOf(count), title?: string) => (
    <UnstyledButton
      key={tile}
      title={title}
      __vars={{ '--tile': colors[tile] }}
      aria-pressed={tile === chosen}
      aria-disabled={onChoose === null}
      className={classes.tile}
      onClick={() => onChoose?.(tile === chosen ? null : tile)}
    >
      <Text span fz={13} lh="16px" c={tile === chosen ? undefined : 'dimmed'} data-tile={tile}>
        {words[tile]}
      </Text>{' '}
      <Text span fw={650} lh="20px">
        {formatCount(count)}
      </Text>{' '}
      <Text span fz={13} lh="16px" c="dimmed">
        {part}
      </Text>
    </UnstyledButton>
  );
  return (
    <div className={classes.tiles} data-stale={isStale || undefined} aria-busy={isStale}>
      <fieldset
        aria-label={t`Products by first ship date`}
        title={
          wanted === null
            ? t`When each product can ship from stock`
            : t`When ${wanted} of each product can ship from stock`
        }
      >
        <div aria-hidden className={classes.bar}>
          {calendarTiles
            .filter((tile) => counts[tile] > 0)
            .map((tile) => (
              <Box
                key={tile}
                component="span"
                data-tile={tile}
                __vars={{ '--tile': colors[tile] }}
                style={{ flexGrow: counts[tile] }}
              />
            ))}
        </div>
        {calendarTiles.map((tile) => tileOf(tile, counts[tile]))}
      </fieldset>
      {tileOf(
        'short-soon',
        short,
        t`${formatCount(shortNow)} now`,
        wanted === null
          ? t`None available today or within 14 days`
          : t`Less than ${wanted} available today or within 14 days`,
      )}
    </div>
  );
}

function LoadProgress({ snapshot, onCancel }: { snapshot: CalendarLoadSnapshot; onCancel: () => void }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { phase, donePages, totalPages, doneProducts, totalProducts, pausedUntil } = snapshot;
  return (
    <ProgressStrip
      label={t`Loading products`}
      share={totalPages === null ? null : { value: donePages, max: Math.max(totalPages, 1) }}
      isPaused={pausedUntil !== null}
      onCancel={onCancel}
    >
      {phase === 'signed-out' ? (
        <Trans>Waiting for sign-in</Trans>
      ) : totalProducts === null ? (
        <Trans>Counting products</Trans>
      ) : (
        <Trans>
          {formatCount(doneProducts)} of {formatCount(totalProducts)} products loaded
        </Trans>
      )}
    </ProgressStrip>
  );
}

/** How far loading got before it was canceled, or missing pages with reasons, and a button to load the rest. */
function LoadOutcome({ snapshot, onResume }: { snapshot: CalendarLoadSnapshot; onResume: () => void }) {
  const { formatCount } = useLocale();
  const { phase, doneProducts, totalProducts, missing } = snapshot;
  if (phase !== 'cancelled' && phase !== 'incomplete') return null;
  const done = formatCount(doneProducts);
  const all = formatCount(totalProducts ?? 0);
  const isMissing = phase === 'incomplete';
  return (
    <Group
      role={isMissing ? 'alert' : undefined}
      justify="space-between"
      gap="8px 20px"
      py={8}
      pl={14}
      pr={8}
      bg={isMissing ? 'var(--sh-late-bg)' : 'var(--sh-muted-bg)'}
      bdrs={12}
      fz={14}
      tabIndex={-1}
      data-focus-heir
    >
      {isMissing ? (
        <div>
          <Text inherit fw={600} c="var(--sh-late)">
            <TriangleAlert aria-hidden size={16} /> <MissingReason snapshot={snapshot} />
          </Text>
          {missing.map((pages) => (
            <Text key={pages.firstPage} inherit ms={20}>
              <Missing pages={pages} />
            </Text>
          ))}
        </div>
      ) : totalProducts === null ? (
        <Trans>Stopped</Trans>
      ) : (
        <Trans>
          Stopped: {done} of {all} products loaded
        </Trans>
      )}
      <Button variant="default" onClick={onResume}>
        <Trans>Resume</Trans>
      </Button>
    </Group>
  );
}

function MissingReason({ snapshot }: { snapshot: CalendarLoadSnapshot }) {
  const { missingPages, missingProducts, unsettledProducts, totalChange } = snapshot;
  if (totalChange !== null) {
    return (
      <Trans>
        The number of products changed from {totalChange.before} to {totalChange.now} while loading. Load all products
        again.
      </Trans>
    );
  }
  if (missingPages > 0) {
    return <Plural value={missingPages} one="# page is missing." other="# pages are missing." />;
  }
  if (unsettledProducts === 0) {
    return (
      <Plural
        value={missingProducts}
        one="# product wasn't received. Load all products again."
        other="# products weren't received. Load all products again."
      />
    );
  }
  return (
    <Plural
      value={unsettledProducts}
      one="Couldn't load the stock calendar of # product."
      other="Couldn't load the stock calendars of # products."
    />
  );
}

function Missing({ pages: { firstPage, lastPage, why, isPartial } }: { pages: MissingPages }) {
  const { i18n } = useLingui();
  const first = String(firstPage);
  const last = String(lastPage);
  return (
    <>
      <b>
        {firstPage === lastPage ? (
          <Trans>Page {first}</Trans>
        ) : (
          <Trans>
            Pages {first} to {last}
          </Trans>
        )}
      </b>
      {isPartial && (
        <>
          {' '}
          <Trans>(in part)</Trans>
        </>
      )}
      {': '}
      {why !== null ? (
        notAnsweredWords(why, i18n)
      ) : isPartial ? (
        <Trans>Not all products were received.</Trans>
      ) : (
        <Trans>Not loaded.</Trans>
      )}
    </>
  );
}
