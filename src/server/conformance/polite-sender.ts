import type { ContractStop } from '#contract/contract-check.ts';
import { parseJson } from '#lib/parse-json.ts';
import { readRetryAfter } from '#lib/retry-after.ts';

import { type Exchange, ProbeFailure, type ProbeAnswer, type ProbeRequest, type SendProbe } from './probe.ts';

const longestAnswer = 15_000;
/** Longer than this a check is not kept waiting, all its pauses taken together. */
const longestPauses = 30;

/** There is no use in asking on. */
export class StoppedError extends Error implements ContractStop {
  override readonly name = 'StoppedError';
  readonly reason: ContractStop['reason'];
  readonly sentence: string;

  constructor(reason: ContractStop['reason'], sentence: string) {
    super(sentence);
    this.reason = reason;
    this.sentence = sentence;
  }
}

/** Asks one thing after the other, waits as long as the service wants, and gives up on one that is down. */
export class PoliteSender {
  readonly #send: SendProbe;
  readonly #signal: AbortSignal | undefined;
  readonly #wait: (seconds: number) => Promise<void>;
  #requests = 0;
  #failures = 0;
  #paused = 0;

  constructor(send: SendProbe, signal: AbortSignal | undefined, wait: (seconds: number) => Promise<void> = sleep) {
    this.#send = send;
    this.#signal = signal;
    this.#wait = wait;
  }

  /** How many requests went out. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * @throws StoppedError where two requests in a row had no answer, or the service wants a longer pause than one
   * person waits for; and what the signal says where the caller gave up.
   */
  async ask(request: ProbeRequest): Promise<Exchange> {
    const answer = await this.#answer(request);
    if (typeof answer === 'string') return { request, answer: null, failure: answer, json: undefined };
    if (answer.status !== 429) return { request, answer, failure: null, json: parseJson(answer.body) };
    await this.#pause(answer);
    return this.ask(request);
  }

  async #answer(request: ProbeRequest): Promise<ProbeAnswer | string> {
    this.#signal?.throwIfAborted();
    this.#requests++;
    const deadline = AbortSignal.timeout(longestAnswer);
    const signal = this.#signal === undefined ? deadline : AbortSignal.any([deadline, this.#signal]);
    try {
      const answer = await this.#send(request, signal);
      this.#failures = 0;
      return answer;
    } catch (error) {
      this.#signal?.throwIfAborted();
      const failure = deadline.aborted
        ? `No whole answer came within ${longestAnswer / 1000} seconds.`
        : failureOf(error);
      this.#failures++;
      if (this.#failures > 1 || this.#requests === 1) throw new StoppedError('unreachable', failure);
      return failure;
    }
  }

  async #pause({ headers }: ProbeAnswer): Promise<void> {
    const seconds = readRetryAfter(headers['retry-after'], headers['date'], Date.now()) ?? 5;
    this.#paused += Math.max(1, seconds);
    if (this.#paused > longestPauses)
      throw new StoppedError(
        'busy',
        `The service answers 429 and asks to wait ${seconds} seconds. Check again when it is less busy.`,
      );
    await this.#wait(Math.max(1, seconds));
  }
}

function failureOf(error: unknown): string {
  if (error instanceof ProbeFailure) return error.message;
  throw error;
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
