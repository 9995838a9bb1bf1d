import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChartSpline } from 'lucide-react';
import { useMemo } from 'react';

import { stock } from '#api/stock.ts';
import { useNames } from '#api/products.ts';
import { mostCompared } from '#features/compare-chart/compared-series.ts';
import { LazyCompareChart } from '#features/compare-chart/lazy-compare-chart.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import type { ProductId } from '#contract/product-id.ts';
import { timelineOf } from '#domain/calendars/listed-product.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import type { CalendarsSearch } from '#pages/calendars/calendars-search.ts';
import type { Selection } from '#pages/calendars/rows/selection.ts';

import classes from './listing-panel.module.css';

interface CompareViewProps {
  address: CalendarsSearch;
  selection: Selection;
  /** The first products on screen, to try it with. */
  examples: readonly ProductId[];
}

const height = 560;

/** The products ticked, on whatever page they are, in one chart. */
export function CompareView({ address, selection, examples }: CompareViewProps) {
  const { t } = useLingui();
  const { selected, select } = selection;
  if (selected.length === 0) {
    return (
      <PanelEmpty icon={ChartSpline} title={t`No product is selected`}>
        <p>
          <Trans>Tick up to {mostCompared} products in the table, on any of its pages.</Trans>
        </p>
        {examples.length > 1 && (
          <button type="button" onClick={() => select(examples)}>
            <Trans>Try the first {examples.length} of this page</Trans>
          </button>
        )}
      </PanelEmpty>
    );
  }
  return <Compared address={address} selected={selected} />;
}

function Compared({ address, selected }: { address: CalendarsSearch; selected: readonly ProductId[] }) {
  const { today } = useLocale();
  const { search, change, quantity, includesMaxLeadTime } = address;
  const productIds = useMemo(() => selected.slice(0, mostCompared), [selected]);
  const { data, error, refetch } = useQuery(
    stock.calendars({
      choice: { kind: 'list', productIds },
      page: 1,
      pageSize: mostCompared,
      includeMaxLeadTime: includesMaxLeadTime,
    }),
  );
  const { nameOf } = useNames(productIds);
  const products = useMemo(
    () =>
      (data?.products ?? []).flatMap((product) => {
        if (product.kind === 'no-answer') return [];
        const { name, unit } = nameOf(product.productId);
        return [{ productId: product.productId, name, unit, timeline: timelineOf(product, today) }];
      }),
    [data, nameOf, today],
  );
  const without = (data?.products ?? []).filter(({ kind }) => kind === 'no-answer');

  if (error) return <PanelError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PanelWaiting height={height} />;
  return (
    <>
      {selected.length > mostCompared && (
        <p className={classes.note}>
          <Trans>
            These are the first {mostCompared} of {selected.length} selected products: more could not be told apart.
          </Trans>
        </p>
      )}
      {without.length > 0 && (
        <p className={classes.note}>
          <Trans>Without an answer: {without.map(({ productId }) => productId).join(', ')}</Trans>
        </p>
      )}
      {products.length > 0 && (
        <LazyCompareChart
          products={products}
          quantity={quantity}
          onQuantityChange={(next) => change({ quantity: fromThousandths(next) })}
          bucketSize={search.bucket ?? 'day'}
          onBucketSizeChange={(size) => change({ bucket: size === 'day' ? undefined : size })}
          scale={search.scale ?? 'common'}
          onScaleChange={(scale) => change({ scale: scale === 'common' ? undefined : scale })}
          period={search.from && search.to ? { from: search.from, to: search.to } : null}
          onPeriodChange={(period) => change({ from: period?.from, to: period?.to }, true)}
        />
      )}
    </>
  );
}
