/** Whether the cells have the keyboard and what pointed last: read when it matters, never rendered. */
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

  /** The cells take the keyboard. */
  enter(): void {
    this.#hasFocus = true;
  }

  /** The keyboard went to `element`, which may be a menu over the cells. */
  movedTo(element: Element): void {
    this.#hasFocus = element.closest('[data-row]') !== null && element.closest('[popover]') === null;
  }

  /** `kind` is that of a pointer event. */
  pointedWith(kind: string): void {
    this.#isTouch = kind === 'touch';
  }
}
