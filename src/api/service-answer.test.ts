import { describe, expect, it } from 'vitest';

import { HttpError, NetworkError } from './errors.ts';
import { problemType } from '#contract/problem.ts';

import { serviceAnswer } from './service-answer.ts';

const item = {
  itemId: '1',
  id: '1',
  localized: [],
  productId: 1,
  company: 'BRU',
  salesOrganization: '2510',
  territoryId: 'BRU_GLO',
  lastUpdateDate: '2026-02-28',
  stockDate: '2026-03-17',
  stockDateUnix: 1_773_705_600,
  isMaxLeadTime: false,
  stockQuantity: 40,
} as const;

function refusal(code: 'quantity-not-available' | 'unknown-product'): HttpError {
  const problem = { type: problemType(code), title: 'No', status: 404, detail: 'No.', instance: '/' };
  return new HttpError({ status: 404, problem, sentence: 'No.', requestId: null, retryAfter: null });
}

describe('serviceAnswer', () => {
  it.each([
    [
      { data: { ...item, localized: [] }, error: null },
      { kind: 'expected', date: '2026-03-17' },
    ],
    [{ data: undefined, error: refusal('quantity-not-available') }, { kind: 'not-available' }],
    [{ data: { ...item, localized: [] }, error: refusal('quantity-not-available') }, { kind: 'not-available' }],
    [{ data: undefined, error: refusal('unknown-product') }, null],
    [{ data: { ...item, localized: [] }, error: new NetworkError('down') }, null],
    [{ data: undefined, error: null }, null],
  ])('reads outcome %#', (outcome, answer) => {
    expect(serviceAnswer(outcome, '2026-03-01')).toEqual(answer);
  });
});
