import { setTimeout as wait } from 'node:timers/promises';

import { connect, disconnect, withTimeout, type Sql } from './postgres-client.ts';

/** Seconds that a standby may take before the primary is used instead. */
const readTimeout = 3;
/** Milliseconds between two checks of a standby that isn't used. */
const recheckInterval = 100;

interface Standby<Reader> {
  sql: Sql;
  reader: Reader;
  /** The import up to which it has replayed; null while it isn't used. */
  latestImport: string | null;
  isChecking: boolean;
}

/**
 * Distributes reads among hot standbys. Each read gets the latest import's ID from the primary and goes to a standby
 * that has replayed that import, otherwise to the primary. Reads therefore never return outdated data.
 */
export class PostgresStandbys<Reader> {
  readonly #primary: Reader;
  readonly #standbys: Standby<Reader>[];
  readonly #latestImport: () => Promise<string | null>;
  #turn = 0;

  /** @param readerOf creates a reader for a connection to the primary or a standby */
  constructor(primary: Sql, urls: readonly string[], connections: number, readerOf: (sql: Sql) => Reader) {
    this.#primary = readerOf(primary);
    this.#standbys = urls.map((url) => {
      // A standby that was restarted or replaced is checked before it is used again.
      const sql = connect(url, connections, () => (standby.latestImport = null));
      const standby: Standby<Reader> = { sql, reader: readerOf(sql), latestImport: null, isChecking: false };
      return standby;
    });
    this.#latestImport = shareNextCall(() => withTimeout(latestImportIn(primary, false)));
  }

  /** @param seconds that the server may take; default: those of a lookup */
  async read<Found>(ask: (reader: Reader) => Promise<Found>, seconds?: number): Promise<Found> {
    const standby = this.#standbys.length === 0 ? undefined : this.#next(await this.#latestImport());
    if (standby === undefined) return withTimeout(ask(this.#primary), seconds);
    try {
      return await withTimeout(ask(standby.reader), seconds ?? readTimeout);
    } catch {
      standby.latestImport = null;
      return withTimeout(ask(this.#primary), seconds);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#standbys.map(({ sql }) => disconnect(sql)));
  }

  /** Returns up-to-date standbys in turn; undefined if there is none. */
  #next(latest: string | null): Standby<Reader> | undefined {
    const [ready, others] = [true, false].map((isReady) =>
      this.#standbys.filter(({ latestImport }) => (latestImport !== null && latestImport === latest) === isReady),
    );
    for (const standby of others ?? []) void this.#check(standby);
    this.#turn += 1;
    return ready?.[this.#turn % ready.length];
  }

  async #check(standby: Standby<Reader>): Promise<void> {
    if (standby.isChecking) return;
    standby.isChecking = true;
    standby.latestImport = await withTimeout(latestImportIn(standby.sql, true), readTimeout).catch(() => null);
    await wait(recheckInterval, undefined, { ref: false });
    standby.isChecking = false;
  }
}

/**
 * Returns the ID of the latest import. Null if a standby was expected but the server isn't one, since its data will
 * diverge. A number of imports would not do: a standby of another primary, configured by mistake, could have the same.
 */
async function latestImportIn(sql: Sql, isStandby: boolean): Promise<string | null> {
  const [state] = await sql<{ latestImport: string }[]>`
    SELECT import_id::text AS "latestImport" FROM store_state WHERE id = 1 AND pg_is_in_recovery() = ${isStandby}`;
  return state?.latestImport ?? null;
}

/**
 * Shares one call among all callers until it starts. Later callers wait for the next call: the one in flight may have
 * started before an import that has been committed since.
 */
function shareNextCall<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  return () => {
    if (next !== null) return next;
    const requested = last.then(() => {
      next = null;
      return ask();
    });
    last = requested.catch(() => undefined);
    next = requested;
    return requested;
  };
}
