import { useMutation, useQueryClient } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { forgetAll } from '#components/remembered/remembered-text.ts';

/** Signs out and leaves nothing behind that the next person could see: no answer, no recent lookup, no look at a calendar. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    ...session.signOut(),
    onSuccess: async () => {
      forgetAll();
      const { forgetLooks } = await import('#components/calendar-looks/look-store.ts');
      // A browser that keeps nothing has nothing to forget.
      await forgetLooks().catch(() => {});
      await queryClient.resetQueries();
    },
  });
}
