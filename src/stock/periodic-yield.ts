/** Longest time in milliseconds that a task may block the main thread. */
const maxStretch = 16;

/** Returns a function to await between steps of long work. It yields every few milliseconds for rendering and input. */
export function periodicYield(): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < maxStretch) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        started = performance.now();
        resolve();
      });
    });
  };
}
