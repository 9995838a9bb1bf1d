import type { Run } from './sql-sessions.ts';
import type { RunTogether, Statement } from './transaction.ts';

/** Whose promises, in which stock. */
export interface PromiseFolder {
  /** Pseudonymous ID of the person. */
  personId: string;
  /** Digest of service and market. */
  stockDigest: string;
}

/** A letter: what a customer was told at once, of one or more lines. */
export interface LetterKey extends PromiseFolder {
  letterId: string;
}

/** A promised or watched line: what is tracked, and how it stands. Both are JSON. */
export interface TrackedLine {
  /** Of a watch, made of product and quantity (`watchIdOf`). */
  letterId: string;
  /** From 0, within the letter. */
  place: number;
  line: string;
  progress: string;
  /** Changes with each change of the line. */
  revision: number;
  /** When the customer was told first, or the watch was made, Unix milliseconds. */
  toldAt: number;
  /** What a list shows of the letter, encrypted, base64; null except at the first place. */
  sealedEntry: string | null;
}

export interface NewTrackedLine extends TrackedLine {
  /** Texts of the letter, encrypted, base64; null except at the first place. */
  sealedContent: string | null;
}

/** A watch to store. Of one that hasn't ended, only what is tracked and its end change. */
export type NewWatch = Pick<TrackedLine, 'letterId' | 'line' | 'progress' | 'toldAt'> & {
  /** Unix milliseconds. */
  endsAt: number;
};

/** A line as a run over all persons reads it. */
export interface RunLine extends Omit<TrackedLine, 'toldAt' | 'sealedEntry'> {
  kind: 'promise' | 'watch';
}

export type LineKey = Pick<TrackedLine, 'letterId' | 'place'>;

/** A change of a line whose revision is still `revision`. */
export type LineChange = Pick<TrackedLine, 'letterId' | 'place' | 'progress' | 'revision'>;

/** Promised and watched lines of persons. Each change is one statement, so it happens wholly or not at all. */
export interface PromiseStore {
  /** Stores the lines of a letter. Returns false, changing nothing, if there is such a letter. */
  createLetter(key: LetterKey, lines: readonly NewTrackedLine[]): Promise<boolean>;
  /** Returns all promised lines of a folder by letter, last told first, and place. */
  listPromises(folder: PromiseFolder): Promise<TrackedLine[]>;
  /** Returns a text that changes with each change of the promised lines of a folder. */
  stateOfPromises(folder: PromiseFolder): Promise<string>;
  /** Number and size of all promised lines of a person, in all markets, or of all watched ones. */
  measureLines(personId: string, kind: RunLine['kind']): Promise<{ lines: number; bytes: number }>;
  /** Stores watches, or changes those that exist. */
  putWatches(folder: PromiseFolder, watches: readonly NewWatch[]): Promise<void>;
  /** Returns the watches of a folder that haven't ended, last made first. */
  listWatches(folder: PromiseFolder, now: number): Promise<(TrackedLine & { endsAt: number })[]>;
  /** Returns lines of a folder that haven't ended, by letter and place, after the given one. */
  listLines(folder: PromiseFolder, page: { after: LineKey; limit: number; now: number }): Promise<RunLine[]>;
  /** Returns some lines of a folder, in any order, without those that don't exist. */
  findLines(folder: PromiseFolder, keys: readonly LineKey[]): Promise<RunLine[]>;
  /** Changes lines, except those that were changed meanwhile. Returns the changed ones. */
  changePromises(folder: PromiseFolder, changes: readonly LineChange[]): Promise<LineKey[]>;
  /** Returns the encrypted texts of a letter; null if there is none. */
  findLetter(key: LetterKey): Promise<string | null>;
  /**
   * Changes a line of a letter together with its encrypted texts.
   * @param from the texts that `to` was made of
   * @returns false, changing nothing, if the line or the texts were changed meanwhile
   */
  changeLetter(key: LetterKey, line: LineChange, texts: { from: string; to: string }): Promise<boolean>;
  deleteLetter(key: LetterKey): Promise<void>;
  /** Deletes all promises and watches of a person, with their folders. */
  deletePromisesOf(personId: string): Promise<void>;
  /** Deletes what was told before a time, and watches that ended before `now`. Unix milliseconds. */
  deletePromisesBefore(time: number, now: number): Promise<void>;
}

/** Selects the objects of a JSON array in a parameter as rows. */
export type SelectRecords = (placeholder: string, columns: Readonly<Record<string, 'text' | 'bigint'>>) => string;

