import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { BellPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import { StatusMessage, ToolbarButton, useStatusMessage } from '#parts/export/toolbar-button.tsx';
import type { Watch } from '#stock/contract/watches.ts';
import { useLocale } from '#ui/locale.tsx';

import type { WatchedProduct } from './new-watches.ts';
import { useWatches } from './use-watches.ts';
import { FilledBell } from './watch-mark.tsx';

const WatchPanel = lazy(async () => ({ default: (await import('./watch-panel.tsx')).WatchPanel }));

interface WatchButtonProps {
  /** What can be watched: products and quantities, each once. */
  products: readonly WatchedProduct[];
  /** Whether its label is visible on small screens and beside the actions of a result too. */
  hasLabel?: boolean;
}

/** A bell that opens the watch of a product, or of several; filled where all of them are watched. */
export function WatchButton({ products, hasLabel = false }: WatchButtonProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const [said, say] = useStatusMessage();
  const { formatQuantity } = useLocale();
  const { isSignedIn, byProduct } = useWatches();
  if (!isSignedIn || products.length === 0) return null;
  const isWatched = products.every(({ productId, quantity }) =>
    byProduct?.get(productId)?.some((kept) => quantity === null || kept.quantity === quantity),
  );
  const label = isWatched ? t`Watched` : t`Watch`;
  const Icon = isWatched ? FilledBell : BellPlus;
  function confirm([first, ...others]: readonly Watch[]) {
    if (first === undefined) return;
    const [product, amount] = [first.product, formatQuantity(first.quantity, first.unit)];
    const count = others.length + 1;
    say(
      count === 1
        ? t`Watching: ${product}, ${amount}`
        : t`Watching: ${plural(count, { one: '# product', other: '# products' })}`,
    );
  }
  const button = {
    ref: anchor,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
  } as const;
  return (
    <>
      <ToolbarButton
        {...button}
        Icon={Icon}
        title={label}
        alwaysShowsLabel={hasLabel}
        w={hasLabel ? 'auto' : undefined}
      >
        {label}
      </ToolbarButton>
      {isOpen && (
        <Suspense>
          <WatchPanel anchor={anchor} products={products} onClose={() => setOpen(false)} onSaved={confirm} />
        </Suspense>
      )}
      <StatusMessage>{said}</StatusMessage>
    </>
  );
}
