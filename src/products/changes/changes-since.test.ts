import { describe, expect, it } from 'vitest';

import { noteVisit, readVisits, type Since, sinceOf } from './changes-since.ts';

const wednesday = '2026-11-25';

describe('sinceOf', () => {
  it.each<
    [since: Since | undefined, today: `${number}-${number}-${number}`, lastVisit: number | null, expected: unknown]
  >([
    [undefined, wednesday, 5, Date.parse('2026-11-24T09:00Z')],
    ['monday', wednesday, 5, '2026-11-23'],
    ['monday', '2026-11-23', 5, '2026-11-16'],
    ['monday', '2026-11-22', 5, '2026-11-16'],
    ['visit', wednesday, 5, 5],
    ['visit', wednesday, null, Date.parse('2026-11-24T09:00Z')],
    ['2026-10-01', wednesday, 5, '2026-10-01'],
  ])('%s on %s with the last visit %s is %s', (since, today, lastVisit, expected) => {
    const now = Date.parse('2026-11-25T09:40:00Z');
    expect(sinceOf(since, { today, now, lastVisit })).toBe(expected);
  });
});

describe('visits', () => {
  const minute = 60_000;
  const visits = (...minutes: number[]) =>
    readVisits(minutes.reduce<string | null>((stored, at) => noteVisit(stored, at * minute), null));

  it('has none before the first', () => {
    expect(readVisits(null)).toEqual({ last: null, before: null });
    expect(readVisits('nonsense')).toEqual({ last: null, before: null });
    expect(visits(10)).toEqual({ last: 10 * minute, before: null });
  });

  it('keeps the end of the last visit while the current one goes on', () => {
    expect(visits(10, 20, 300, 310, 335)).toEqual({ last: 335 * minute, before: 20 * minute });
  });
});
