import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';

import { problemType } from '#contract/problem.ts';

import { errorSentence } from './error-sentence.ts';
import { HttpError, NetworkError } from './errors.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const refusal = { status: 409, sentence: 'Not now.', problem: null, requestId: 'r-3', retryAfter: null };

it('names status and request id behind the sentence', () => {
  expect(errorSentence(new HttpError(refusal), i18n)).toBe('Not now. (HTTP 409, X-Request-Id: r-3)');
});

it('names the id that the service behind the gateway gave', () => {
  const names = { type: problemType('bad-request'), title: 'x', status: 409, detail: 'Not now.', instance: '/x' };
  const problem = { ...names, upstreamRequestId: 'u-7' };
  expect(errorSentence(new HttpError({ ...refusal, problem }), i18n)).toMatch(/r-3, Upstream-Request-Id: u-7\)$/);
});

it('is the sentence alone where no answer came', () => {
  expect(errorSentence(new NetworkError(), i18n)).toMatch(/then try again\.$/);
});
