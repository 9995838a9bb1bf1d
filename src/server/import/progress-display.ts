import { describeProgress } from './describe-import.ts';
import type { ImportProgress } from './worker-job.ts';

/** What of a terminal is needed to draw on it. */
export type Screen = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

const returnAndClear = '\r\u001b[K';
/** A log is told this often, in milliseconds. */
const logInterval = 5000;

/** Shows how far an import is: on a terminal a bar that is drawn over, in a log a line now and then. */
export class ProgressDisplay {
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #started: number;
  #lastLogged: number;

  constructor(screen: Screen, now: () => number = Date.now) {
    this.#screen = screen;
    this.#now = now;
    this.#started = now();
    this.#lastLogged = this.#started;
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#now() - this.#started;
  }

  show(progress: ImportProgress): void {
    const line = describeProgress(progress, this.elapsed);
    if (this.#screen.isTTY === true)
      this.#screen.write(returnAndClear + line.slice(0, (this.#screen.columns ?? 80) - 1));
    else if (this.#now() - this.#lastLogged >= logInterval) {
      this.#lastLogged = this.#now();
      this.#screen.write(`${line}\n`);
    }
  }

  clear(): void {
    if (this.#screen.isTTY === true) this.#screen.write(returnAndClear);
  }
}
