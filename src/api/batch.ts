/**
 * Gathers the keys asked for within one task into calls of at most `limit` keys. `load` answers in the order of
 * its keys; where it fails, every key of that call fails with it.
 */
export function batched<Answer>(load: (keys: string[]) => Promise<Answer[]>, limit: number) {
  let waiting = new Map<string, PromiseWithResolvers<Answer>>();

  async function settle(entries: [string, PromiseWithResolvers<Answer>][]) {
    try {
      const answers = await load(entries.map(([key]) => key));
      for (const [index, [, { resolve }]] of entries.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const [, { reject }] of entries) reject(error);
    }
  }

  function flush() {
    const entries = [...waiting];
    waiting = new Map();
    for (let start = 0; start < entries.length; start += limit) void settle(entries.slice(start, start + limit));
  }

  return (key: string): Promise<Answer> => {
    if (waiting.size === 0) queueMicrotask(flush);
    const known = waiting.get(key);
    if (known) return known.promise;
    const entry = withResolvers<Answer>();
    waiting.set(key, entry);
    return entry.promise;
  };
}

interface PromiseWithResolvers<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
}

function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve!: (value: Value) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
