import { expect, test } from 'vitest';

import { dueUpdates, notes } from './check-updates.mjs';

const audit = (...severities: string[]) => ({
  vulnerabilities: Object.fromEntries(severities.map((severity, at) => [`p${at}`, { name: `p${at}`, severity }])),
});

test.each([
  [90, audit(), []],
  [null, null, []],
  [91, null, ['The dependencies were last updated 91 days ago; 90 are allowed. Update them.']],
  [0, audit('low', 'moderate', 'info'), []],
  [
    0,
    audit('high', 'low', 'critical'),
    [
      'p0 has a known vulnerability (high). Remove it within 7 days.',
      'p2 has a known vulnerability (critical). Remove it within 7 days.',
    ],
  ],
])('after %j days, with %j: what is due', (age, report, due) => expect(dueUpdates(age, report)).toEqual(due));

test('says what there is more time for, and what could not be checked', () => {
  expect(notes(audit('high', 'low'))).toEqual(['p1 has a known vulnerability (low). Remove it within 30 days.']);
  expect(notes(null)).toEqual(["The registry gave no report, so known vulnerabilities weren't checked."]);
  expect(notes({})).toEqual(["The registry gave no report, so known vulnerabilities weren't checked."]);
});
