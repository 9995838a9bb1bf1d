import { attemptsHeader } from '#contract/headers.ts';
import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { ContractBreach } from './answer-check.ts';
import { type Asked, foreignId, ownProblem, passedProblem } from './problem-response.ts';
import type { UpstreamOutcome } from './upstream-calls.ts';

const failures = {
  unreachable: { code: 'upstream-unreachable', words: 'no connection to it could be made' },
  timeout: { code: 'upstream-timeout', words: 'it took too long' },
  'broken-off': { code: 'upstream-unreachable', words: 'its answer broke off' },
  'too-large': { code: 'contract-broken', words: 'its answer is larger than can be taken in' },
} as const;

/** Anything but a good answer, as a problem with one sentence. */
export function outcomeResponse(outcome: UpstreamOutcome, asked: Asked, now: number): BackendResponse {
  switch (outcome.kind) {
    case 'answer':
      return isRefusal(outcome.response)
        ? passedProblem(outcome.response, asked, outcome.attempts)
        : strayed(outcome.response, asked);
    case 'failed': {
      const { code, words } = failures[outcome.failure.reason];
      const headers = outcome.attempts > 1 ? { [attemptsHeader]: String(outcome.attempts) } : {};
      return ownProblem(code, `The stock service gave no answer: ${words}.`, asked, { headers });
    }
    case 'resting':
      return resting(outcome.until, asked, now);
    case 'paused': {
      const { refusal, until } = outcome.pause;
      const seconds = secondsUntil(until, now);
      return passedProblem({ ...refusal, headers: { ...refusal.headers, 'retry-after': seconds } }, asked, 1);
    }
    case 'crowded':
    default:
      return ownProblem('unavailable', 'Too many questions wait for the stock service; try again in a moment.', asked, {
        headers: { 'retry-after': '2' },
      });
  }
}

function resting(until: number, asked: Asked, now: number): BackendResponse {
  const seconds = secondsUntil(until, now);
  const detail = `The stock service keeps failing, so it is left alone for a moment and asked again in ${seconds} seconds.`;
  const asksAgainAt = new Date(until).toISOString();
  return ownProblem('upstream-resting', detail, asked, { asksAgainAt, headers: { 'retry-after': seconds } });
}

/** A successful answer that is not what the contract says, as a problem that names the place. */
export function breachResponse(answer: BackendResponse, { path, rule }: ContractBreach, asked: Asked): BackendResponse {
  return departed(answer, `${path} ${rule}`, asked, [{ path, message: `${path} ${rule}.` }]);
}

/** An answer that is neither data nor a refusal that a browser takes for one. */
function strayed(answer: BackendResponse, asked: Asked): BackendResponse {
  const leadsOn = answer.status < 400 && answer.headers['location'] !== undefined;
  const [path, rule] = leadsOn
    ? ['Location', 'leads to another address, which is not followed; check STOCK_UPSTREAM_URL']
    : ['status', 'says nothing to this question; check STOCK_UPSTREAM_URL'];
  return departed(answer, `its ${path} ${rule}`, asked, [{ path, message: `${path} ${rule}.` }]);
}

function departed(
  answer: BackendResponse,
  what: string,
  asked: Asked,
  errors: { path: string; message: string }[],
): BackendResponse {
  const upstreamRequestId = foreignId(answer, asked);
  return ownProblem(
    'contract-broken',
    `The stock service answered ${answer.status}, but not as agreed: ${what}.`,
    asked,
    {
      errors,
      ...(upstreamRequestId !== null && { upstreamRequestId }),
    },
  );
}

/** By 407 only a proxy refuses, and browsers take it from nobody else. */
function isRefusal({ status }: BackendResponse): boolean {
  return status >= 400 && status <= 599 && status !== 407;
}

function secondsUntil(until: number, now: number): string {
  return String(Math.max(1, Math.ceil((until - now) / 1000)));
}
