import { useEffect, useState } from 'react';

/** Long work that ends early, by rejecting, where its signal is aborted. */
export type Work<Value> = (signal: AbortSignal) => Promise<Value>;

/**
 * What long work comes to, once it is there; until then what the work before came to, or null, and not current. Keep
 * the function between renders: another one is other work. Null is no work.
 */
export function useWorkedOut<Value>(work: Work<Value> | null): { value: Value | null; isCurrent: boolean } {
  const [done, setDone] = useState<{ work: Work<Value>; value: Value } | null>(null);
  useEffect(() => {
    if (work === null) return undefined;
    const control = new AbortController();
    const { signal } = control;
    void work(signal).then(
      (value) => !signal.aborted && setDone({ work, value }),
      (error: unknown) => {
        // Thrown where it is rendered, so that the boundary around it shows it.
        if (!signal.aborted) setDone(() => raise(error));
      },
    );
    return () => control.abort();
  }, [work]);
  return { value: done?.value ?? null, isCurrent: done !== null && done.work === work };
}

function raise(error: unknown): never {
  throw error;
}
