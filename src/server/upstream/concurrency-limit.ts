import { bulkhead } from 'cockatiel';

/** Makes a call when a slot is free; rejects with the signal's reason as soon as it aborts. */
type LimitedCall = <Result>(call: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Allows `maxConcurrent` concurrent calls and queues `maxQueued` more, first in, first out. Calls beyond that reject with
 * cockatiel's BulkheadRejectedError. The signal isn't passed to cockatiel: it would reject an aborted call only when
 * dequeued, and then waste its slot.
 */
export function concurrencyLimit(maxConcurrent: number, maxQueued: number): LimitedCall {
  const policy = bulkhead(maxConcurrent, maxQueued);
  return (call, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => reject(signal.reason as Error);
      signal.addEventListener('abort', leave);
      const result = policy.execute(async () => {
        signal.throwIfAborted();
        return call();
      });
      result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
}
