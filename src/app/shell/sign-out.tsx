import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';

import type { OrdersAfterwards } from '#components/order-draft/leave-orders.ts';

import classes from './person.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Signs out; where orders would stay behind in this browser, asks first what becomes of them. */
export function SignOut() {
  const signOut = useSignOut();
  const [orders, setOrders] = useState(0);

  async function begin() {
    const { ordersHere } = await import('#components/order-draft/leave-orders.ts');
    const count = await ordersHere();
    if (count === 0) await leave('delete');
    else setOrders(count);
  }

  async function leave(afterwards: OrdersAfterwards) {
    const { leaveOrders } = await import('#components/order-draft/leave-orders.ts');
    await leaveOrders(afterwards);
    signOut.mutate();
  }

  if (orders === 0) {
    return (
      <Button variant="default" loading={signOut.isPending} onClick={() => void begin()}>
        <Trans>Sign out</Trans>
      </Button>
    );
  }
  return (
    <div role="alert" className={classes['ask']}>
      <p>
        <Plural
          value={orders}
          one="# order is kept in this browser. Its answers are forgotten; keep its lines?"
          other="# orders are kept in this browser. Their answers are forgotten; keep their lines?"
        />
      </p>
      <Button variant="default" loading={signOut.isPending} onClick={() => void leave('keep-lines')}>
        <Trans>Keep the lines and sign out</Trans>
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => void leave('delete')}>
        <Trans>Delete the orders and sign out</Trans>
      </Button>
    </div>
  );
}
