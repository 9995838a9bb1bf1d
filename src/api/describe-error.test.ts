import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { problemType, type ProblemCode } from '#contract/problem.ts';

import { describeError } from './describe-error.ts';
import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function refusal(status: number, sentence: string | null = null, code?: ProblemCode): HttpError {
  const problem = code && { type: problemType(code), title: code, status, detail: sentence ?? '', instance: '/x' };
  return new HttpError({ status, sentence, problem: problem ?? null, requestId: 'r-3', retryAfter: null });
}

describe('describeError', () => {
  it.each([
    [refusal(404, 'x', 'unknown-product'), 'Unknown product', false],
    [refusal(404, 'x', 'quantity-not-available'), 'Not available in this quantity', false],
    [refusal(401), 'You are signed out', true],
    [refusal(403), 'Not allowed', false],
    [refusal(404), 'Not found', false],
    [refusal(429), 'Too many questions at once', true],
    [refusal(400), 'The service refused the question', false],
    [refusal(502), 'The service has a problem', true],
    [new NetworkError('x'), 'The server cannot be reached', true],
    [new TimeoutError(30_000), 'No answer in time', true],
    [new ContractError('results.0.item', 'x'), 'The answer cannot be trusted', true],
    [new RangeError('x'), 'Something went wrong here', true],
    ['thrown text', 'Something went wrong here', true],
    [undefined, 'Something went wrong here', true],
  ])('%s is "%s"', (error, title, canRetry) => {
    const description = describeError(error, i18n);
    expect(description).toMatchObject({ title, canRetry });
    expect(description.detail).toMatch(/\S\.$/);
  });

  it('quotes the service where it gave a reason', () => {
    expect(describeError(refusal(400, 'quantity must be above 0.'), i18n).detail).toBe('quantity must be above 0.');
  });

  it('names the place where the contract is broken', () => {
    const { detail, requestId } = describeError(new ContractError('results.0.item.stockDate', 'Invalid', 'r-4'), i18n);
    expect(detail).toContain('results.0.item.stockDate');
    expect(requestId).toBe('r-4');
  });

  it('keeps the request id of a refusal', () => {
    expect(describeError(refusal(500), i18n).requestId).toBe('r-3');
  });
});
