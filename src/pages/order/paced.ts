/** A task that runs soon after it was asked for, and not sooner than `pause` milliseconds after it last ended. */
export class Paced {
  readonly #task: () => void;
  readonly #pause: () => number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastRun = -Infinity;

  constructor(task: () => void, pause: () => number) {
    this.#task = task;
    this.#pause = pause;
  }

  ask(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#lastRun + this.#pause() - performance.now());
    this.#timer = setTimeout(() => this.now(), wait);
  }

  /** Runs it at once, whether it was asked for or not. */
  now(): void {
    this.stop();
    this.#task();
    // Counted from its end, so that a long task leaves room for others.
    this.#lastRun = performance.now();
  }

  get isDue(): boolean {
    return this.#timer !== null;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
