import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CalendarX } from 'lucide-react';
import { useMemo, type Ref, type RefObject } from 'react';

import { CalendarFindings } from '#features/calendar-findings/calendar-findings.tsx';
import type { ChartPeriod } from '#features/chart/chart-period.ts';
import { aroundPlot, LazyStockChart } from '#features/chart/lazy-stock-chart.tsx';
import { StandInNote } from '#features/answer/stand-in-note.tsx';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import { EntriesTable } from '#features/table/entries-table.tsx';
import { entryRows, type EntryRow } from '#features/table/entry-rows.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { StaleNotice } from './stale-notice.tsx';
import classes from './calendar-panels.module.css';
import type { Calendar } from './use-calendar.ts';

interface CalendarPanelsProps {
  calendar: Calendar;
  bucketSize: BucketSize;
  period: ChartPeriod | null;
  /** Are filled with what shows, to be taken along. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  chartPanelRef: Ref<HTMLDivElement>;
  onBucketSize: (size: BucketSize) => void;
  onQuantity: (quantity: Thousandths) => void;
  onPeriod: (period: ChartPeriod | null) => void;
}

const chartHeight = 340;

/** The chart and its entries side by side, or why there are none. */
export function CalendarPanels(props: CalendarPanelsProps) {
  const { calendar, bucketSize, period, shownRowsRef, chartPanelRef, onBucketSize, onQuantity, onPeriod } = props;
  const { t } = useLingui();
  const { shown, quantity, error } = calendar;
  const rows = useMemo(() => shown && entryRows(shown.entries, shown.timeline, quantity), [shown, quantity]);

  if (error !== null && shown === null) {
    return (
      <Panel title={t`Available levels`}>
        <PanelError error={error} onRetry={calendar.refresh}>
          {calendar.isUnknown && <ChooseAnother />}
        </PanelError>
      </Panel>
    );
  }
  if (calendar.whole !== null && shown?.entries.length === 0 && calendar.whole.maxLeadTimeDate === null) {
    return (
      <Panel title={t`Available levels`}>
        <PanelEmpty icon={CalendarX} title={t`This product has no calendar entries`}>
          <p>
            <Trans>The service knows it, but no date on which any of it is available.</Trans>
          </p>
          <ChooseAnother />
        </PanelEmpty>
      </Panel>
    );
  }
  return (
    <div className={classes.panels}>
      {error !== null && <StaleNotice error={error} />}
      {error === null && calendar.isStandIn && calendar.fetchedAt !== null && (
        <div className={classes.wide}>
          <StandInNote givenAt={calendar.fetchedAt} />
        </div>
      )}
      <Panel
        title={t`Available levels`}
        description={
          quantity === null ? (
            <Trans>
              The level available on that date, not an arrival. A date from which goods can leave, not a delivery date.
            </Trans>
          ) : (
            // The answer above says of dates what has to be said.
            <Trans>The level available on each day, not arrivals.</Trans>
          )
        }
      >
        <div ref={chartPanelRef}>
          {shown ? (
            <LazyStockChart
              timeline={shown.timeline}
              quantity={quantity}
              onQuantityChange={onQuantity}
              unit={calendar.unit}
              height={chartHeight}
              bucketSize={bucketSize}
              onBucketSizeChange={onBucketSize}
              period={period}
              onPeriodChange={onPeriod}
            />
          ) : (
            <PanelWaiting height={chartHeight + aroundPlot} />
          )}
        </div>
      </Panel>
      <Panel title={t`Entries`}>
        {calendar.whole && <CalendarFindings findings={calendar.whole.findings} />}
        {rows ? (
          <EntriesTable rows={rows} quantity={quantity} unit={calendar.unit} shownRef={shownRowsRef} />
        ) : (
          <PanelWaiting lines={10} />
        )}
      </Panel>
    </div>
  );
}

function ChooseAnother() {
  return (
    <Link to="/products">
      <Trans>Choose another product</Trans>
    </Link>
  );
}
