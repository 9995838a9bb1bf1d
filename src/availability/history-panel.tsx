import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { Panel, PanelWaiting } from '#parts/panel.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';

const ShipDateHistory = lazy(async () => ({ default: (await import('./ship-date-history.tsx')).ShipDateHistory }));

/** How the ship date of the quantity was on earlier days. Loaded when it is opened. */
export function HistoryPanel({ result }: { result: ProductAvailability }) {
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
