import { concurrencyLimit } from './concurrency-limit.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

/**
 * Calls that nobody waits for: a few at a time, each beginning when no other call is in flight. A service that is in
 * use all the time delays them, but doesn't stop them.
 */
export function backgroundCalls({
  maxBackgroundCalls,
  maxBackgroundWait,
}: Pick<UpstreamLimits, 'maxBackgroundCalls' | 'maxBackgroundWait'>) {
  const limit = concurrencyLimit(maxBackgroundCalls, Infinity);
  const waiting = new Set<() => void>();
  let others = 0;

  const idle = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, maxBackgroundWait);
      signal.addEventListener('abort', end);
      waiting.add(end);
    });

  return {
    /** Makes a call that somebody waits for. */
    foreground: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      others += 1;
      try {
        return await call();
      } finally {
        others -= 1;
        if (others === 0) for (const end of waiting) end();
      }
    },
    /** Makes a background call; rejects with the signal's reason if it aborts. */
    background: <Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> =>
      limit(async () => {
        if (others > 0) await idle(signal);
        signal.throwIfAborted();
        return call();
      }, signal),
  };
}
