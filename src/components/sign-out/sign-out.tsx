import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';

import type { OrdersAfterwards } from '#components/order-draft/leave-orders.ts';

import classes from './sign-out.module.css';
import { useSignOut } from './use-sign-out.ts';

/**
 * Signs out, here or in every browser that the person is signed in with; where orders would stay behind in this
 * one, asks first what becomes of them.
 */
export function SignOut({ offersEverywhere = false }: { offersEverywhere?: boolean }) {
  const signOut = useSignOut();
  const [asked, setAsked] = useState<{ orders: number; everywhere: boolean } | null>(null);

  async function begin(everywhere: boolean) {
    const { ordersHere } = await import('#components/order-draft/leave-orders.ts');
    const orders = await ordersHere();
    if (orders === 0) await leave('delete', everywhere);
    else setAsked({ orders, everywhere });
  }

  async function leave(afterwards: OrdersAfterwards, everywhere: boolean) {
    const { leaveOrders } = await import('#components/order-draft/leave-orders.ts');
    await leaveOrders(afterwards);
    signOut.mutate({ everywhere });
  }

  if (asked === null) {
    return (
      <div className={classes['ways']}>
        <Button variant="default" loading={signOut.isPending} onClick={() => void begin(false)}>
          <Trans>Sign out</Trans>
        </Button>
        {offersEverywhere && (
          <Button variant="default" loading={signOut.isPending} onClick={() => void begin(true)}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        )}
      </div>
    );
  }
  const { orders, everywhere } = asked;
  return (
    <div role="alert" className={classes['ask']}>
      <p>
        <Plural
          value={orders}
          one="# order is kept in this browser. Its answers are forgotten; keep its lines?"
          other="# orders are kept in this browser. Their answers are forgotten; keep their lines?"
        />
      </p>
      <Button variant="default" loading={signOut.isPending} onClick={() => void leave('keep-lines', everywhere)}>
        <Trans>Keep the lines and sign out</Trans>
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => void leave('delete', everywhere)}>
        <Trans>Delete the orders and sign out</Trans>
      </Button>
    </div>
  );
}
