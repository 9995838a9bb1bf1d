import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { AppWindow } from 'lucide-react';
import { useEffect } from 'react';

import { PanelEmpty } from '#features/panel.tsx';

import { orderDesk, type OrderElsewhere } from './order-desk.ts';
import styles from './order-elsewhere-panel.module.css';
import { packedOrderIn } from './order-fragment.ts';
import { useNameOfOrder } from './use-name-of-order.ts';

/** In place of an order that another tab has open: two tabs that write one order would lose each other's lines. */
export function OrderElsewherePanel({ elsewhere: { header, wasHere } }: { elsewhere: OrderElsewhere }) {
  const { t } = useLingui();
  const name = useNameOfOrder()(header);
  const isLinked = packedOrderIn(useRouterState({ select: ({ location }) => location.hash })) !== null;

  // An order that comes by a link gets one of its own in any case.
  useEffect(() => {
    if (isLinked) void orderDesk.begin();
  }, [isLinked]);

  return (
    <div className={styles.elsewhere}>
      <PanelEmpty
        icon={AppWindow}
        title={wasHere ? t`Another tab took this order over` : t`This order is open in another tab`}
      >
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.words}>
          {wasHere ? (
            <Trans>All lines and the answers that had come went with it.</Trans>
          ) : (
            <Trans>
              Taking it over keeps all lines and answers and closes the order there. A check under way there stops; what
              has no answer yet can be asked for here.
            </Trans>
          )}
        </p>
        <div className={styles.choices}>
          <Button onClick={() => void orderDesk.takeOver()}>
            {wasHere ? <Trans>Take back here</Trans> : <Trans>Take over here</Trans>}
          </Button>
          <Button variant="default" onClick={() => void orderDesk.begin()}>
            <Trans>New order</Trans>
          </Button>
        </div>
      </PanelEmpty>
    </div>
  );
}
