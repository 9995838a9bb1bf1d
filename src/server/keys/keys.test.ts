import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SignedIn } from '#server/sign-in/sign-in.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/stock-store.ts';
import { openTemporaryStore, type TemporaryStore } from '#server/store/temporary-store.fixture.ts';

import { Keys } from './keys.ts';

const now = () => Date.parse('2026-11-26T12:00:00Z');

let first: TemporaryStore;
let second: Store;
beforeAll(async () => {
  first = await openTemporaryStore();
  second = await openStore(first.location);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

it.each(['live', 'customer', 'mcp'] as const)(
  'a key (%s) that is revoked on one server is refused by the next request to another',
  async (kind) => {
    const [here, there] = [first.store, second].map((store) => new Keys(store, 'secret', 'embedded', now)) as [
      Keys,
      Keys,
    ];
    const ann = { personId: 'ann', whose: 'shared', identity: { market: null } } as SignedIn;
    const made = await here.create(ann, { kind, name: 'Spring', opens: null, expiresAt: now() + 1000 });
    expect(await there.find(made.key, kind)).toMatchObject({ id: made.id, name: 'Spring' });
    expect(await here.revoke(ann, made.id)).toBe(true);
    expect(await there.find(made.key, kind)).toBeNull();
    expect(await there.isValid({ id: made.id, kind })).toBe(false);

    const again = await here.create(ann, { kind, name: 'Spring', opens: null, expiresAt: now() + 1000 });
    expect(await there.find(again.key, kind)).not.toBeNull();
    await here.deleteAll(ann);
    expect(await there.find(again.key, kind)).toBeNull();
  },
);
