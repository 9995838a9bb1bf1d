import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, type RefObject } from 'react';

import { EntriesTable } from '#parts/entries/entries-table.tsx';
import { entryRows, type EntryRow } from '#parts/entries/entry-rows.ts';
import { Panel, PanelWaiting } from '#parts/panel.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import classes from './availability.module.css';
import { EntriesExport } from './entries-export.tsx';
import { QuantityBreaksPanel } from './quantity-breaks.tsx';
import { SplitDeliveryPanel } from './split-delivery.tsx';

const ShipDateHistory = lazy(async () => ({ default: (await import('./ship-date-history.tsx')).ShipDateHistory }));

interface CalendarSideProps {
  result: ProductAvailability;
  /** Calendar as shown: with or without the max lead time. */
  shown: { timeline: StockTimeline; entries: NonNullable<ProductAvailability['entries']> };
  /** Set to the entries as shown, for exports. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  chartRef: RefObject<Element | null>;
  /** Says whether the entries are shown, so that they can be exported. */
  onShow: (isShown: boolean) => void;
  onCheck: (quantity: Thousandths) => void;
}

/**
 * Beside result and chart: ship date by quantity, split shipment and entries of the calendar, without a reliable calendar
 * the entries alone. Below the chart: the history of the ship date.
 */
export function CalendarSide({ result, shown, shownRowsRef, chartRef, onShow, onCheck }: CalendarSideProps) {
  const { t } = useLingui();
  const { timeline, isUnconfirmed, quantity, unit, wording } = result;
  const rows = useMemo(() => entryRows(shown.entries, shown.timeline, quantity), [shown, quantity]);
  // Beside a result, the entries have an export of their own here. Telling the page would render it again.
  const isProductExport = quantity === null;
  useEffect(() => {
    if (!isProductExport) return undefined;
    onShow(true);
    return () => onShow(false);
  }, [isProductExport, onShow]);
  return (
    <>
      <div className={classes.side}>
        {timeline !== null && <QuantityBreaksPanel {...{ timeline, isUnconfirmed, quantity, wording, onCheck }} />}
        {timeline !== null && quantity !== null && (
          <SplitDeliveryPanel {...{ timeline, isUnconfirmed, quantity, wording }} />
        )}
        <Panel
          title={t`Calendar entries`}
          aside={quantity !== null && <EntriesExport {...{ result, shownRowsRef, chartRef }} isReady />}
        >
          <EntriesTable rows={rows} quantity={quantity} unit={unit} shownRef={shownRowsRef} />
        </Panel>
      </div>
      <div className={classes.history}>
        <HistoryPanel result={result} />
      </div>
    </>
  );
}

/** How the ship date of the quantity was on earlier days. Loaded when it is opened. */
function HistoryPanel({ result }: { result: ProductAvailability }) {
  const { t } = useLingui();
  const { history: isOpen = false } = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const { product, quantity, wording } = result;
  const set = (history: true | undefined) =>
    void navigate({ search: (before) => ({ ...before, history }), replace: true, resetScroll: false });
  return (
    <Panel
      title={t`Ship date history`}
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => set(isOpen ? undefined : true)}
        >
          {isOpen ? t`Hide` : t`Show`}
        </Button>
      }
    >
      {isOpen && (
        <Suspense fallback={<PanelWaiting height={320} />}>
          <ShipDateHistory productId={product.productId} quantity={quantity} wording={wording} />
        </Suspense>
      )}
    </Panel>
  );
}
