import { type NewMail, type NewNotification, notificationSteps } from './sql-notifications.ts';
import { changeLines, type LineChange, type LineKey, type PromiseFolder, type SelectRecords } from './sql-promises.ts';
import type { Run } from './sql-sessions.ts';
import type { RunTogether, Statement } from './transaction.ts';

/** A folder of promises and watches, with what a run over all persons needs. */
export interface StoredFolder extends PromiseFolder {
  /** Market as JSON; null if only the service knows it. */
  market: string | null;
  /** Since when its owner has to sign in, Unix milliseconds; null if not. */
  pausedSince: number | null;
  /** 1 once the owner was told, until credentials are kept again. */
  isPauseTold: number;
  /** Credentials that its owner lets checks use, encrypted, and when they expire (Unix seconds); null for none. */
  sealedCredentials: Uint8Array | null;
  credentialsEnd: number | null;
}

/** The last run, or the one under way. */
export interface ClaimedRun {
  /** JSON; empty before the first run. */
  state: string;
}

/** What a run tells of lines. */
export interface LineReport {
  added: readonly NewNotification[];
  mail: NewMail;
  /** Whether the mail tells no more than this and what was stored before. */
  isLast: boolean;
}

/** What runs over the promises and watches of all persons share. */
export interface RunStore {
  /** Notes a folder of promises or watches, whose owner is signed in. */
  saveFolder(folder: PromiseFolder, market: string | null): Promise<void>;
  listFolders(): Promise<StoredFolder[]>;
  findFolder(folder: PromiseFolder): Promise<StoredFolder | null>;
  /** Notes that the owner of a folder has to sign in, with the notification that tells it. Unix milliseconds. */
  pauseFolder(
    folder: PromiseFolder,
    since: number,
    notifications: readonly NewNotification[],
    mail: NewMail,
  ): Promise<void>;
  resumeFolder(folder: PromiseFolder): Promise<void>;
  keepCredentials(folder: PromiseFolder, sealed: Uint8Array, end: number): Promise<void>;
  /** Deletes the kept credentials of a person. */
  forgetCredentials(personId: string): Promise<void>;
  /** Deletes kept credentials that have expired. Unix seconds. */
  forgetExpiredCredentials(now: number): Promise<void>;
  /**
   * Changes lines like `changePromises`, and stores in the same transaction the notifications about those that it
   * changes, and with the last ones of a run the mail that tells them.
   */
  reportLines(folder: PromiseFolder, changes: readonly LineChange[], report: LineReport): Promise<void>;
  /**
   * Has notifications told by the mail `as` whose mail, its ID beginning with `of`, was never stored.
   * @param since when the first of them may have been made, Unix milliseconds
   */
  remail(mails: { of: string; as: string; since: number }): Promise<void>;
  findRun(): Promise<ClaimedRun>;
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
    is_pause_told ${bigint} NOT NULL DEFAULT 0,
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
  is_pause_told AS "isPauseTold",
  sealed_credentials AS "sealedCredentials", credentials_end AS "credentialsEnd"`;

/** Implements runs in the tables of {@link runSchema}, for both databases. */
export function sqlRuns(run: Run, runTogether: RunTogether, records: SelectRecords): RunStore {
  return {
    saveFolder: async (folder, market) => {
      await run(
        `INSERT INTO tracked_folder (person_id, stock_digest, market) VALUES ($1, $2, NULLIF($3, ''))
         ON CONFLICT (person_id, stock_digest) DO UPDATE SET market = excluded.market, paused_since = NULL
         WHERE (tracked_folder.market IS NULL AND excluded.market IS NOT NULL) OR tracked_folder.paused_since IS NOT NULL`,
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
    pauseFolder: async (folder, since, notifications, mail) => {
      await runTogether([
        [
          `UPDATE tracked_folder SET paused_since = $3, is_pause_told = 1 WHERE ${inFolder}`,
          [...valuesOf(folder), since],
        ],
        ...notificationSteps(records, folder, notifications, mail),
      ]);
    },
    resumeFolder: async (folder) => {
      await run(`UPDATE tracked_folder SET paused_since = NULL WHERE ${inFolder}`, valuesOf(folder));
    },
    keepCredentials: async (folder, sealed, end) => {
      await run(
        `INSERT INTO tracked_folder (person_id, stock_digest, sealed_credentials, credentials_end)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (person_id, stock_digest) DO UPDATE
         SET sealed_credentials = excluded.sealed_credentials, credentials_end = excluded.credentials_end,
           is_pause_told = 0`,
        [...valuesOf(folder), Buffer.from(sealed), end],
      );
    },
    forgetCredentials: async (personId) => {
      await run('UPDATE tracked_folder SET sealed_credentials = NULL, credentials_end = NULL WHERE person_id = $1', [
        personId,
      ]);
    },
    forgetExpiredCredentials: async (now) => {
      await run(
        'UPDATE tracked_folder SET sealed_credentials = NULL, credentials_end = NULL WHERE credentials_end <= $1',
        [now],
      );
    },
    reportLines: async (folder, changes, { added, mail, isLast }) => {
      const [, ...mailed] = notificationSteps(records, folder, [], mail);
      await runTogether([
        changeLines(records, folder, changes),
        ([changed = []]) => {
          const keys = new Set((changed as LineKey[]).map(({ letterId, place }) => `${letterId} ${place}`));
          const told = added.filter(({ line }) => line === null || keys.has(`${line.letterId} ${line.place}`));
          return notificationSteps(records, folder, told, mail)[0] as Statement;
        },
        ...(isLast ? mailed : []),
      ]);
    },
    remail: async ({ of, as, since }) => {
      await run(
        `UPDATE notification SET mail_event = $2
         WHERE made_at BETWEEN $3 AND $4 AND substr(mail_event, 1, $5) = $1 AND NOT EXISTS (
           SELECT 1 FROM mail WHERE mail.person_id = notification.person_id
             AND mail.stock_digest = notification.stock_digest AND mail.event_id = notification.mail_event
         )`,
        // A range, which PostgreSQL looks up by its index.
        [of, as, since, Number.MAX_SAFE_INTEGER, of.length],
      );
    },
    findRun: async () => {
      const [found] = (await run('SELECT state FROM check_run WHERE run_id = 1', [])) as ClaimedRun[];
      return found ?? { state: '' };
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
