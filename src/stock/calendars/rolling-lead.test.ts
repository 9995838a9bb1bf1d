import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

import { leadMove, type ObservedLead, rolledLead } from './rolling-lead.ts';

const lead = (observedOn: CalendarDate, date: CalendarDate): ObservedLead => ({ date, observedOn });

describe('leadMove', () => {
  const friday = lead('2026-11-20', '2027-02-12');
  it.each<[now: ObservedLead, isRolling: boolean, expected: string]>([
    [friday, false, 'same'],
    [lead('2026-11-25', '2027-02-12'), false, 'same'],
    [lead('2026-11-21', '2027-02-13'), false, 'rolled'],
    [lead('2026-12-20', '2027-03-14'), false, 'rolled'],
    [lead('2026-11-21', '2027-02-14'), false, 'changed'],
    [lead('2026-11-25', '2027-02-13'), false, 'changed'],
    [lead('2026-11-20', '2027-02-13'), false, 'changed'],
    // The service hasn't been updated over the weekend.
    [lead('2026-11-23', '2027-02-12'), true, 'rolled'],
    [lead('2026-11-24', '2027-02-12'), true, 'changed'],
    [lead('2026-11-24', '2027-02-15'), true, 'rolled'],
    [lead('2026-11-24', '2027-02-17'), true, 'changed'],
  ])('%o with rolling %s is %s', (now, isRolling, expected) => {
    expect(leadMove(friday, now, isRolling)).toBe(expected);
  });

  it('never is a change for a date that is as far away on each day', () => {
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(days, days, fc.boolean(), (distance, passed, isRolling) => {
        const before = lead('2026-11-20', addDays('2026-11-20', distance));
        const day = addDays('2026-11-20', passed);
        expect(leadMove(before, lead(day, rolledLead(before, day)), isRolling)).not.toBe('changed');
      }),
    );
  });
});
