/** Where the keyboard is and what pointed last: read when it matters, never rendered. */
export class GridPresence {
  #hasFocus = false;
  #isTouch = false;

  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  /** A finger pointed last: the keyboard on the screen must wait until a cell is edited. */
  get isTouch(): boolean {
    return this.#isTouch;
  }

  enter(): void {
    this.#hasFocus = true;
  }

  leave(): void {
    this.#hasFocus = false;
  }

  /** `kind` is that of a pointer event. */
  pointedWith(kind: string): void {
    this.#isTouch = kind === 'touch';
  }
}
