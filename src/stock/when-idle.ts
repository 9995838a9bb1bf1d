const maxWait = 3000;

/** Calls `run` when the browser is idle. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari doesn't support idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, maxWait);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: maxWait });
  return () => cancelIdleCallback(id);
}
