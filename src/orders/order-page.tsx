import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { AppWindow } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useRef, useSyncExternalStore } from 'react';

import { PanelEmpty, PanelWaiting } from '#parts/panel.tsx';
import { useRestoredPlace } from '#parts/restored-place.ts';
import { PageHeading } from '#ui/page-heading.tsx';

import type { PastedText } from '#orders/import/open-list.ts';
import { usePasteAnywhere } from '#orders/import/use-list-intake.ts';
import { OpenOrder } from './open-order.tsx';
import { orderDesk, type OrderElsewhere } from '#orders/lines/order-desk.ts';
import styles from './order-page.module.css';
import { SavedOrdersButton } from './saved-orders-button.tsx';
import { orderName } from './order-words.ts';
import { usePackedOrder } from '#orders/share/shared-order-link.ts';
import { OrderExport } from '#orders/share/order-export.tsx';
import { useOrderSession } from '#orders/lines/order-desk.ts';

const SharedOrderPage = lazy(async () => ({
  default: (await import('#orders/share/shared-order.tsx')).SharedOrderPage,
}));

/** The user's order, or the shared order of a link. */
export function OrderPage() {
  const packed = usePackedOrder();
  return packed === null ? (
    <OwnOrder />
  ) : (
    <Suspense fallback={<PanelWaiting height={420} />}>
      <SharedOrderPage key={packed} packed={packed} />
    </Suspense>
  );
}

function OwnOrder() {
  const { t } = useLingui();
  const opened = useOrderSession();
  // Time-sliced, because rendering it synchronously would block a phone for a third of a second.
  const session = useDeferredValue(opened, null) === opened ? opened : null;
  useRestoredPlace(session !== null);
  const elsewhere = useSyncExternalStore(orderDesk.elsewhere.subscribe, orderDesk.elsewhere.get);
  const canSave = useSyncExternalStore(orderDesk.canSave.subscribe, orderDesk.canSave.get);
  const name = useSyncExternalStore(session?.name.subscribe ?? never, () => session?.name.get() ?? '');
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Small screens leave the space to the lines.
  const isShort = useMediaQuery('(max-width: 48em), (max-height: 50em)', false, { getInitialValueInEffect: false });
  /** Text pasted before the order was open. */
  const early = useRef<PastedText>(null);
  usePasteAnywhere({ isOn: !session && !elsewhere, isGridFree: true }, (pasted) => (early.current = pasted));
  return (
    <>
      <PageHeading
        title={name === '' ? t`New order` : name}
        isHidden={isNarrow && name === ''}
        actions={
          session &&
          !isNarrow && (
            <div className={styles.actions}>
              <OrderExport key={session.serial} session={session} />
              <SavedOrdersButton key={`saved ${session.serial}`} session={session} />
            </div>
          )
        }
        hasManyActions
      >
        {!isShort && <Trans>Check when each line and the complete order can ship.</Trans>}
      </PageHeading>
      {session && !canSave && (
        <Text role="alert" fz={14} c="var(--sh-late)" mb={10}>
          <Trans>This browser can't save data. The order is lost when you close the tab.</Trans>
        </Text>
      )}
      {session && <OpenOrder key={session.serial} {...{ session, early, isNarrow }} />}
      {!session && (elsewhere ? <OrderElsewherePanel elsewhere={elsewhere} /> : <PanelWaiting height={420} />)}
    </>
  );
}

const never = () => () => undefined;

/** Replaces an order that another tab has open: two tabs writing one order would lose each other's lines. */
function OrderElsewherePanel({ elsewhere: { header, wasHere } }: { elsewhere: OrderElsewhere }) {
  const { t, i18n } = useLingui();
  return (
    <div className={styles.vacant}>
      <PanelEmpty
        icon={AppWindow}
        title={wasHere ? t`This order was opened in another tab` : t`This order is open in another tab`}
      >
        <p className={styles.name}>
          <bdi>{orderName(header, i18n)}</bdi>
        </p>
        <p>
          {wasHere ? (
            <Trans>All lines and results moved to that tab.</Trans>
          ) : (
            <Trans>
              Open it here with all lines and results? It closes in the other tab, and a running check stops.
            </Trans>
          )}
        </p>
        <Group justify="center" gap={12}>
          <Button onClick={() => void orderDesk.takeOver()}>
            {wasHere ? <Trans>Reopen here</Trans> : <Trans>Open here</Trans>}
          </Button>
          <Button variant="default" onClick={() => void orderDesk.openNew()}>
            <Trans>New order</Trans>
          </Button>
        </Group>
      </PanelEmpty>
    </div>
  );
}
