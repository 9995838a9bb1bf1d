/** Tells listeners of changes: once for all changes of one task, after it. */
export class ChangeNotice {
  readonly #listeners = new Set<() => void>();
  #isDue = false;
  #gathering: ReturnType<typeof setTimeout> | null = null;

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.#tell());
  }

  /** For changes that come by the hundred: tells of all in so many milliseconds once, or with the next one announced. */
  announceWithin(milliseconds: number): void {
    if (this.#isDue) return;
    this.#gathering ??= setTimeout(() => this.#tell(), milliseconds);
  }

  #tell(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    this.#isDue = false;
    for (const listener of this.#listeners) listener();
  }
}
