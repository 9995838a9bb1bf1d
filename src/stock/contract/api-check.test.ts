import { expect, test } from 'vitest';

import { type ContractCheck, contractReport, hasVerdict } from './api-check.ts';

const requirement = { id: 'a', section: '2.2', sentence: 'A date is a day.', findings: [], observed: null };
const check: ContractCheck = {
  checkedAt: '2026-11-21T14:05:09.123Z',
  requests: 14,
  stopped: null,
  requirements: [
    { ...requirement, result: 'met' },
    {
      ...requirement,
      result: 'broken',
      findings: [
        { request: 'GET /stock/1?quantity=4', path: 'results[0].item.stockDate', expected: 'a day', got: '"x"' },
      ],
    },
    { ...requirement, section: '8', result: 'not-shown', observed: 'None is met on purpose.' },
  ],
};

test('prints a complete report', () => {
  expect(contractReport(check, 'https://stock.example.com/api').split('\n')).toEqual([
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
  const requirements = [{ ...requirement, result: 'not-tried' as const }];
  expect(contractReport({ ...check, requests: 1, stopped, requirements }, 'http://x').split('\n')).toEqual([
    'API check of http://x, 2026-11-21 14:05 UTC, 1 request',
    '',
    'Ended early: The connection was refused.',
    '0 passed, 0 failed, 0 not specified, 1 not tested.',
  ]);
});

test('styles results, but not counts of 0', () => {
  const stopped = { reason: 'busy', sentence: 'It was busy.' } as const;
  const dressed = contractReport({ ...check, stopped }, 'http://x', (text, as) => `<${as}>${text.trim()}</>`);
  expect(dressed.split('\n').map((line) => line.trim())).toEqual([
    '<strong>API check</> of http://x, 2026-11-21 14:05 UTC, 14 requests',
    '',
    '2.2  <met>✓ passed</>  A date is a day.',
    '2.2  <broken>✗ failed</>  A date is a day.',
    '<dim>GET /stock/1?quantity=4</>',
    'results[0].item.stockDate: expected a day, received <broken>"x"</>',
    '8    <not-shown>? not specified</>  A date is a day.',
    '<dim>None is met on purpose.</>',
    '',
    '<broken>Ended early: It was busy.</>',
    '<met>1 passed</>, <broken>1 failed</>, <not-shown>1 not specified</>, 0 not tested.',
  ]);
});

test.each([
  ['met', true],
  ['broken', true],
  ['not-shown', false],
  ['not-tried', false],
] as const)('detects results if all are %s: %j', (result, saw) => {
  expect(hasVerdict({ ...check, requirements: [{ ...requirement, result }] })).toBe(saw);
});

test('prints why the check ended early', () => {
  const stopped = { reason: 'unreachable', sentence: 'The connection was refused.' } as const;
  expect(contractReport({ ...check, requests: 1, stopped }, 'http://x')).toContain(', 1 request\n');
  expect(contractReport({ ...check, stopped }, 'http://x')).toContain('\nEnded early: The connection was refused.\n');
});
