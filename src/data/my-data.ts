import type { Session } from '#stock/contract/gateway-responses.ts';
import type { KeptPromises, StoredLetter } from '#stock/contract/promises.ts';
import type { ListEntries, OrderEntries } from '#stock/contract/orders.ts';

import { requestJson } from './http-client.ts';

/** What the server keeps of the user besides orders, lists and promises, by its path in the gateway. */
const plainParts = ['watches', 'notifications', 'mail', 'keys', 'checking'] as const;

/** Everything that the server keeps of the user in a market, as the gateway returns it. */
export type MyData = Record<
  (typeof plainParts)[number] | 'market' | 'orders' | 'lists' | 'promises' | 'letters',
  unknown
>;

/**
 * Loads everything that the server keeps of the user in the market of their sign-in, with that market: orders and lists
 * with their content, promises with the texts that customers were told, watches, notifications, mail address, and keys
 * without their secrets.
 * @throws like `requestJson`, so that an export is never incomplete
 */
export async function fetchMyData(): Promise<MyData> {
  const { market } = await get<Session>('session');
  const kept = await get<KeptPromises>('promises');
  const letterIds = new Set(kept.promises.map(({ letterId }) => letterId));
  const { orders } = await get<OrderEntries>('orders');
  const { lists } = await get<ListEntries>('lists');
  return {
    market,
    ...Object.fromEntries(await inTurn(plainParts, async (part) => [part, await get(part)] as const)),
    promises: kept.promises,
    letters: await inTurn(letterIds, async (letterId) => ({
      letterId,
      ...(await get<StoredLetter>(`promises/${letterId}`)),
    })),
    orders: await inTurn(orders, ({ id }) => get(`orders/${encodeURIComponent(id)}`)),
    lists: await inTurn(lists, ({ id }) => get(`lists/${encodeURIComponent(id)}`)),
  } as MyData;
}

function get<Response>(path: string): Promise<Response> {
  return requestJson(`/gateway/${path}`);
}

/** Loads one after the other, so that an export leaves the server free for others. */
async function inTurn<Item, Loaded>(items: Iterable<Item>, load: (item: Item) => Promise<Loaded>): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const item of items) loaded.push(await load(item));
  return loaded;
}

/** Deletes everything that the server keeps of the user, in all markets. */
export function deleteMyData(): Promise<undefined> {
  return requestJson('/gateway/my-data', { method: 'DELETE' });
}
