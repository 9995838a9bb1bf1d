import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChartSpline, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo } from 'react';

import { calendars } from '#data/calendar-pages.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import type { ProductId } from '#stock/contract/product-id.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import { calendarRow, chartedRow } from '#products/calendar-row.ts';
import { NoResponse } from '#products/columns.tsx';
import type { CalendarsSearch } from '#products/products-search.ts';
import type { ViewProps } from '#products/products-view.ts';

import { maxCompared } from '#products/views.ts';

const AddProduct = lazy(async () => ({ default: (await import('./add-product.tsx')).AddProduct }));
const CompareChart = lazy(async () => ({ default: (await import('./compare-chart.tsx')).CompareChart }));

const height = 560;

/** Query options for the calendars of the compared products, and their results for the quantity. */
export function comparedCalendars(
  productIds: readonly ProductId[],
  { search, quantity, includesMaxLeadTime }: Pick<CalendarsSearch, 'search' | 'quantity' | 'includesMaxLeadTime'>,
) {
  const unit = quantity === null ? undefined : search.unit;
  const includeMaxLeadTime = includesMaxLeadTime;
  return calendars.page({ productIds, quantity, unit, includeMaxLeadTime, page: 1, pageSize: maxCompared });
}

/** The selected products of all pages in one chart, with controls to remove and add products. */
export function CompareView({ address, listing: { rows }, selection }: ViewProps) {
  const { t } = useLingui();
  const { selected, select } = selection;
  const examples = rows.slice(0, rows.length > maxCompared ? 4 : maxCompared);
  return (
    <>
      {selected.length > 0 ? (
        <Compared {...{ address, selection }} />
      ) : (
        <PanelEmpty icon={ChartSpline} title={t`No products selected`}>
          <p>
            <Trans>Select up to {maxCompared} products in the table.</Trans>
          </p>
          {examples.length > 1 && (
            <>
              <button type="button" onClick={() => select(examples.map(({ productId }) => productId))}>
                <Trans>Compare the first {examples.length}</Trans>
              </button>
              {examples.map(({ productId, product }) => (
                <div key={productId}>
                  <bdi>{product.name ?? productId}</bdi>
                </div>
              ))}
            </>
          )}
        </PanelEmpty>
      )}
      {selected.length < maxCompared && (
        <Suspense fallback={<Skeleton h={44} maw="20rem" mt={8} />}>
          <AddProduct
            selected={selected}
            onAdd={(ids) => select([...new Set([...selected, ...ids])].slice(0, maxCompared))}
          />
        </Suspense>
      )}
    </>
  );
}

function Compared({ address, selection: { selected, select } }: Pick<ViewProps, 'address' | 'selection'>) {
  const { t } = useLingui();
  const { today } = useLocale();
  const { search, change, quantity } = address;
  const productIds = useMemo(() => selected.slice(0, maxCompared), [selected]);
  const { data, error, refetch } = useQuery(comparedCalendars(productIds, address));
  const checkedQuantity = data?.request.quantity ?? null;
  const rows = useMemo(
    () => data?.rows.map((row) => calendarRow(row, today, checkedQuantity)) ?? [],
    [data, today, checkedQuantity],
  );
  const products = useMemo(
    () =>
      rows.flatMap((row) =>
        chartedRow(row).map((charted) =>
          Object.assign(charted, { checked: { quantity: checkedQuantity, result: row.result } }),
        ),
      ),
    [rows, checkedQuantity],
  );
  const remove = useCallback((id: ProductId) => select(selected.filter((other) => other !== id)), [selected, select]);

  if (error) return <PanelError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PanelWaiting height={height} />;
  return (
    <>
      {selected.length > maxCompared && (
        <Text fz={14} lh="20px" c="dimmed" mb={12}>
          <Trans>
            Comparing the first {maxCompared} of {selected.length} selected products.
          </Trans>
        </Text>
      )}
      {rows.map(({ productId, product, listed }) => {
        if (listed.kind === 'calendar') return null;
        const name = product.name ?? productId;
        return (
          <Group key={productId} gap={8} fz={14} c="dimmed">
            <NoResponse why={listed.why} />
            <bdi>{name === productId ? name : `${name} · ${productId}`}</bdi>
            <IconButton size="s" label={t`Remove ${name}`} Icon={X} onClick={() => remove(productId)} />
          </Group>
        );
      })}
      {products.length > 0 && (
        <Suspense fallback={<PanelWaiting height={height} />}>
          <CompareChart
            products={products}
            onRemove={remove}
            quantity={quantity}
            onQuantityChange={(next) => change({ quantity: fromThousandths(next) })}
            bucketSize={search.bucket ?? 'day'}
            onBucketSizeChange={(size) => change({ bucket: size === 'day' ? undefined : size })}
            period={search.from && search.to ? { from: search.from, to: search.to } : null}
            onPeriodChange={(period) => change({ from: period?.from, to: period?.to }, true)}
          />
        </Suspense>
      )}
    </>
  );
}
