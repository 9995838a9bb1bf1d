import { describe, expect, it } from 'vitest';

import { maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays } from '#stock/calendar-date.ts';

import { calendarChange } from './calendar-change.ts';
import { takeSnapshot } from './calendar-snapshot.ts';
import { trackSnapshot } from './tracked-snapshot.ts';

function look(at: number, entries: Parameters<typeof readTimeline>[0], includesMaxLeadTime = true) {
  return takeSnapshot(1, readTimeline(entries, today), { at, includesMaxLeadTime });
}

const monday = look(1, [real(today, 10), real('2026-04-01', 50)]);
const tuesday = look(2, [real(today, 10), real('2026-04-05', 50)]);

describe('trackSnapshot', () => {
  it('has no change after the first snapshot', () => {
    expect(trackSnapshot(null, monday, today)).toEqual({ look: monday, before: null });
  });

  it('keeps the snapshot before a change, even after snapshots without changes', () => {
    const moved = trackSnapshot({ look: monday, before: null }, tuesday, today);
    expect(moved).toEqual({ look: tuesday, before: monday });
    const later = { ...tuesday, at: 3 };
    expect(trackSnapshot(moved, later, addDays(today, 1))).toEqual({ look: later, before: monday });
  });

  it('keeps only the latest change', () => {
    const back = { ...monday, at: 3 };
    expect(trackSnapshot({ look: tuesday, before: monday }, back, today)).toEqual({ look: back, before: tuesday });
  });

  it('ignores an older snapshot that arrives later', () => {
    const known = { look: tuesday, before: null };
    expect(trackSnapshot(known, monday, today)).toBe(known);
  });

  it('keeps the max lead time that a snapshot excludes, and detects its later change', () => {
    const june = look(1, [real(today, 10), maxLeadTime('2026-06-12')]);
    const without = look(2, [real(today, 10)], false);
    const july = look(3, [real(today, 10), maxLeadTime('2026-07-12')]);
    const noted = trackSnapshot({ look: june, before: null }, without, today);
    expect(noted).toEqual({ look: { ...june, at: 2 }, before: null });
    const { look: now, before } = trackSnapshot(noted, july, today);
    expect(before && calendarChange(before, now, today, null)?.daysMoved).toBe(0);
    expect(before && calendarChange(before, now, today, 20_000)?.daysMoved).toBe(30);
  });
});
