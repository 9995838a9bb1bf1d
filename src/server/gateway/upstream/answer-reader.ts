import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';
import { startThread } from '#server/start-thread.ts';
import { withoutSecrets } from '#server/without-secrets.ts';

import { type AnswerCheck, checkAnswer, type ContractBreach, type UncheckedAnswer } from './answer-check.ts';
import { turnsOf } from './turns.ts';
import type { UpstreamQuestion } from './upstream-calls.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import { TransportFailure } from './upstream-transport.ts';

/** An answer that shows no secret of who asked. */
export interface CheckedResponse extends BackendResponse {
  /** Where it is not what the contract says; null where it is, or is no good answer. */
  breach: ContractBreach | null;
}

/** A long answer that came, and nobody has read. */
interface UnreadResponse extends BackendResponse {
  /** @throws TransportFailure `too-large` where there is no memory or time to read it in, and the signal's reason. */
  read: (signal: AbortSignal) => Promise<AnswerCheck>;
}

/** An answer that came; its headers show no secret of who asked. */
export type ReceivedResponse = CheckedResponse | UnreadResponse;

/**
 * Reads answers of an upstream. A long one would hold everybody up for as long as it takes, so these have a thread of
 * their own, which comes with the first and reads one after the other.
 */
export function answerReader({ readHereBytes, readingMegabytes, reading }: UpstreamLimits) {
  const takeTurn = turnsOf(1, Infinity);
  let thread: Worker | null = null;

  const readInThread = async (answer: UncheckedAnswer, signal: AbortSignal): Promise<AnswerCheck> => {
    if (thread === null) {
      thread = startThread('gateway/upstream/answer-worker', {
        resourceLimits: { maxOldGenerationSizeMb: readingMegabytes },
      });
      thread.unref();
      // What ends it while nobody waits for it is of no consequence.
      thread.on('error', () => undefined);
    }
    const worker = thread;
    const either = AbortSignal.any([signal, AbortSignal.timeout(reading)]);
    try {
      // The bytes change hands, there and back: a copy of them would take this thread's time.
      worker.postMessage(answer, [answer.body.buffer as ArrayBuffer]);
      const [check] = (await once(worker, 'message', { signal: either })) as [AnswerCheck];
      // Buffers come from another thread as plain bytes.
      return { ...check, body: Buffer.from(check.body.buffer) };
    } catch (error) {
      thread = null;
      void worker.terminate();
      signal.throwIfAborted();
      throw isOutOfMemory(error) || either.aborted ? new TransportFailure('too-large', { cause: error }) : error;
    }
  };

  return {
    /** A short answer, checked; a long one as it came, to be read in its turn. */
    receive: ({ operation, path, body, secrets }: UpstreamQuestion, answer: BackendResponse): ReceivedResponse => {
      const isGood = answer.status >= 200 && answer.status < 300;
      const unchecked = { question: isGood ? { operation, path, body } : null, body: answer.body, secrets };
      const received = { ...answer, headers: withoutSecrets(answer.headers, secrets) };
      if (answer.body.length <= readHereBytes) return { ...received, ...checkAnswer(unchecked) };
      return { ...received, read: (signal) => takeTurn(() => readInThread(unchecked, signal), signal) };
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
