const shownEvery = 100;

/** Passes on what is shown often enough to be seen moving, and not more. */
export function paced<Value>(show: (value: Value) => void): (value: Value) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (value) => {
    const now = performance.now();
    if (now - shownAt < shownEvery) return;
    shownAt = now;
    show(value);
  };
}
