import { useLingui } from '@lingui/react/macro';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { Bell, type LucideIcon } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import { useWatches } from './use-watches.ts';

const WatchPanel = lazy(async () => ({ default: (await import('./watch-panel.tsx')).WatchPanel }));

interface WatchMarkProps {
  productId: ProductId;
  /** The watch of this quantity opens; without one, the product's first. */
  quantity?: Thousandths | null;
  /** Quantity with a bell of its own. */
  except?: Thousandths | null;
  /** Whether it only shows that the product is watched, in a grid with keys of its own. */
  isSign?: boolean;
}

/** A filled bell that opens the watch of a product, whichever its quantity. Nothing for a product that isn't watched. */
export function WatchMark({ productId, quantity = null, except = null, isSign = false }: WatchMarkProps) {
  const { t } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const kept = useWatches()
    .byProduct?.get(productId)
    ?.filter((watch) => watch.quantity !== except);
  const first = kept?.find((watch) => watch.quantity === quantity) ?? kept?.[0];
  if (kept === undefined || first === undefined) return null;
  const amounts = kept.map((watch) => formatQuantity(watch.quantity, watch.unit));
  const label = t`Watched: ${new Intl.ListFormat(locale).format(amounts)}`;
  if (isSign)
    return (
      <span title={label} style={{ marginInlineStart: 6 }}>
        <FilledBell aria-hidden size={14} />
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
    );
  return (
    <>
      <ActionIcon
        ref={anchor}
        size={24}
        my={-4}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <FilledBell aria-hidden size={15} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <WatchPanel anchor={anchor} products={[first]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The bell of what is watched. */
export const FilledBell = ((props: ComponentProps<LucideIcon>) => (
  <Bell {...props} fill="var(--sh-accent)" color="var(--sh-accent)" />
)) as LucideIcon;
