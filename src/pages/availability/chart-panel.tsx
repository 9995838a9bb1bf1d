import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { LazyStockChart } from '#components/chart/lazy-stock-chart.tsx';
import { Panel } from '#components/panel-states/panel.tsx';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import type { Asked } from './use-asked.ts';
import { shortDateWords } from './wording.ts';

/** The levels over time, with the quantity asked for as a threshold. */
export function ChartPanel({ asked, timeline }: { asked: Asked; timeline: StockTimeline }) {
  const { t } = useLingui();
  const { question, product, wording } = asked;
  const { productId, quantity } = question;
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
      <LazyStockChart timeline={timeline} quantity={quantity} unit={product.unit} height={280} />
    </Panel>
  );
}
