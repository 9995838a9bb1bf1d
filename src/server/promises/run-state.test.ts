import { describe, expect, it } from 'vitest';

import { beginRun, dueRun, followUpDelay, type RunState } from './run-state.ts';

const at = (time: string) => Date.parse(`${time}Z`);
const clock = (time: string) => ({ now: at(time), timeZone: 'Europe/Brussels', checkAt: '06:00' });
const last = (time: string, changes: Partial<RunState> = {}): RunState => ({
  id: 'last',
  kind: 'all',
  startedAt: at(time),
  regularAt: at(time),
  dataVersion: '7',
  isFinished: true,
  held: {},
  followUpAt: null,
  ...changes,
});

it.each<[string, RunState | null, string, string | null, RunState['kind'] | null]>([
  ['the first', null, '2026-11-26T12:00', '7', 'all'],
  ['none before the time of the day', last('2026-11-25T05:00'), '2026-11-26T04:59', '7', null],
  ['one at the time of the day', last('2026-11-25T05:00'), '2026-11-26T05:00', '7', 'all'],
  ['none once more that day', last('2026-11-26T05:00'), '2026-11-26T22:00', '7', null],
  ['one for days that were missed', last('2026-11-20T05:00'), '2026-11-26T22:00', '7', 'all'],
  ['one in summer time', last('2026-07-20T03:30'), '2026-07-20T04:00', '7', 'all'],
  ['one after an import', last('2026-11-26T05:00'), '2026-11-26T05:01', '8', 'all'],
  ['none without news of an external service', last('2026-11-26T05:00'), '2026-11-26T05:01', null, null],
  [
    'the rest of one that died',
    last('2026-11-26T05:00', { isFinished: false, kind: 'rest' }),
    '2026-11-26T05:01',
    '7',
    'rest',
  ],
  [
    'what is to be confirmed',
    last('2026-11-26T05:00', { followUpAt: at('2026-11-26T06:01') }),
    '2026-11-26T06:01',
    null,
    'rest',
  ],
  [
    'none before that',
    last('2026-11-26T05:00', { followUpAt: at('2026-11-26T06:01') }),
    '2026-11-26T06:00',
    null,
    null,
  ],
  ['one if the clock was set back', last('2026-11-29T05:00'), '2026-11-26T12:00', '7', 'all'],
  [
    'a follow-up that a clock set back puts off',
    last('2026-11-26T05:30', { followUpAt: at('2026-11-26T23:00') }),
    '2026-11-26T05:31',
    null,
    'rest',
  ],
])('%s', (_, state, time, dataVersion, due) => {
  expect(dueRun(state, clock(time), dataVersion)).toBe(due);
});

describe('a run that begins', () => {
  const next = { id: 'next', now: at('2026-11-26T12:00'), dataVersion: '8' };

  it('continues one that died, with its notifications', () => {
    const dead = last('2026-11-26T05:00', { isFinished: false });
    expect(beginRun(dead, 'all', next)).toBe(dead);
  });

  it('over the rest keeps when all lines were checked, and of which data', () => {
    expect(beginRun(last('2026-11-26T05:00'), 'rest', next)).toMatchObject({
      id: 'next',
      regularAt: at('2026-11-26T05:00'),
      dataVersion: '7',
    });
    expect(beginRun(last('2026-11-26T05:00'), 'all', next)).toMatchObject({ regularAt: next.now, dataVersion: '8' });
  });
});

it('runs once a day over two changes of the clock', () => {
  let state: RunState | null = null;
  let runs = 0;
  const begin = at('2026-01-01T12:00');
  for (let hours = 0; hours < 300 * 24; hours += 1) {
    const now = begin + hours * 3_600_000;
    if (dueRun(state, { ...clock('2026-01-01T12:00'), now, checkAt: '02:30' }, null) === null) continue;
    runs += 1;
    state = { ...beginRun(state, 'all', { id: String(now), now, dataVersion: '' }), isFinished: true };
  }
  expect(runs).toBe(301);
  expect(followUpDelay).toBeGreaterThan(3_600_000);
});
