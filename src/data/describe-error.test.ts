import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { messages as de } from '#shell/locales/de.po';
import type { Problem } from '#stock/contract/problem.ts';
import { problemType, type ProblemCode } from '#stock/contract/problem-codes.ts';

import { describeError, errorSentence } from './describe-error.ts';
import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function refusal(
  status: number,
  sentence: string | null = null,
  code?: ProblemCode,
  more: Partial<Problem> = {},
): HttpError {
  const problem = code && {
    type: problemType(code),
    title: code,
    status,
    detail: sentence ?? '',
    instance: '/x',
    ...more,
  };
  return new HttpError({ status, sentence, problem: problem ?? null, requestId: 'r-3', retryAfter: null });
}

describe('describeError', () => {
  it.each([
    [refusal(404, 'x', 'unknown-product'), 'Unknown product', false],
    [refusal(404, 'x', 'quantity-not-available'), 'Quantity not available', false],
    [refusal(401), "You're signed out", true],
    [refusal(403), 'Access denied', false],
    [refusal(404), 'Not found', false],
    [refusal(429), 'Too many requests', true],
    [refusal(400), 'Request rejected', false],
    [refusal(502), 'The stock service reported an error', true],
    [refusal(502, 'x', 'upstream-unreachable'), "Can't connect to the stock service", true],
    [refusal(502, 'x', 'other-market'), 'Response for another market', true],
    [refusal(412, 'x', 'version-conflict'), 'Changed elsewhere', true],
    [refusal(409, 'x', 'limit-reached'), 'Limit reached', false],
    [refusal(504, 'x', 'upstream-timeout'), 'Timed out', true],
    [refusal(503, 'x', 'upstream-resting'), 'The stock service is paused', true],
    [new NetworkError('x'), "Can't connect to the server", true],
    [new TimeoutError(30_000), 'Timed out', true],
    [new ContractError('results.0.item', 'x'), 'Unexpected response from the stock service', true],
    [new RangeError('x'), 'Something went wrong', true],
    ['thrown text', 'Something went wrong', true],
    [undefined, 'Something went wrong', true],
  ])('%s is "%s"', (error, title, canRetry) => {
    const description = describeError(error, i18n);
    expect(description).toMatchObject({ title, canRetry });
    expect(description.detail).toMatch(/\S\.$/);
  });

  it.each([400, 403, 404, 503])("quotes the service's message with status %d", (status) => {
    expect(describeError(refusal(status, 'The stored data is damaged.'), i18n).detail).toBe(
      'The stored data is damaged.',
    );
  });

  it.each<[ProblemCode, RegExp]>([
    ['damaged-store', /^Die gespeicherten Daten sind beschädigt/],
    ['unreadable-store', /^Die Daten können gerade nicht gelesen werden/],
  ])("describes store failures in the user's language: %s", (code, detail) => {
    const german = setupI18n({ locale: 'de', messages: { de } });
    expect(describeError(refusal(503, 'In English.', code), german).detail).toMatch(detail);
  });

  it('names the place of a contract violation', () => {
    const { detail, status, requestId } = describeError(
      new ContractError('results.0.item.stockDate', 'Invalid', { status: 502, requestId: 'r-4' }),
      i18n,
    );
    expect(detail).toContain('results.0.item.stockDate');
    expect([status, requestId]).toEqual([502, 'r-4']);
  });

  it('shows when requests to a failing service resume', () => {
    const nextAttemptAt = new Date(2026, 10, 21, 14, 3, 20).toISOString();
    const { detail } = describeError(refusal(503, 'x', 'upstream-resting', { nextAttemptAt }), i18n);
    expect(detail).toContain('2:03:20');
  });

  it("keeps the upstream service's request ID", () => {
    const error = refusal(500, 'x', 'internal-error', { upstreamRequestId: 'theirs-1' });
    expect(describeError(error, i18n).upstreamRequestId).toBe('theirs-1');
  });

  it('keeps the status and the request ID of an error response', () => {
    expect(describeError(refusal(500), i18n)).toMatchObject({ status: 500, requestId: 'r-3' });
  });
});

describe('errorSentence', () => {
  const refusal409 = { status: 409, sentence: 'Not now.', problem: null, requestId: 'r-3', retryAfter: null };

  it('appends the status and the request ID', () => {
    expect(errorSentence(new HttpError(refusal409), i18n)).toBe('Not now. (HTTP 409, X-Request-Id: r-3)');
  });

  it("appends the upstream service's request ID", () => {
    const names = { type: problemType('bad-request'), title: 'x', status: 409, detail: 'Not now.', instance: '/x' };
    const problem = { ...names, upstreamRequestId: 'u-7' };
    expect(errorSentence(new HttpError({ ...refusal409, problem }), i18n)).toMatch(/r-3, Upstream-Request-Id: u-7\)$/);
  });

  it('is only the sentence without a response', () => {
    expect(errorSentence(new NetworkError(), i18n)).toMatch(/try again\.$/);
  });
});
