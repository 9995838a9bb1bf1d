import '@mantine/core/styles/Alert.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarX, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type Ref, type RefObject } from 'react';

import { describeError } from '#data/describe-error.ts';
import { codeOf } from '#data/errors.ts';
import { CalendarFindings } from '#parts/calendar-findings.tsx';
import { useChartKeyHelp } from '#parts/chart/chart-words.ts';
import { ChartWaiting, LazyStockChart } from '#parts/chart/lazy-stock-chart.tsx';
import type { EntryRow } from '#parts/entries/entry-rows.ts';
import { IncompleteCalendar, ResultRegion } from '#parts/result/result-region.tsx';
import { type ProductAvailability, useAvailability } from '#parts/result/use-availability.ts';
import { ErrorLabel, Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { isSameQuery } from '#parts/recent-lookups.ts';
import { useRecentProducts } from '#parts/recent-products.ts';
import { AsOf } from '#ui/locale.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { ResultPanel, ResultSkeleton, ProductCard } from './result-panel.tsx';
import classes from './availability.module.css';
import { EntriesExport } from './entries-export.tsx';
import type { ShownQuery } from './availability-query.ts';
import { RecentPanel, RememberLookup } from './recent-panel.tsx';

// Beside the result and below the fold of a phone, so not part of the first load.
const CalendarSide = lazy(async () => ({ default: (await import('./calendar-side.tsx')).CalendarSide }));

interface ProductResultProps {
  query: ShownQuery;
  /** The ship-by date; null while its field has another value. */
  shipBy: CalendarDate | null;
  /** Whether another query is being resolved, so that this result is outdated. */
  isOutdated: boolean;
  /** Whether the fields name another product that isn't checked yet, so that this result is dimmed. */
  isOther: boolean;
  /** Asks, and moves the focus to the result. */
  onCheck: (query: ShownQuery) => void;
  /** Asks, and leaves the focus where it is: in the chart. */
  onDrag: (query: ShownQuery) => void;
  resultRef: RefObject<HTMLElement | null>;
}

/** The result of a quantity, and the product's calendar: its chart, ship dates by quantity and entries. */
export function ProductResult(props: ProductResultProps) {
  const { query, isOutdated, onCheck, onDrag, resultRef } = props;
  const { productId, quantity, shipBy } = query;
  const search = useSearch({ from: '/' });
  const result = useAvailability(productId, quantity);
  const { product, latestTimeline, entries, outdatedDay } = result;
  const chartRef = useRef<HTMLDivElement>(null);
  const shownRowsRef = useRef<readonly EntryRow[]>([]);
  const [showsEntries, setShowsEntries] = useState(false);
  const isThis = (lookup: Parameters<typeof isSameQuery>[0]) =>
    quantity !== null && isSameQuery({ product, quantity }, lookup);
  const includesMaxLeadTime = search.mlt ?? true;
  /** Entries and timeline to show; null until the calendar is loaded. */
  const shown = useMemo(() => {
    if (entries === undefined || latestTimeline === null) return null;
    if (includesMaxLeadTime) return { timeline: latestTimeline, entries };
    return {
      timeline: { ...latestTimeline, maxLeadTimeDate: null },
      entries: entries.filter((entry) => !entry.isMaxLeadTime),
    };
  }, [entries, latestTimeline, includesMaxLeadTime]);
  const isEmpty = latestTimeline !== null && entries?.length === 0;
  useChartKeyHelp();

  return (
    <AsOf day={outdatedDay}>
      <div
        className={classes.columns}
        data-outdated={outdatedDay !== null || undefined}
        data-other={props.isOther || undefined}
      >
        <div className={classes.result}>
          {isOutdated ? (
            <ResultRegion headline={<ResultSkeleton />} />
          ) : quantity === null ? (
            <ProductCard
              ref={resultRef as Ref<HTMLDivElement>}
              result={result}
              actions={<EntriesExport {...{ result, shownRowsRef, chartRef }} isReady={showsEntries} />}
            />
          ) : (
            <ResultPanel
              ref={resultRef}
              result={result}
              query={{ productId, quantity, shipBy: props.shipBy }}
              isSameQuery={isThis}
              onCheck={(other) => onCheck({ ...query, quantity: other })}
              chartRef={chartRef}
            />
          )}
        </div>
        <div className={classes.chart} ref={chartRef}>
          <CalendarChart {...{ result, query, isEmpty, onDrag }} timeline={shown?.timeline ?? null} />
        </div>
        {!isEmpty && (shown !== null || result.isPending) && (
          <Suspense fallback={<WaitingSide />}>
            {shown === null ? (
              <WaitingSide />
            ) : (
              <CalendarSide
                {...{ result, shown, shownRowsRef, chartRef }}
                onShow={setShowsEntries}
                onCheck={(other) => onCheck({ ...query, quantity: other })}
              />
            )}
          </Suspense>
        )}
      </div>
      <RememberLookup result={result} shipBy={shipBy} />
      <RememberProduct result={result} />
      <RecentPanel isShownAbove={isThis} isIdle={!result.isFetching} />
    </AsOf>
  );
}

function WaitingSide() {
  const { t } = useLingui();
  return (
    <div className={classes.side}>
      <Panel title={t`Ship date by quantity`}>
        <PanelWaiting lines={8} />
      </Panel>
    </div>
  );
}

/**
 * Adds the product to the recent products once its name and calendar are loaded. Renders nothing, so that the page
 * doesn't rerender with that list.
 */
function RememberProduct({ result: { product, entries } }: { result: ProductAvailability }) {
  const { productId, name } = product;
  const { remember } = useRecentProducts();
  const isKnown = entries !== undefined;
  useEffect(() => {
    if (isKnown) remember({ productId, name, lookedAt: Date.now() });
  }, [isKnown, productId, name, remember]);
  return null;
}

interface CalendarChartProps {
  result: ProductAvailability;
  query: ShownQuery;
  /** Calendar to show; null until it is loaded. */
  timeline: ProductAvailability['latestTimeline'];
  /** Whether the calendar has no entries. */
  isEmpty: boolean;
  onDrag: (query: ShownQuery) => void;
}

/** The chart, with the quantity and the ship-by date to drag, or the reason if there is none. */
function CalendarChart({ result, query, timeline, isEmpty, onDrag }: CalendarChartProps) {
  const { t } = useLingui();
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const isHigh = useMediaQuery('(min-height: 1000px)', false, { getInitialValueInEffect: false });
  const chartHeight = isHigh ? 440 : 260;
  const { unit, unreadable, calendarError: error } = result;
  const { quantity, shipBy } = query;
  const title = t`Available quantity over time`;
  if (timeline === null && error !== null) {
    // The result says why already.
    if (quantity !== null && result.stockResult === null && result.error !== null) return null;
    return (
      <Panel title={title}>
        <PanelError error={error} onRetry={result.refresh}>
          {codeOf(error) === 'unknown-product' && <SelectAnother />}
        </PanelError>
      </Panel>
    );
  }
  if (isEmpty) {
    if (quantity !== null && result.hasNoStockData) return null;
    return (
      <Panel title={title}>
        <PanelEmpty icon={CalendarX} title={result.hasNoStockData ? t`No stock data` : t`No stock calendar`}>
          <p>
            {result.hasNoStockData ? (
              <Trans>The stock service has no entries for this product.</Trans>
            ) : (
              <Trans>The product is known, but no available quantity is planned.</Trans>
            )}
          </p>
          <SelectAnother />
        </PanelEmpty>
      </Panel>
    );
  }
  return (
    <div className={classes.card}>
      {error !== null && <StaleNotice error={error} />}
      {/* An incomplete calendar promises nothing; what could be read of it is shown. */}
      {unreadable > 0 && (
        <Alert color="red" mb={12} icon={<TriangleAlert aria-hidden size={18} />}>
          <IncompleteCalendar unreadable={unreadable} />
        </Alert>
      )}
      {timeline && <CalendarFindings findings={timeline.findings} />}
      {timeline ? (
        <LazyStockChart
          key={query.productId}
          timeline={timeline}
          quantity={quantity}
          unit={unit}
          height={chartHeight}
          bucketSize={search.bucket ?? 'day'}
          isUnconfirmed={result.isUnconfirmed}
          onQuantityChange={(next) => onDrag({ ...query, quantity: next })}
          shipBy={shipBy}
          onShipByChange={(next) => onDrag({ ...query, shipBy: next })}
          period={search.from && search.to ? { from: search.from, to: search.to } : null}
          onPeriodChange={(period) =>
            void navigate({
              search: (before) => ({ ...before, from: period?.from, to: period?.to }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      ) : (
        <ChartWaiting height={chartHeight} />
      )}
    </div>
  );
}

function SelectAnother() {
  return (
    <Link to="/calendars">
      <Trans>Select another product</Trans>
    </Link>
  );
}

/** Indicates that a refresh failed and older data is shown. */
function StaleNotice({ error }: { error: Error }) {
  const { i18n } = useLingui();
  const { title, ...label } = describeError(error, i18n);
  return (
    <Alert color="red" mb={12} icon={<TriangleAlert aria-hidden size={18} />}>
      <Trans>Couldn't refresh the stock calendar ({title}). Showing the last data received.</Trans>
      <ErrorLabel {...label} />
    </Alert>
  );
}
