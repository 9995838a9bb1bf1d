import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ChevronDown, FolderOpen } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import styles from './order-page.module.css';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';

const SavedOrdersPanel = lazy(async () => ({ default: (await import('./saved-orders-panel.tsx')).SavedOrdersPanel }));

/** Button with the open order's name, for a panel with all of the user's orders. */
export function SavedOrdersButton({ session }: { session: OrderSession }) {
  const button = useRef<HTMLButtonElement>(null);
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const name = useOrder(session, (order) => order.name);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<FolderOpen size={18} aria-hidden />}
        rightSection={<ChevronDown size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
      >
        {name === '' ? <Trans>Orders</Trans> : <bdi className={styles.cut}>{name}</bdi>}
      </Button>
      {isOpen !== null && (
        <Suspense>
          <SavedOrdersPanel session={session} anchor={button} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
