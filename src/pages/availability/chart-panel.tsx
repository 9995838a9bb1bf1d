import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';

import { LazyStockChart } from '#features/chart/lazy-stock-chart.tsx';
import { Panel } from '#features/panel.tsx';
import type { ProductId } from '#contract/product-id.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import { shortDateWords, type Wording } from '#features/answer/wording.ts';

interface ChartPanelProps {
  productId: ProductId;
  quantity: Thousandths;
  timeline: StockTimeline;
  wording: Wording;
}

/** The levels over time, with the quantity asked for as a threshold; drawn anew only when one of these changes. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { productId, quantity, timeline, wording } = props;
  const { t } = useLingui();
  const doubledLeadTime = timeline.findings.find(({ kind }) => kind === 'second-max-lead-time');
  return (
    <Panel
      title={t`Available over time`}
      description={t`The level available on each day, not arrivals.`}
      aside={
        <Link to="/products/$productId" params={{ productId }} search={{ quantity: fromThousandths(quantity) }}>
          <Trans>Open the calendar</Trans>
        </Link>
      }
    >
      {doubledLeadTime?.kind === 'second-max-lead-time' && (
        <p>
          <Trans>
            This calendar names more than one max lead time; the latest, {shortDateWords(wording, doubledLeadTime.kept)}
            , counts.
          </Trans>
        </p>
      )}
      <LazyStockChart timeline={timeline} quantity={quantity} unit={wording.unit} height={280} />
    </Panel>
  );
});
