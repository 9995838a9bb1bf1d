import '@mantine/core/styles/Group.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { AppWindow } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import { GridSession } from '#features/grid/grid-session.ts';
import { PanelEmpty, PanelWaiting } from '#features/panel.tsx';
import { blankLine } from '#features/saved-orders/saved-order.ts';
import { PageHeading } from '#ui/page-heading.tsx';

import { usePasteAnywhere } from '#pages/order/intake/use-list-intake.ts';
import { OpenOrder } from './open-order.tsx';
import { orderDesk, type OrderElsewhere } from '#pages/order/lines/order-desk.ts';
import styles from './order-page.module.css';
import { OrderShelf } from './order-shelf.tsx';
import { orderName } from './order-words.ts';
import { usePackedOrder } from '#pages/order/share/order-link.ts';
import { TakeOrder } from '#pages/order/share/take-order.tsx';
import { useOrderSession } from '#pages/order/lines/order-desk.ts';

/** A list of any length: which line can leave when, and when all of it can. */
export function OrderPage() {
  const { t } = useLingui();
  const session = useOrderSession();
  const grid = useMemo(() => session && new GridSession({ store: session.lines, createRow: blankLine }), [session]);
  const elsewhere = useSyncExternalStore(orderDesk.elsewhere.subscribe, orderDesk.elsewhere.get);
  const isKept = useSyncExternalStore(orderDesk.isKept.subscribe, orderDesk.isKept.get);
  /** What was pasted before the order was open, until it is. */
  const early = useRef<string>(null);
  usePasteAnywhere({ isOn: !session && !elsewhere, isGridFree: true }, (text) => (early.current = text));
  return (
    <>
      <PageHeading
        title={t`Order`}
        actions={
          session &&
          grid && (
            <>
              <TakeOrder key={session.serial} session={session} grid={grid} />
              <OrderShelf key={`shelf ${session.serial}`} session={session} />
            </>
          )
        }
        hasManyActions
      >
        <Trans>When each line of a list can leave, and when all of it can.</Trans>
      </PageHeading>
      {session && !isKept && (
        <p role="alert" className={styles.alert}>
          <Trans>This browser keeps nothing: the order is lost when the tab closes.</Trans>
        </p>
      )}
      {session && grid && <OpenOrder key={session.serial} {...{ session, grid, early }} />}
      {!session && (elsewhere ? <OrderElsewherePanel elsewhere={elsewhere} /> : <PanelWaiting height={420} />)}
    </>
  );
}

/** In place of an order that another tab has open: two tabs that write one order would lose each other's lines. */
function OrderElsewherePanel({ elsewhere: { header, wasHere } }: { elsewhere: OrderElsewhere }) {
  const { t, i18n } = useLingui();
  const isLinked = usePackedOrder() !== null;

  // An order that comes by a link gets one of its own in any case.
  useEffect(() => {
    if (isLinked) void orderDesk.begin();
  }, [isLinked]);

  return (
    <div className={styles.vacant}>
      <PanelEmpty
        icon={AppWindow}
        title={wasHere ? t`Another tab took this order over` : t`This order is open in another tab`}
      >
        <p className={styles.name}>
          <bdi>{orderName(header, i18n)}</bdi>
        </p>
        <p>
          {wasHere ? (
            <Trans>All lines and the answers that had come went with it.</Trans>
          ) : (
            <Trans>
              Taking it over keeps all lines and answers and closes the order there. A check under way there stops; what
              has no answer yet can be asked for here.
            </Trans>
          )}
        </p>
        <Group justify="center" gap={12}>
          <Button onClick={() => void orderDesk.takeOver()}>
            {wasHere ? <Trans>Take back here</Trans> : <Trans>Take over here</Trans>}
          </Button>
          <Button variant="default" onClick={() => void orderDesk.begin()}>
            <Trans>New order</Trans>
          </Button>
        </Group>
      </PanelEmpty>
    </div>
  );
}
