import { Trans, useLingui } from '@lingui/react/macro';

import { PageHeading } from '#components/page-heading/page-heading.tsx';
import { PanelWaiting } from '#components/panel-states/panel-waiting.tsx';

import { OpenOrder } from './open-order.tsx';
import styles from './order-page.module.css';
import { OrderShelf } from './order-shelf.tsx';
import { useOrderSession } from './use-order-session.ts';

/** A list of any length: which line can leave when, and when all of it can. */
export function OrderPage() {
  const { t } = useLingui();
  const session = useOrderSession();
  return (
    <>
      <div className={styles.head}>
        <PageHeading title={t`Order`}>
          <Trans>When each line of a list can leave, and when all of it can.</Trans>
        </PageHeading>
        {session && <OrderShelf key={session.serial} session={session} />}
      </div>
      {session === null ? <PanelWaiting height={420} /> : <OpenOrder key={session.serial} session={session} />}
    </>
  );
}
