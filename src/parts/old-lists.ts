import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteDB, type DBSchema, openDB } from 'idb';

import { codeOf } from '#data/errors.ts';
import { createList } from '#data/lists.ts';
import { session } from '#data/session.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { rememberedKey } from './remembered.ts';

const databaseName = 'stock-horizon-lists';

/** Lists that earlier versions saved in this browser. */
interface ListDatabase extends DBSchema {
  lists: {
    key: string;
    value: { id: string; owner: string; name: string; productIds: readonly ProductId[] };
    indexes: { owner: string };
  };
}

/**
 * Moves the user's lists that an earlier version saved in this browser to the server, once. Returns whether this has
 * been tried: until then, a list may be missing there.
 */
export function useOldLists(): boolean {
  const client = useQueryClient();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('lists', data) : null;
  const { isFetched } = useQuery({
    queryKey: ['old-lists', { owner }],
    queryFn: async () => {
      const moved = await moveLists(owner ?? '');
      if (moved > 0) await client.invalidateQueries({ queryKey: ['lists'] });
      return moved;
    },
    enabled: owner !== null,
    staleTime: Infinity,
    retry: false,
  });
  return isFetched;
}

/** Moves the lists of an owner. Those that the server doesn't take stay. Returns the number of lists moved. */
async function moveLists(owner: string): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === databaseName)) return 0;
  const db = await openDB<ListDatabase>(databaseName);
  let moved = 0;
  try {
    for (const { id, name, productIds } of await db.getAllFromIndex('lists', 'owner', owner)) {
      await createList(id, { name, productIds: [...productIds] }).catch((error: unknown) => {
        // It was moved before, and changed since then.
        if (codeOf(error) !== 'version-conflict') throw error;
      });
      await db.delete('lists', id);
      moved += 1;
    }
    if ((await db.count('lists')) > 0) return moved;
  } finally {
    db.close();
  }
  await deleteDB(databaseName);
  return moved;
}
