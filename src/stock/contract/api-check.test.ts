import { expect, test } from 'vitest';

import { type ApiCheck, apiCheckReport, hasResult } from './api-check.ts';

const requirement = { id: 'a', section: '2.2', sentence: 'A date is a day.', findings: [], observed: null };
const check: ApiCheck = {
  checkedAt: '2026-11-21T14:05:09.123Z',
  requests: 14,
  stopped: null,
  requirements: [
    { ...requirement, result: 'passed' },
    {
      ...requirement,
      result: 'failed',
      findings: [
        { request: 'GET /stock/1?quantity=4', path: 'results[0].item.stockDate', expected: 'a day', got: '"x"' },
      ],
    },
    { ...requirement, section: '8', result: 'not-specified', observed: 'None is met on purpose.' },
  ],
};

test('prints a complete report', () => {
  expect(apiCheckReport(check, 'https://stock.example.com/api').split('\n')).toEqual([
    'API check of https://stock.example.com/api, 2026-11-21 14:05 UTC, 14 requests',
    '',
    '  2.2  ✓ passed         A date is a day.',
    '  2.2  ✗ failed         A date is a day.',
    '                        GET /stock/1?quantity=4',
    '                        results[0].item.stockDate: expected a day, received "x"',
    '  8    ? not specified  A date is a day.',
    '                        None is met on purpose.',
    '',
    '1 passed, 1 failed, 1 not specified, 0 not tested.',
  ]);
});

test('prints no requirements if nothing was checked', () => {
  const stopped = { reason: 'unreachable', sentence: 'The connection was refused.' } as const;
  const requirements = [{ ...requirement, result: 'not-tested' as const }];
  expect(apiCheckReport({ ...check, requests: 1, stopped, requirements }, 'http://x').split('\n')).toEqual([
    'API check of http://x, 2026-11-21 14:05 UTC, 1 request',
    '',
    'Ended early: The connection was refused.',
    '0 passed, 0 failed, 0 not specified, 1 not tested.',
  ]);
});

test('styles results, but not counts of 0', () => {
  const stopped = { reason: 'busy', sentence: 'It was busy.' } as const;
  const dressed = apiCheckReport({ ...check, stopped }, 'http://x', (text, as) => `<${as}>${text.trim()}</>`);
  expect(dressed.split('\n').map((line) => line.trim())).toEqual([
    '<strong>API check</> of http://x, 2026-11-21 14:05 UTC, 14 requests',
    '',
    '2.2  <passed>✓ passed</>  A date is a day.',
    '2.2  <failed>✗ failed</>  A date is a day.',
    '<dim>GET /stock/1?quantity=4</>',
    'results[0].item.stockDate: expected a day, received <failed>"x"</>',
    '8    <not-specified>? not specified</>  A date is a day.',
    '<dim>None is met on purpose.</>',
    '',
    '<failed>Ended early: It was busy.</>',
    '<passed>1 passed</>, <failed>1 failed</>, <not-specified>1 not specified</>, 0 not tested.',
  ]);
});

test.each([
  ['passed', true],
  ['failed', true],
  ['not-specified', false],
  ['not-tested', false],
] as const)('detects results if all are %s: %j', (result, saw) => {
  expect(hasResult({ ...check, requirements: [{ ...requirement, result }] })).toBe(saw);
});

test('prints why the check ended early', () => {
  const stopped = { reason: 'unreachable', sentence: 'The connection was refused.' } as const;
  expect(apiCheckReport({ ...check, requests: 1, stopped }, 'http://x')).toContain(', 1 request\n');
  expect(apiCheckReport({ ...check, stopped }, 'http://x')).toContain('\nEnded early: The connection was refused.\n');
});
