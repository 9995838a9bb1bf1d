import { useMutation, useQueryClient } from '@tanstack/react-query';

import { session } from '#api/session.ts';

/** What this browser remembers lies under keys that start so. */
const rememberedPrefix = 'stock-horizon:';

/** Signs out and leaves nothing behind that the next person could see: no answer, no recent lookup. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    ...session.signOut(),
    onSuccess: async () => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(rememberedPrefix)) localStorage.removeItem(key);
      }
      await queryClient.resetQueries();
    },
  });
}