export const sqliteRecords: SelectRecords = (placeholder, columns) => {
  const values = Object.keys(columns).map((name) => `value ->> '${name}' AS ${name}`);
  return `SELECT ${values.join(', ')} FROM json_each(${placeholder}) AS given`;
};

export const postgresRecords: SelectRecords = (placeholder, columns) => {
  const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return `SELECT * FROM json_to_recordset(${placeholder}::text::json) AS given (${list.join(', ')})`;
};

const shown = `letter_id AS "letterId", place, line, progress, revision, told_at AS "toldAt",
  sealed_entry AS "sealedEntry"`;
const inFolder = 'person_id = $1 AND stock_digest = $2';
const ofLetter = `${inFolder} AND letter_id = $3`;

/** The statement that changes lines, except those that were changed meanwhile, and returns the keys of the changed ones. */
export function changeLines(records: SelectRecords, folder: PromiseFolder, changes: readonly LineChange[]): Statement {
  const rows = changes.map(({ letterId, place, progress, revision }) => ({
    letter: letterId,
    line_place: place,
    new_progress: progress,
    known: revision,
  }));
  const given = records('$3', { letter: 'text', line_place: 'bigint', new_progress: 'text', known: 'bigint' });
  return [
    // Materialized, so that each line is found by its key.
    `WITH given AS MATERIALIZED (${given})
     UPDATE tracked_line SET progress = new_progress, revision = revision + 1
     FROM given
     WHERE ${inFolder} AND letter_id = letter AND place = line_place AND revision = known
     RETURNING letter_id AS "letterId", place`,
    [...valuesOf(folder), JSON.stringify(rows)],
  ];
}

/** The statement that replaces the encrypted texts of a letter, if they are still those of `from`. */
function replaceTexts(key: LetterKey, from: string, to: string): Statement {
  return [
    `UPDATE tracked_line SET sealed_content = $5, size = size - length(sealed_content) + length($5)
     WHERE ${ofLetter} AND place = 0 AND sealed_content = $4 RETURNING place`,
    [...valuesOf(key), key.letterId, from, to],
  ];
}

