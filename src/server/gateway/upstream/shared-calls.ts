/** Calls under way that several may wait for; one is called off when nobody waits for it any more. */
export class SharedCalls<Result> {
  readonly #underWay = new Map<string, SharedCall<Result>>();

  /** Whether a call for this is under way. */
  has(key: string): boolean {
    return this.#underWay.has(key);
  }

  /**
   * The result of the call under way for `key`, else of a new one.
   * @param call is given a signal that aborts once nobody waits
   * @param signal of the one who waits; rejects with its reason
   */
  join(key: string, call: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#underWay.get(key) ?? this.#start(key, call);
    shared.waiting += 1;
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        shared.waiting -= 1;
        if (shared.waiting === 0) this.#callOff(key, shared);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #start(key: string, call: (signal: AbortSignal) => Promise<Result>): SharedCall<Result> {
    const controller = new AbortController();
    const result = call(controller.signal).finally(() => this.#end(key, shared));
    const shared: SharedCall<Result> = { result, controller, waiting: 0 };
    this.#underWay.set(key, shared);
    return shared;
  }

  #callOff(key: string, shared: SharedCall<Result>): void {
    this.#end(key, shared);
    shared.controller.abort();
  }

  /** Another call may have taken the place meanwhile. */
  #end(key: string, shared: SharedCall<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
  }
}

interface SharedCall<Result> {
  result: Promise<Result>;
  controller: AbortController;
  waiting: number;
}
