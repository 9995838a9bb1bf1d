import { setTimeout as wait } from 'node:timers/promises';

import { connect, disconnect, inTime, type Sql } from './postgres-client.ts';

/** How long a standby may take before the primary is asked instead, in seconds. */
const patience = 3;
/** How long one that is left out is left alone between two looks at it, in milliseconds. */
const lookAgainAfter = 100;

interface Standby<Reader> {
  sql: Sql;
  reader: Reader;
  /** The import up to which it has replayed; null while it is left out. */
  latestImport: string | null;
  isLookedAt: boolean;
}

/**
 * Shares out reading among hot standbys. Each read first learns from the primary which import is the latest, and goes to
 * a standby that has replayed that one, else to the primary: nothing older than the latest import is ever read.
 */
export class PostgresStandbys<Reader> {
  readonly #primary: Reader;
  readonly #standbys: Standby<Reader>[];
  readonly #latestImport: () => Promise<string | null>;
  #turn = 0;

  /** @param readerOf reads by a connection, of the primary or of a standby */
  constructor(primary: Sql, urls: readonly string[], connections: number, readerOf: (sql: Sql) => Reader) {
    this.#primary = readerOf(primary);
    this.#standbys = urls.map((url) => {
      // One that was restarted, or replaced by another, is looked at before it is asked again.
      const sql = connect(url, connections, () => (standby.latestImport = null));
      const standby: Standby<Reader> = { sql, reader: readerOf(sql), latestImport: null, isLookedAt: false };
      return standby;
    });
    this.#latestImport = joined(() => inTime(latestImportIn(primary, false)));
  }

  async read<Found>(ask: (reader: Reader) => Promise<Found>): Promise<Found> {
    const standby = this.#standbys.length === 0 ? undefined : this.#next(await this.#latestImport());
    if (standby === undefined) return inTime(ask(this.#primary));
    try {
      return await inTime(ask(standby.reader), patience);
    } catch {
      standby.latestImport = null;
      return inTime(ask(this.#primary));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#standbys.map(({ sql }) => disconnect(sql)));
  }

  /** Those that are up to date take turns; undefined where none is. */
  #next(latest: string | null): Standby<Reader> | undefined {
    const [ready, others] = [true, false].map((isReady) =>
      this.#standbys.filter(({ latestImport }) => (latestImport !== null && latestImport === latest) === isReady),
    );
    for (const standby of others ?? []) void this.#lookAt(standby);
    this.#turn += 1;
    return ready?.[this.#turn % ready.length];
  }

  async #lookAt(standby: Standby<Reader>): Promise<void> {
    if (standby.isLookedAt) return;
    standby.isLookedAt = true;
    standby.latestImport = await inTime(latestImportIn(standby.sql, true), patience).catch(() => null);
    await wait(lookAgainAfter, undefined, { ref: false });
    standby.isLookedAt = false;
  }
}

/**
 * The id of the latest import; null where a standby is meant and the server is none, which shows other data soon. Its
 * number would do for standbys of this primary: one of another, named by mistake, may have seen as many.
 */
async function latestImportIn(sql: Sql, isStandby: boolean): Promise<string | null> {
  const [state] = await sql<{ latestImport: string }[]>`
    SELECT import_id::text AS "latestImport" FROM store_state WHERE id = 1 AND pg_is_in_recovery() = ${isStandby}`;
  return state?.latestImport ?? null;
}

/**
 * Asks once for all who ask before the question is sent. Who comes later waits for the next answer: the one that is under
 * way may be of before an import that has been committed since.
 */
function joined<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  return () => {
    if (next !== null) return next;
    const asked = last.then(() => {
      next = null;
      return ask();
    });
    last = asked.catch(() => undefined);
    next = asked;
    return asked;
  };
}
