import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';

import { useChartKeyHelp } from '#features/chart/use-chart-key-help.ts';
import type { EntryRow } from '#features/table/entry-rows.ts';
import { fromThousandths, toThousandths } from '#lib/thousandths.ts';

import { CalendarAnswer } from './calendar-answer.tsx';
import { CalendarExport } from './calendar-export.tsx';
import { CalendarFields } from './calendar-fields.tsx';
import classes from './calendar-page.module.css';
import { CalendarPanels } from './calendar-panels.tsx';
import { ProductHeader } from './product-header.tsx';
import { useCalendar } from './use-calendar.ts';

const route = getRouteApi('/products/$productId');

/** One product's stock calendar: chart, entries, and the answer for a quantity. */
export function CalendarPage() {
  const { productId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const quantity = search.quantity === undefined ? null : toThousandths(search.quantity);
  const includesMaxLeadTime = search.mlt ?? true;
  const calendar = useCalendar(productId, quantity, includesMaxLeadTime);
  const shownRowsRef = useRef<readonly EntryRow[]>([]);
  const chartPanelRef = useRef<HTMLDivElement>(null);
  useChartKeyHelp();

  const change = (next: Partial<typeof search>, replace = false) =>
    void navigate({ search: { ...search, ...next }, replace, resetScroll: false });

  return (
    <div className={classes.page}>
      <ProductHeader calendar={calendar} actions={<CalendarExport {...{ calendar, shownRowsRef, chartPanelRef }} />} />
      <CalendarFields
        key={productId}
        calendar={calendar}
        includesMaxLeadTime={includesMaxLeadTime}
        onQuantity={(next) => change({ quantity: next })}
        onMaxLeadTime={(included) => change({ mlt: included ? undefined : false })}
      />
      {quantity !== null && !calendar.hasFailed && (
        <CalendarAnswer
          calendar={calendar}
          quantity={quantity}
          onAsk={(next) => change({ quantity: fromThousandths(next) })}
        />
      )}
      <CalendarPanels
        key={`panels-${productId}`}
        calendar={calendar}
        shownRowsRef={shownRowsRef}
        chartPanelRef={chartPanelRef}
        bucketSize={search.bucket ?? 'day'}
        period={search.from && search.to ? { from: search.from, to: search.to } : null}
        onBucketSize={(size) => change({ bucket: size === 'day' ? undefined : size })}
        onQuantity={(next) => change({ quantity: fromThousandths(next) })}
        onPeriod={(period) => change({ from: period?.from, to: period?.to }, true)}
      />
    </div>
  );
}
