import '@mantine/core/styles/Alert.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CalendarX, TriangleAlert } from 'lucide-react';
import { useMemo, type Ref, type RefObject } from 'react';

import { describeError } from '#data/describe-error.ts';
import { isUnknownProduct } from '#data/errors.ts';
import { CalendarFindings } from '#parts/calendar-findings.tsx';
import type { ChartPeriod } from '#parts/chart/time-window.ts';
import { ChartWaiting, LazyStockChart } from '#parts/chart/lazy-stock-chart.tsx';
import { StaleNote } from '#parts/result/answer-notes.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import { ErrorLabel, Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { EntriesTable } from '#parts/entries/entries-table.tsx';
import { entryRows, type EntryRow } from '#parts/entries/entry-rows.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import classes from './product.module.css';

interface CalendarPanelsProps {
  result: ProductAvailability;
  includesMaxLeadTime: boolean;
  bucketSize: BucketSize;
  period: ChartPeriod | null;
  /** Set to what is shown, for exports. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  chartPanelRef: Ref<HTMLDivElement>;
  onBucketSize: (size: BucketSize) => void;
  onQuantity: (quantity: Thousandths) => void;
  onPeriod: (period: ChartPeriod | null) => void;
}

const chartHeight = 340;

/** Chart and entries side by side, or the reason if there are none. */
export function CalendarPanels(props: CalendarPanelsProps) {
  const { result, includesMaxLeadTime, bucketSize, period, shownRowsRef, chartPanelRef } = props;
  const { t } = useLingui();
  const { quantity, unit, latestTimeline, receivedAt, entries, unreadable, outdatedDay } = result;
  const error = result.calendarError;
  // Null until the calendar is loaded.
  const shown = useMemo(() => {
    if (entries === undefined || latestTimeline === null) return null;
    if (includesMaxLeadTime) return { timeline: latestTimeline, entries };
    return {
      timeline: { ...latestTimeline, maxLeadTimeDate: null },
      entries: entries.filter((entry) => !entry.isMaxLeadTime),
    };
  }, [entries, latestTimeline, includesMaxLeadTime]);
  const rows = useMemo(() => shown && entryRows(shown.entries, shown.timeline, quantity), [shown, quantity]);

  if (error !== null && shown === null) {
    return (
      <Panel title={t`Available quantity`}>
        <PanelError error={error} onRetry={result.refresh}>
          {isUnknownProduct(error) && <ChooseAnother />}
        </PanelError>
      </Panel>
    );
  }
  if (shown?.entries.length === 0 && latestTimeline?.maxLeadTimeDate === null) {
    return (
      <Panel title={t`Available quantity`}>
        <PanelEmpty icon={CalendarX} title={result.hasNoStockData ? t`No stock data` : t`No stock calendar`}>
          <p>
            {result.hasNoStockData ? (
              <Trans>The stock service has no entries for this product.</Trans>
            ) : (
              <Trans>The product is known, but no available quantity is planned.</Trans>
            )}
          </p>
          <ChooseAnother />
        </PanelEmpty>
      </Panel>
    );
  }
  return (
    <div className={classes.panels} data-outdated={outdatedDay !== null || undefined}>
      {error !== null && <StaleNotice error={error} />}
      {error === null && result.isStale && receivedAt !== null && (
        <div className={classes.wide}>
          <StaleNote receivedAt={receivedAt} />
        </div>
      )}
      <Panel
        title={t`Available quantity`}
        description={
          quantity === null ? (
            <Trans>Quantity available on that date. A ship date, not a delivery date.</Trans>
          ) : (
            // The result above already explains its date.
            <Trans>Quantity available on each day.</Trans>
          )
        }
      >
        <div ref={chartPanelRef}>
          {shown ? (
            <LazyStockChart
              timeline={shown.timeline}
              quantity={quantity}
              onQuantityChange={props.onQuantity}
              unit={unit}
              height={chartHeight}
              bucketSize={bucketSize}
              onBucketSizeChange={props.onBucketSize}
              period={period}
              onPeriodChange={props.onPeriod}
            />
          ) : (
            <ChartWaiting height={chartHeight} isGrouped />
          )}
        </div>
      </Panel>
      <Panel title={t`Calendar entries`}>
        {unreadable > 0 && <IncompleteNotice unreadable={unreadable} />}
        {latestTimeline && <CalendarFindings findings={latestTimeline.findings} />}
        {rows ? (
          <EntriesTable rows={rows} quantity={quantity} unit={unit} shownRef={shownRowsRef} />
        ) : (
          <PanelWaiting lines={10} />
        )}
      </Panel>
    </div>
  );
}

function ChooseAnother() {
  return (
    <Link to="/calendars">
      <Trans>Select another product</Trans>
    </Link>
  );
}

/** An incomplete calendar promises nothing; what could be read of it is shown. */
function IncompleteNotice({ unreadable }: { unreadable: number }) {
  return (
    <Alert color="red" mb={12} icon={<TriangleAlert aria-hidden size={18} />}>
      <Trans>
        The stock calendar is incomplete.{' '}
        <Plural value={unreadable} one="# entry can't be read." other="# entries can't be read." />
      </Trans>
    </Alert>
  );
}

/** Indicates that a refresh failed and older data is shown. */
function StaleNotice({ error }: { error: Error }) {
  const { i18n } = useLingui();
  const { title, ...label } = describeError(error, i18n);
  return (
    <Alert color="red" className={classes.wide} icon={<TriangleAlert aria-hidden size={18} />}>
      <Trans>Couldn't refresh the stock calendar ({title}). Showing the last data received.</Trans>
      <ErrorLabel {...label} />
    </Alert>
  );
}
