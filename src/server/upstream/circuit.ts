import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { BreakerState } from './upstream-observer.ts';

/** Why calls don't pass, and until when. */
export interface Opening {
  /** Milliseconds on the monotonic clock. */
  until: number;
  /** The response that requested a pause; null if failed calls opened the circuit. */
  refusal: BackendResponse | null;
}

/** The circuit is open: the call wasn't made. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError';
  readonly opening: Opening;

  constructor(opening: Opening) {
    super('The upstream must not be called now');
    this.opening = opening;
  }
}

/** Another call is on trial: the call wasn't made and may be once `ended` has resolved. */
export class TrialUnderwayError extends Error {
  override readonly name = 'TrialUnderwayError';
  readonly ended: Promise<void>;

  constructor(ended: Promise<void>) {
    super('Another call tries whether the upstream responds');
    this.ended = ended;
  }
}

/**
 * Lets no call pass while it is open. Then it is half-open: one call is on trial, the others wait for its result. The
 * caller who sees the result closes the circuit or opens it again; after a trial without either, another call is tried.
 */
export class Circuit {
  readonly #elapsed: () => number;
  readonly #onChange: (state: BreakerState) => void;
  #opening: Opening | null = null;
  #trial: { ended: Promise<void>; end: () => void } | null = null;

  /** @param elapsed milliseconds on a monotonic clock */
  constructor(elapsed: () => number, onChange: (state: BreakerState) => void = () => undefined) {
    this.#elapsed = elapsed;
    this.#onChange = onChange;
  }

  /** Null while it is closed. */
  get opening(): Opening | null {
    return this.#opening;
  }

  open(opening: Opening): void {
    this.#opening = opening;
    this.#endTrial();
    this.#onChange('open');
  }

  close(): void {
    if (this.#opening === null) return;
    this.#opening = null;
    this.#endTrial();
    this.#onChange('closed');
  }

  /** @throws CircuitOpenError or TrialUnderwayError if no call passes now */
  check(): void {
    if (this.#opening === null) return;
    if (this.#trial !== null) throw new TrialUnderwayError(this.#trial.ended);
    if (this.#elapsed() < this.#opening.until) throw new CircuitOpenError(this.#opening);
  }

  /**
   * Makes the call, on trial if the circuit was open.
   * @throws CircuitOpenError or TrialUnderwayError instead
   */
  async run<Result>(call: (isTrial: boolean) => Promise<Result>): Promise<Result> {
    this.check();
    if (this.#opening === null) return call(false);
    let end!: () => void;
    const trial = { ended: new Promise<void>((resolve) => (end = resolve)), end };
    this.#trial = trial;
    this.#onChange('half-open');
    try {
      return await call(true);
    } finally {
      // An aborted call proves nothing.
      if (this.#trial === trial) this.open(this.#opening);
    }
  }

  #endTrial(): void {
    this.#trial?.end();
    this.#trial = null;
  }
}
