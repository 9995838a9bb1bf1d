/** A frame is drawn sooner than this, unless the page is hidden. */
const longestFrame = 80;

/** Runs a task once the screen shows what is there now; soon all the same where no screen is drawn. Returns what stops it. */
export function afterPaint(task: () => void): () => void {
  let timer = setTimeout(task, longestFrame);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(task);
  });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
