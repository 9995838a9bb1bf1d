import { expect, it, vi } from 'vitest';

import { takeSnapshot } from '#stock/calendars/calendar-snapshot.ts';
import type { TrackedSnapshot } from '#stock/calendars/tracked-snapshot.ts';
import { real, today } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { changesInSnapshots } from './calendar-snapshots.ts';

function look(productId: number, at: number, level: number) {
  return takeSnapshot(productId, readTimeline([real(today, level)], today), { at, includesMaxLeadTime: true });
}

async function* inBatches(...batches: TrackedSnapshot[][]): AsyncGenerator<TrackedSnapshot[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

const looks = () =>
  inBatches(
    [
      { look: look(1, 20, 5), before: look(1, 10, 8) },
      { look: look(2, 20, 5), before: null },
    ],
    [
      { look: look(3, 30, 5), before: look(3, 10, 4) },
      { look: look(4, 30, 5), before: look(4, 10, 5) },
    ],
  );

it('returns the changes of all batches, worst first', async () => {
  const changes = await changesInSnapshots(looks(), { today, wanted: 5000 }, () => undefined);
  expect(changes.map(({ productId, now }) => [productId, now.kind])).toEqual([
    [1, 'in-stock'],
    [3, 'in-stock'],
  ]);
  expect(changes[0]).toMatchObject({ seenBefore: 10, seenNow: 20, level: { before: 8000, now: 5000 } });
});

it('yields before each comparison', async () => {
  const rest = vi.fn(() => Promise.resolve());
  await changesInSnapshots(looks(), { today, wanted: null }, rest);
  expect(rest).toHaveBeenCalledTimes(4);
});

it('rejects if yielding rejects', async () => {
  const changes = changesInSnapshots(looks(), { today, wanted: null }, () => Promise.reject(new Error('left')));
  await expect(changes).rejects.toThrow('left');
});
