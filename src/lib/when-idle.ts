const longestWait = 3000;

/** Calls `run` once the browser has nothing better to do. Returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks yet.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, longestWait);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: longestWait });
  return () => cancelIdleCallback(id);
}
