import { bulkhead } from 'cockatiel';

/** Makes a call once it is its turn; rejects with the signal's reason as soon as it is called off. */
type TakeTurn = <Result>(call: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Lets `atOnce` calls be under way and `waiting` wait, in order; more are thrown cockatiel's BulkheadRejectedError. The
 * signal is kept from cockatiel: it would tell who is called off only when their turn comes, and then give that turn to
 * nobody.
 */
export function turnsOf(atOnce: number, waiting: number): TakeTurn {
  const policy = bulkhead(atOnce, waiting);
  return (call, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      const turn = policy.execute(async () => {
        signal.throwIfAborted();
        return call();
      });
      turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
}
