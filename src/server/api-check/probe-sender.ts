import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiCheckStop } from '#stock/contract/api-check.ts';
import { parseJson } from '#stock/parse-json.ts';
import { readRetryAfter } from '#stock/retry-after.ts';

import { type Exchange, ProbeFailure, type ProbeResponse, type ProbeRequest, type SendProbe } from './probe.ts';

const responseTimeout = 15_000;
/** Maximum total seconds of all pauses in one check. */
const maxPauseSeconds = 30;

/** The check can't continue. */
export class StoppedError extends Error implements ApiCheckStop {
  override readonly name = 'StoppedError';
  readonly reason: ApiCheckStop['reason'];
  readonly sentence: string;

  constructor(reason: ApiCheckStop['reason'], sentence: string) {
    super(sentence);
    this.reason = reason;
    this.sentence = sentence;
  }
}

/** Sends requests one at a time, waits when rate-limited, and gives up if the service is down. */
export function probeSender(
  send: SendProbe,
  signal: AbortSignal | undefined,
  wait: (seconds: number) => Promise<unknown> = (seconds) => sleep(seconds * 1000),
) {
  let requests = 0;
  let failures = 0;
  let paused = 0;

  const responseTo = async (request: ProbeRequest): Promise<ProbeResponse | string> => {
    signal?.throwIfAborted();
    requests++;
    const deadline = AbortSignal.timeout(responseTimeout);
    try {
      const response = await send(request, signal === undefined ? deadline : AbortSignal.any([deadline, signal]));
      failures = 0;
      return response;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = deadline.aborted
        ? `No complete response within ${responseTimeout / 1000} seconds.`
        : failureOf(error);
      failures++;
      if (failures > 1 || requests === 1) throw new StoppedError('unreachable', failure);
      return failure;
    }
  };

  const pause = async ({ headers }: ProbeResponse): Promise<void> => {
    const seconds = readRetryAfter(headers['retry-after'], headers['date'], Date.now()) ?? 5;
    paused += Math.max(1, seconds);
    if (paused > maxPauseSeconds)
      throw new StoppedError(
        'busy',
        `The service returns 429 and requires a wait of ${seconds} seconds. Check again when it is less busy.`,
      );
    await wait(Math.max(1, seconds));
  };

  /**
   * @throws StoppedError after two consecutive requests without a response, or if the requested pauses get too long;
   *   the signal's reason if it aborts
   */
  const exchange = async (request: ProbeRequest): Promise<Exchange> => {
    const response = await responseTo(request);
    if (typeof response === 'string') return { request, response: null, failure: response, json: undefined };
    if (response.status !== 429) return { request, response, failure: null, json: parseJson(response.body) };
    await pause(response);
    return exchange(request);
  };

  /** `requests` returns the number of requests sent. */
  return { exchange, requests: () => requests };
}
export type ProbeSender = ReturnType<typeof probeSender>;

function failureOf(error: unknown): string {
  if (error instanceof ProbeFailure) return error.message;
  throw error;
}
