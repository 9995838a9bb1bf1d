/** The longest that a piece of work keeps the screen waiting, in milliseconds. */
const longestStretch = 16;

/** To be awaited between the pieces of long work: lets the screen draw and answer keys every few milliseconds. */
export function breathe(): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < longestStretch) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        started = performance.now();
        resolve();
      });
    });
  };
}
