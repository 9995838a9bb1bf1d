const margin = 28;
const fastest = 24;

/** Follows the pointer, and scrolls while it is held near an edge or beyond; ends when the function given is called. */
export function scrollAtEdges(scroller: HTMLElement, follow: (x: number, y: number) => void): () => void {
  let point: { x: number; y: number } | null = null;
  let frame = requestAnimationFrame(step);

  function step() {
    frame = requestAnimationFrame(step);
    if (!point) return;
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const across = beyond(point.x, left, right);
    const down = beyond(point.y, top, bottom);
    if (across === 0 && down === 0) return;
    scroller.scrollBy(across, down);
    follow(point.x, point.y);
  }

  function onMove({ clientX, clientY }: globalThis.PointerEvent) {
    point = { x: clientX, y: clientY };
    follow(clientX, clientY);
  }

  window.addEventListener('pointermove', onMove);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', onMove);
  };
}

/** Pixels a frame: the farther beyond the edge, the faster. */
function beyond(value: number, low: number, high: number): number {
  if (value < low + margin) return -Math.min(fastest, (low + margin - value) / 2);
  return value > high - margin ? Math.min(fastest, (value - high + margin) / 2) : 0;
}
