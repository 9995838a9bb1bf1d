import type { PromiseFolder } from './sql-promises.ts';
import type { Run } from './sql-sessions.ts';

/** A folder of promises and watches, with what a run over all persons needs. */
export interface StoredFolder extends PromiseFolder {
  /** Market as JSON; null if only the service knows it. */
  market: string | null;
  /** Since when its owner has to sign in, Unix milliseconds; null if not. */
  pausedSince: number | null;
  /** Credentials that its owner lets checks use, encrypted, and when they expire (Unix seconds); null for none. */
  sealedCredentials: Uint8Array | null;
  credentialsEnd: number | null;
}

/** The right of one server to run until its lease ends, and the state of the last run. */
export interface ClaimedRun {
  /** JSON; empty before the first run. */
  state: string;
}

/** What runs over the promises and watches of all persons share. */
export interface RunStore {
  /** Notes a folder of promises or watches, once. */
  saveFolder(folder: PromiseFolder, market: string | null): Promise<void>;
  listFolders(): Promise<StoredFolder[]>;
  findFolder(folder: PromiseFolder): Promise<StoredFolder | null>;
  noteFolder(folder: PromiseFolder, state: Pick<StoredFolder, 'pausedSince'>): Promise<void>;
  keepCredentials(folder: PromiseFolder, sealed: Uint8Array, end: number): Promise<void>;
  /** Deletes the kept credentials of a person. */
  forgetCredentials(personId: string): Promise<void>;
  /** Claims the run until `leaseUntil`, Unix milliseconds; null while another server has it. */
  claimRun(owner: string, now: number, leaseUntil: number): Promise<ClaimedRun | null>;
  /** Stores the state of a run and extends its lease; 0 ends it. False if another server has it now. */
  saveRun(owner: string, leaseUntil: number, state: string): Promise<boolean>;
}

/** Longest lease, in milliseconds. One that seems longer is of a clock that was set back since. */
const longestLease = 600_000;

/** Tables of runs: what a run finds out, and who runs. */
export function runSchema(bigint: 'bigint' | 'INTEGER', bytes: 'bytea' | 'BLOB'): string {
  return `
  ALTER TABLE tracked_line ADD COLUMN kind text NOT NULL DEFAULT 'promise';
  ALTER TABLE tracked_line ADD COLUMN ends_at ${bigint};
  CREATE INDEX tracked_line_by_end ON tracked_line (ends_at) WHERE ends_at IS NOT NULL;
  CREATE TABLE tracked_folder (
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    market text,
    paused_since ${bigint},
    sealed_credentials ${bytes},
    credentials_end ${bigint},
    PRIMARY KEY (person_id, stock_digest)
  );
  INSERT INTO tracked_folder (person_id, stock_digest) SELECT DISTINCT person_id, stock_digest FROM tracked_line;
  CREATE TABLE check_run (
    run_id integer PRIMARY KEY CHECK (run_id = 1),
    owner text NOT NULL,
    lease_until ${bigint} NOT NULL,
    state text NOT NULL
  );
  INSERT INTO check_run VALUES (1, '', 0, '');
`;
}

const inFolder = 'person_id = $1 AND stock_digest = $2';
const shown = `person_id AS "personId", stock_digest AS "stockDigest", market, paused_since AS "pausedSince",
  sealed_credentials AS "sealedCredentials", credentials_end AS "credentialsEnd"`;

/** Implements runs in the tables of {@link runSchema}, for both databases. */
export function sqlRuns(run: Run): RunStore {
  return {
    saveFolder: async (folder, market) => {
      await run(
        `INSERT INTO tracked_folder (person_id, stock_digest, market) VALUES ($1, $2, NULLIF($3, ''))
         ON CONFLICT (person_id, stock_digest) DO UPDATE SET market = excluded.market
         WHERE tracked_folder.market IS NULL AND excluded.market IS NOT NULL`,
        [...valuesOf(folder), market ?? ''],
      );
    },
    listFolders: async () =>
      (await run(`SELECT ${shown} FROM tracked_folder ORDER BY stock_digest, person_id`, [])) as StoredFolder[],
    findFolder: async (folder) => {
      const [found] = (await run(
        `SELECT ${shown} FROM tracked_folder WHERE ${inFolder}`,
        valuesOf(folder),
      )) as StoredFolder[];
      return found ?? null;
    },
    noteFolder: async (folder, { pausedSince }) => {
      await run(`UPDATE tracked_folder SET paused_since = NULLIF($3, 0) WHERE ${inFolder}`, [
        ...valuesOf(folder),
        pausedSince ?? 0,
      ]);
    },
    keepCredentials: async (folder, sealed, end) => {
      await run(
        `INSERT INTO tracked_folder (person_id, stock_digest, sealed_credentials, credentials_end)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id, stock_digest) DO UPDATE
         SET sealed_credentials = excluded.sealed_credentials, credentials_end = excluded.credentials_end`,
        [...valuesOf(folder), Buffer.from(sealed), end],
      );
    },
    forgetCredentials: async (personId) => {
      await run('UPDATE tracked_folder SET sealed_credentials = NULL, credentials_end = NULL WHERE person_id = $1', [
        personId,
      ]);
    },
    claimRun: async (owner, now, leaseUntil) => {
      const [claimed] = (await run(
        `UPDATE check_run SET owner = $1, lease_until = $3
         WHERE run_id = 1 AND (owner = $1 OR lease_until < $2 OR lease_until > $2 + ${longestLease}) RETURNING state`,
        [owner, now, leaseUntil],
      )) as ClaimedRun[];
      return claimed ?? null;
    },
    saveRun: async (owner, leaseUntil, state) => {
      const saved = await run(
        'UPDATE check_run SET lease_until = $2, state = $3 WHERE run_id = 1 AND owner = $1 RETURNING 1 AS saved',
        [owner, leaseUntil, state],
      );
      return saved.length === 1;
    },
  };
}

function valuesOf({ personId, stockDigest }: PromiseFolder): [string, string] {
  return [personId, stockDigest];
}
