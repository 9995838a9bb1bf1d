import { expect, test } from 'vitest';

import { productThread } from './product-thread.ts';
import { openTemporaryStore, testMarket } from './temporary-store.fixture.ts';

// A thread that is terminated within a call of SQLite aborts the process.
test('finishes what it is at before it closes', async () => {
  const store = await openTemporaryStore();
  const thread = productThread(store.location);
  thread.keepReady(testMarket);
  const size = thread.historySize('replaced');
  await thread.close();
  expect(await size).toMatchObject({ calendars: 0 });
  await thread.close();
  await store.close();
});
