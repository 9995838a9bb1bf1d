/** Notifies listeners of changes, once per task, in a microtask. */
export class ChangeNotice {
  readonly #listeners = new Set<() => void>();
  #isDue = false;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  announce(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    this.#isDue = false;
    for (const listener of this.#listeners) listener();
  }
}
