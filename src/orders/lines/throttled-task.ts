/** A task that runs soon after a request, but at least `pause` milliseconds after its last run ended. */
export class ThrottledTask {
  readonly #task: () => void;
  readonly #pause: () => number;
  #cancel: (() => void) | null = null;
  #lastRun = -Infinity;
  #due = -Infinity;

  constructor(task: () => void, pause: () => number) {
    this.#task = task;
    this.#pause = pause;
  }

  /** @param pause in milliseconds, if other than usual; the earliest pending request applies */
  schedule(pause: number = this.#pause()): void {
    const due = this.#lastRun + pause;
    if (this.#cancel !== null && this.#due <= due) return;
    this.cancel();
    this.#due = due;
    const wait = due - performance.now();
    if (wait <= 0) {
      this.#cancel = afterPaint(() => this.runNow());
    } else {
      const timer = setTimeout(() => this.runNow(), wait);
      this.#cancel = () => clearTimeout(timer);
    }
  }

  /** Runs the task immediately, requested or not. */
  runNow(): void {
    this.cancel();
    this.#task();
    // Measured from its end, so that a long task leaves time for others.
    this.#lastRun = performance.now();
  }

  get isPending(): boolean {
    return this.#cancel !== null;
  }

  cancel(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

/** Milliseconds within which a frame is painted, unless the page is hidden. */
const maxFrameTime = 80;

/** Runs a task after the next paint, or soon if nothing is painted. Returns a cancel function. */
export function afterPaint(task: () => void): () => void {
  let timer = setTimeout(task, maxFrameTime);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(task);
  });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
