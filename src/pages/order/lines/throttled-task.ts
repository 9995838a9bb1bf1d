/** A task that runs soon after it was asked for, and not sooner than `pause` milliseconds after it last ended. */
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

  /** @param pause in milliseconds, in place of the usual one where it is shorter */
  ask(pause: number = this.#pause()): void {
    const due = this.#lastRun + pause;
    if (this.#cancel !== null && this.#due <= due) return;
    this.stop();
    this.#due = due;
    const wait = due - performance.now();
    if (wait <= 0) {
      this.#cancel = afterPaint(() => this.now());
    } else {
      const timer = setTimeout(() => this.now(), wait);
      this.#cancel = () => clearTimeout(timer);
    }
  }

  /** Runs it at once, whether it was asked for or not. */
  now(): void {
    this.stop();
    this.#task();
    // Counted from its end, so that a long task leaves room for others.
    this.#lastRun = performance.now();
  }

  get isDue(): boolean {
    return this.#cancel !== null;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

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
