import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { arbitraryEntries, arbitraryQuantity, today } from '#stock/entries.arbitrary.ts';
import { resultFor } from '#stock/stock-result.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { checkedCalendar, timelineOfCalendar } from './check-events.ts';

it('sends a calendar with which every quantity has the same result', () => {
  fc.assert(
    fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
      const timeline = readTimeline(entries, today);
      const received = timelineOfCalendar(JSON.parse(JSON.stringify(checkedCalendar(timeline))), today);
      expect(received).toEqual({ ...timeline, history: [], findings: [] });
      expect(resultFor(received, quantity)).toEqual(resultFor(timeline, quantity));
    }),
  );
});
