import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { describeError } from '#api/describe-error.ts';
import { session } from '#api/session.ts';
import type { OrdersAfterwards } from './saved-orders/open-order.ts';
import { forgetAll } from '#ui/remembered-text.ts';

import { ErrorLabel } from './panel.tsx';
import classes from './sign-out.module.css';

/**
 * Signs out, here or in every browser that the person is signed in with; where orders would stay behind in this
 * one, asks first what becomes of them.
 */
export function SignOut({ offersEverywhere = false }: { offersEverywhere?: boolean }) {
  const signOut = useSignOut();
  const [asked, setAsked] = useState<{ orders: number; everywhere: boolean } | null>(null);

  async function begin(everywhere: boolean) {
    const { ordersHere } = await import('./saved-orders/open-order.ts');
    const orders = await ordersHere();
    if (orders === 0) leave('delete', everywhere);
    else setAsked({ orders, everywhere });
  }

  function leave(afterwards: OrdersAfterwards, everywhere: boolean) {
    signOut.mutate({ everywhere, afterwards });
  }

  if (asked === null) {
    return (
      <div className={classes['ask']}>
        {signOut.error && <NotSignedOut error={signOut.error} />}
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
      </div>
    );
  }
  const { orders, everywhere } = asked;
  return (
    <div role="alert" className={classes['ask']}>
      {signOut.error && <NotSignedOut error={signOut.error} />}
      <p>
        <Plural
          value={orders}
          one="# order is kept in this browser. Its answers are forgotten; keep its lines?"
          other="# orders are kept in this browser. Their answers are forgotten; keep their lines?"
        />
      </p>
      <Button variant="default" loading={signOut.isPending} onClick={() => leave('keep-lines', everywhere)}>
        <Trans>Keep the lines and sign out</Trans>
      </Button>
      <Button variant="default" loading={signOut.isPending} onClick={() => leave('delete', everywhere)}>
        <Trans>Delete the orders and sign out</Trans>
      </Button>
    </div>
  );
}

function NotSignedOut({ error }: { error: Error }) {
  const { i18n } = useLingui();
  const { title, detail, canRetry: _canRetry, ...label } = describeError(error, i18n);
  return (
    <div role="alert" className={classes['failed']}>
      <p>
        <Trans>You are still signed in.</Trans> {title}. {detail}
      </p>
      <ErrorLabel {...label} />
    </div>
  );
}

interface SignOutWish {
  everywhere: boolean;
  afterwards: OrdersAfterwards;
}

/**
 * Signs out and leaves nothing behind that the next person could see: no answer, no recent lookup, no look at a
 * calendar, and of the orders what was chosen. Whom their company let in goes on to where they sign out there too.
 */
function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    ...session.signOut<SignOutWish>(),
    onSuccess: async ({ company }, { afterwards }) => {
      const { leaveOrders } = await import('./saved-orders/open-order.ts');
      await leaveOrders(afterwards);
      forgetAll();
      const { forgetLooks } = await import('#features/calendar-looks.ts');
      // A browser that keeps nothing has nothing to forget.
      await forgetLooks().catch(() => {});
      if (company?.signOutUrl != null) window.location.assign(company.signOutUrl);
      else await queryClient.resetQueries();
    },
  });
}
