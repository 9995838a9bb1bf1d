import type { LineKey } from '#stock/order/order-line.ts';

export interface AutomaticCheckOptions {
  /** Resolves when the products of all lines are looked up. */
  productsSettled: () => Promise<void>;
  check: (lines: readonly LineKey[]) => Promise<void>;
  /** Called when a check has ended. */
  onEnd: () => void;
}

/** Debounce of edits, in milliseconds. */
const pauseAfterEdit = 300;

/** Checks edited lines by itself, shortly after the last edit and once their products are known. */
export class AutomaticCheck {
  readonly #options: AutomaticCheckOptions;
  /** Lines whose query changed since they were last checked. */
  readonly #lines = new Set<LineKey>();
  /** By `performance.now`. */
  #editedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPending = false;
  #cancellations = 0;

  constructor(options: AutomaticCheckOptions) {
    this.#options = options;
  }

  /** Whether edited lines are being checked, or will be soon. */
  get isPending(): boolean {
    return this.#isPending;
  }

  noteEdit(): void {
    this.#editedAt = performance.now();
  }

  /** Adds lines to check. Products that are found after the pause don't delay the check further. */
  add(lines: Iterable<LineKey>): void {
    for (const key of lines) this.#lines.add(key);
    if (this.#lines.size === 0) return;
    clearTimeout(this.#timer);
    this.#isPending = true;
    const wait = Math.max(0, this.#editedAt + pauseAfterEdit - performance.now());
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  /** Forgets the lines, which another check includes. */
  clear(): void {
    this.#lines.clear();
  }

  /** Starts no check until lines are added again. */
  cancel(): void {
    this.#cancellations += 1;
    this.#isPending = false;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const { productsSettled, check, onEnd } = this.#options;
    const cancellations = this.#cancellations;
    await productsSettled();
    if (cancellations !== this.#cancellations) return;
    const lines = [...this.#lines];
    this.#lines.clear();
    await check(lines);
    this.#isPending = this.#lines.size > 0;
    onEnd();
  }
}
