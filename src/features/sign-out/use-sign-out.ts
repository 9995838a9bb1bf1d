import { useMutation, useQueryClient } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import type { OrdersAfterwards } from '#features/order-draft/leave-orders.ts';
import { forgetAll } from '#ui/storage/remembered-text.ts';

interface SignOutWish {
  everywhere: boolean;
  afterwards: OrdersAfterwards;
}

/**
 * Signs out and leaves nothing behind that the next person could see: no answer, no recent lookup, no look at a
 * calendar, and of the orders what was chosen. Whom their company let in goes on to where they sign out there too.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    ...session.signOut<SignOutWish>(),
    onSuccess: async ({ company }, { afterwards }) => {
      const { leaveOrders } = await import('#features/order-draft/leave-orders.ts');
      await leaveOrders(afterwards);
      forgetAll();
      const { forgetLooks } = await import('#features/calendar-looks/look-store.ts');
      // A browser that keeps nothing has nothing to forget.
      await forgetLooks().catch(() => {});
      if (company?.signOutUrl != null) window.location.assign(company.signOutUrl);
      else await queryClient.resetQueries();
    },
  });
}
