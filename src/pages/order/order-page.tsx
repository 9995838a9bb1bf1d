import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState, useSyncExternalStore } from 'react';

import { GridSession } from '#features/grid/grid-session.ts';
import { blankLine } from '#features/saved-orders/saved-order.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { PanelWaiting } from '#features/panel.tsx';

import { Observable } from './observable.ts';
import { OpenOrder } from './open-order.tsx';
import { OrderActions } from './order-actions.tsx';
import { orderDesk } from './order-desk.ts';
import { OrderElsewherePanel } from './order-elsewhere-panel.tsx';
import styles from './order-page.module.css';
import type { EarlyPaste } from './use-early-paste.ts';
import { useOrderSession } from './use-order-session.ts';
import { usePasteAnywhere } from './use-paste-anywhere.ts';

/** A list of any length: which line can leave when, and when all of it can. */
export function OrderPage() {
  const { t } = useLingui();
  const session = useOrderSession();
  const grid = useMemo(() => session && new GridSession({ store: session.lines, createRow: blankLine }), [session]);
  const elsewhere = useSyncExternalStore(orderDesk.elsewhere.subscribe, orderDesk.elsewhere.get);
  const isKept = useSyncExternalStore(orderDesk.isKept.subscribe, orderDesk.isKept.get);
  const [early] = useState<EarlyPaste>(() => new Observable<string | null>(null));
  usePasteAnywhere({ isOn: !session && !elsewhere, isGridFree: true }, (text) => early.set(text));
  return (
    <>
      <PageHeading
        title={t`Order`}
        actions={session && grid && <OrderActions key={session.serial} session={session} grid={grid} />}
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
