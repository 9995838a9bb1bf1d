import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellPlus } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';

import { session } from '#data/session.ts';
import { watches } from '#data/watches.ts';
import { IconButton } from '#ui/icon-button.tsx';

import type { WatchedProduct } from './watch-panel.tsx';

const WatchPanel = lazy(async () => ({ default: (await import('./watch-panel.tsx')).WatchPanel }));

interface WatchButtonProps {
  /** What can be watched: products and quantities, each once. */
  products: readonly WatchedProduct[];
  /** Whether the button shows its label. */
  hasLabel?: boolean;
}

/** A bell that opens the watch of a product, or of several; filled where all of them are watched. */
export function WatchButton({ products, hasLabel = false }: WatchButtonProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const { data: isSignedIn = false } = useQuery({ ...session.current(), select: ({ signedIn }) => signedIn });
  const { data } = useQuery({ ...watches.all(), enabled: isSignedIn });
  if (!isSignedIn || products.length === 0) return null;
  const isWatched = products.every(({ productId, quantity }) =>
    data?.watches.some((kept) => kept.productId === productId && (quantity === null || kept.quantity === quantity)),
  );
  const label = isWatched ? t`Watched` : t`Watch`;
  const Icon = isWatched ? FilledBell : BellPlus;
  const button = {
    ref: anchor,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
  } as const;
  return (
    <>
      {hasLabel ? (
        <Button variant="default" leftSection={<Icon aria-hidden size={18} />} {...button}>
          {isWatched ? <Trans>Watched</Trans> : <Trans>Watch</Trans>}
        </Button>
      ) : (
        <IconButton label={label} Icon={Icon as typeof Bell} {...button} />
      )}
      {isOpen && (
        <Suspense>
          <WatchPanel anchor={anchor} products={products} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function FilledBell(props: ComponentProps<typeof Bell>) {
  return <Bell {...props} fill="currentColor" color="var(--sh-accent)" />;
}