/** Implements promises in the table `tracked_line`, for both databases. */
export function sqlPromises(run: Run, runTogether: RunTogether, records: SelectRecords): PromiseStore {
  const newLines = records('$4', {
    place: 'bigint',
    line: 'text',
    progress: 'text',
    told_at: 'bigint',
    size: 'bigint',
    sealed_entry: 'text',
    sealed_content: 'text',
  });
  const newWatches = records('$3', {
    letter: 'text',
    line: 'text',
    progress: 'text',
    told_at: 'bigint',
    ends_at: 'bigint',
    size: 'bigint',
  });
  return {
    createLetter: async (key, lines) => {
      const rows = lines.map(({ place, line, progress, toldAt, sealedEntry, sealedContent }) => ({
        place,
        line,
        progress,
        told_at: toldAt,
        size: line.length + progress.length + (sealedEntry?.length ?? 0) + (sealedContent?.length ?? 0),
        sealed_entry: sealedEntry,
        sealed_content: sealedContent,
      }));
      const stored = await run(
        `WITH given AS MATERIALIZED (${newLines})
         INSERT INTO tracked_line (person_id, stock_digest, letter_id, place, line, progress, revision, told_at, size,
           sealed_entry, sealed_content)
         SELECT $1, $2, $3, place, line, progress, 1, told_at, size, sealed_entry, sealed_content
         FROM given
         WHERE NOT EXISTS (SELECT 1 FROM tracked_line WHERE ${ofLetter})
         ON CONFLICT DO NOTHING RETURNING place`,
        [...valuesOf(key), key.letterId, JSON.stringify(rows)],
      );
      return stored.length === lines.length;
    },
    listPromises: async (folder) =>
      (await run(
        `SELECT ${shown} FROM tracked_line WHERE ${inFolder} AND kind = 'promise'
         ORDER BY told_at DESC, letter_id, place`,
        valuesOf(folder),
      )) as TrackedLine[],
    stateOfPromises: async (folder) => {
      const [found] = await run(
        `SELECT count(*) AS lines, CAST(coalesce(sum(revision), 0) AS bigint) AS revisions,
           coalesce(max(told_at), 0) AS latest
         FROM tracked_line WHERE ${inFolder} AND kind = 'promise'`,
        valuesOf(folder),
      );
      return JSON.stringify(found);
    },
    measureLines: async (personId, kind) => {
      const [measured] = (await run(
        `SELECT count(*) AS lines, CAST(coalesce(sum(size), 0) AS bigint) AS bytes
         FROM tracked_line WHERE person_id = $1 AND kind = $2`,
        [personId, kind],
      )) as { lines: number; bytes: number }[];
      return measured ?? { lines: 0, bytes: 0 };
    },
    putWatches: async (folder, watches) => {
      const rows = watches.map(({ letterId, line, progress, toldAt, endsAt }) => ({
        letter: letterId,
        line,
        progress,
        told_at: toldAt,
        ends_at: endsAt,
        size: line.length + progress.length,
      }));
      await run(
        `WITH given AS MATERIALIZED (${newWatches})
         INSERT INTO tracked_line (person_id, stock_digest, letter_id, place, line, progress, revision, told_at, size,
           kind, ends_at)
         SELECT $1, $2, letter, 0, line, progress, 1, told_at, size, 'watch', ends_at FROM given WHERE true
         ON CONFLICT (person_id, stock_digest, letter_id, place) DO UPDATE
         SET line = excluded.line, ends_at = excluded.ends_at, revision = tracked_line.revision + 1,
           progress = CASE WHEN tracked_line.ends_at <= excluded.told_at THEN excluded.progress ELSE tracked_line.progress END,
           told_at = CASE WHEN tracked_line.ends_at <= excluded.told_at THEN excluded.told_at ELSE tracked_line.told_at END`,
        [...valuesOf(folder), JSON.stringify(rows)],
      );
    },
    listWatches: async (folder, now) =>
      (await run(
        `SELECT ${shown}, ends_at AS "endsAt" FROM tracked_line
         WHERE ${inFolder} AND kind = 'watch' AND ends_at > $3 ORDER BY told_at DESC, letter_id`,
        [...valuesOf(folder), now],
      )) as (TrackedLine & { endsAt: number })[],
    listLines: async (folder, { after, limit, now }) =>
      (await run(
        `SELECT letter_id AS "letterId", place, line, progress, revision, kind FROM tracked_line
         WHERE ${inFolder} AND (letter_id, place) > ($3, $4) AND (ends_at IS NULL OR ends_at > $5)
         ORDER BY letter_id, place LIMIT $6`,
        [...valuesOf(folder), after.letterId, after.place, now, limit],
      )) as RunLine[],
    findLines: async (folder, keys) => {
      const rows = keys.map(({ letterId, place }) => ({ letter: letterId, line_place: place }));
      return (await run(
        `WITH given AS MATERIALIZED (${records('$3', { letter: 'text', line_place: 'bigint' })})
         SELECT letter_id AS "letterId", place, line, progress, revision, kind
         FROM given JOIN tracked_line ON letter_id = letter AND place = line_place WHERE ${inFolder}`,
        [...valuesOf(folder), JSON.stringify(rows)],
      )) as RunLine[];
    },
    changePromises: async (folder, changes) => (await run(...changeLines(records, folder, changes))) as LineKey[],
    findLetter: async (key) => {
      const [found] = (await run(
        `SELECT sealed_content AS "sealedContent" FROM tracked_line WHERE ${ofLetter} AND place = 0`,
        [...valuesOf(key), key.letterId],
      )) as { sealedContent: string }[];
      return found?.sealedContent ?? null;
    },
    changeLetter: async (key, line, { from, to }) => {
      const [, changed] = await runTogether([
        replaceTexts(key, from, to),
        ([replaced]) => (replaced?.length === 1 ? changeLines(records, key, [line]) : null),
        // The line was changed meanwhile: the texts stay as they were.
        ([replaced, moved]) => (replaced?.length === 1 && moved?.length === 0 ? replaceTexts(key, to, from) : null),
      ]);
      return changed?.length === 1;
    },
    deleteLetter: async (key) => {
      await run(`DELETE FROM tracked_line WHERE ${ofLetter}`, [...valuesOf(key), key.letterId]);
    },
    deletePromisesOf: async (personId) => {
      await run('DELETE FROM tracked_line WHERE person_id = $1', [personId]);
      await run('DELETE FROM tracked_folder WHERE person_id = $1', [personId]);
    },
    deletePromisesBefore: async (time, now) => {
      await run("DELETE FROM tracked_line WHERE told_at < $1 AND kind = 'promise'", [time]);
      await run('DELETE FROM tracked_line WHERE ends_at < $1', [now]);
    },
  };
}

function valuesOf({ personId, stockDigest }: PromiseFolder): string[] {
  return [personId, stockDigest];
}
