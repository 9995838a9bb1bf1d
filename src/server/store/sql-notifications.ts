import type { PromiseFolder, SelectRecords } from './sql-promises.ts';
import type { Run } from './sql-sessions.ts';
import type { RunTogether, Step } from './transaction.ts';

/** A notification of a person. */
export interface StoredNotification {
  /** Unique among the notifications of a folder: one that is stored again stays as it is. */
  eventId: string;
  /** Unix milliseconds. */
  madeAt: number;
  /** What it says, JSON. */
  content: string;
  /** Unix milliseconds; null while unread. */
  readAt: number | null;
}

export interface NewNotification extends Pick<StoredNotification, 'eventId' | 'madeAt' | 'content'> {
  /** The line it is about; null for one about none. */
  line: { letterId: string; place: number } | null;
  /** Day (`YYYY-MM-DD`) on which a mail reminds of it if it is still unread; null for none. */
  remindOn: string | null;
}

/** A mail: what it tells is found by its event. */
export interface MailKey extends PromiseFolder {
  eventId: string;
}

/** A mail that one process may send until its lease ends. */
export interface ClaimedMail extends MailKey {
  /** When it was first due, Unix milliseconds. */
  madeAt: number;
  /** Number of times that it was claimed before. */
  tries: number;
  /** How often it was handed to the mail server without learning whether that took it. */
  unsure: number;
}

/** What became of a claimed mail. Failed ones are told in the app by a notification of their own. */
export type MailOutcome =
  | { state: 'sent' }
  | { state: 'waiting'; dueAt: number; said: string; isRefused: boolean }
  | { state: 'failed'; said: string; notification: NewNotification };

/** Where a person gets mails. */
export interface StoredAddress {
  /** Whether mails are on. */
  isOn: boolean;
  /** Encrypted, base64. */
  sealed: string;
}

/** Notifications of persons, and the mails that tell them. */
export interface NotificationStore {
  /** Returns the newest notifications of a folder, and how many there are. */
  listNotifications(folder: PromiseFolder, limit: number): Promise<StoredNotification[]>;
  countNotifications(folder: PromiseFolder): Promise<{ all: number; unread: number; held: number }>;
  /** Marks all as read, or those about a line. `at` in Unix milliseconds. */
  markRead(folder: PromiseFolder, at: number, line?: { letterId: string; place: number }): Promise<void>;
  /** Makes the held mails of a folder due. */
  releaseMails(folder: PromiseFolder, at: number): Promise<void>;
  /** Makes the mails that remind of unread notifications on a day: each notification once. */
  planReminders(today: string, notBefore: string, at: number): Promise<void>;
  /** Claims the mail that is due first until `leaseUntil`; null if none is due. Unix milliseconds. */
  claimMail(now: number, leaseUntil: number): Promise<ClaimedMail | null>;
  /** Notes that a mail is about to be handed to the mail server wholly. */
  noteHandover(key: MailKey): Promise<void>;
  settleMail(key: MailKey, outcome: MailOutcome): Promise<void>;
  /** Returns what a mail tells, in the order of the list. */
  listMailed(key: MailKey): Promise<StoredNotification[]>;
  findAddress(personId: string): Promise<StoredAddress | null>;
  /** Stores the address of a person. If mails are off, those that wait are deleted. */
  saveAddress(personId: string, address: StoredAddress): Promise<void>;
  /** Counts a try of the code that was sent to a person, and returns the number since the address was stored. */
  countCodeTry(personId: string): Promise<number>;
  deleteAddress(personId: string): Promise<void>;
  /** Deletes everything of a person, also the address. */
  deleteNotificationsOf(personId: string): Promise<void>;
  /** Deletes what was made before a time, Unix milliseconds. */
  deleteNotificationsBefore(time: number): Promise<void>;
}

/** A mail to be sent, if the person has mails on and there is something to tell. */
export interface NewMail {
  eventId: string;
  /** Whether it waits for the person's consent. */
  isHeld: boolean;
  /** Unix milliseconds. */
  madeAt: number;
}

/** Tables of notifications and mails, for both databases. */
export const notificationSchema = `
  CREATE TABLE notification (
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    event_id text NOT NULL,
    made_at bigint NOT NULL,
    letter_id text,
    place bigint,
    content text NOT NULL,
    remind_on text,
    read_at bigint,
    mail_event text,
    reminder_event text,
    PRIMARY KEY (person_id, stock_digest, event_id)
  );
  CREATE INDEX notification_by_age ON notification (made_at);
  CREATE INDEX notification_by_reminder ON notification (remind_on) WHERE remind_on IS NOT NULL;
  CREATE TABLE mail (
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    event_id text NOT NULL,
    channel text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'held', 'sent', 'failed')),
    made_at bigint NOT NULL,
    due_at bigint NOT NULL,
    lease_until bigint NOT NULL,
    tries bigint NOT NULL,
    unsure bigint NOT NULL,
    said text,
    PRIMARY KEY (person_id, stock_digest, event_id, channel)
  );
  CREATE INDEX mail_by_due ON mail (due_at) WHERE state = 'waiting';
  CREATE INDEX mail_by_age ON mail (made_at);
  CREATE TABLE mail_address (
    person_id text PRIMARY KEY,
    is_on bigint NOT NULL,
    sealed text NOT NULL,
    code_tries bigint NOT NULL
  );
`;

const inFolder = 'person_id = $1 AND stock_digest = $2';
const ofMail = `${inFolder} AND event_id = $3 AND channel = 'mail'`;
const shown = 'event_id AS "eventId", made_at AS "madeAt", content, read_at AS "readAt"';
const unsent = "DELETE FROM mail WHERE person_id = $1 AND state IN ('waiting', 'held')";
const newestFirst = 'ORDER BY made_at DESC, event_id';

/**
 * Returns the statements that store notifications and the mail that tells them, to be run together with the change of
 * the lines that they are about. Only a notification that is new is mailed.
 */
export function notificationSteps(
  records: SelectRecords,
  folder: PromiseFolder,
  added: readonly NewNotification[],
  mail: NewMail | null,
): Step[] {
  const rows = added.map(({ eventId, madeAt, content, line, remindOn }) => ({
    event: eventId,
    made: madeAt,
    line_letter: line?.letterId ?? null,
    line_place: line?.place ?? null,
    new_content: content,
    remind: remindOn,
  }));
  const given = records('$3', {
    event: 'text',
    made: 'bigint',
    line_letter: 'text',
    line_place: 'bigint',
    new_content: 'text',
    remind: 'text',
  });
  const steps: Step[] = [
    [
      `WITH given AS MATERIALIZED (${given})
       INSERT INTO notification (person_id, stock_digest, event_id, made_at, letter_id, place, content, remind_on, mail_event)
       SELECT $1, $2, event, made, line_letter, line_place, new_content, remind, NULLIF($4, '') FROM given
       WHERE true ON CONFLICT DO NOTHING RETURNING 1 AS stored`,
      [...valuesOf(folder), JSON.stringify(rows), mail?.eventId ?? ''],
    ],
  ];
  if (mail !== null)
    steps.push([
      `INSERT INTO mail (person_id, stock_digest, event_id, channel, state, made_at, due_at, lease_until, tries, unsure)
       SELECT $1, $2, $3, 'mail', $4, CAST($5 AS bigint), CAST($5 AS bigint), 0, 0, 0
       FROM mail_address WHERE person_id = $1 AND is_on = 1 AND EXISTS (
         SELECT 1 FROM notification WHERE ${inFolder} AND mail_event = $3
       )
       ON CONFLICT DO NOTHING`,
      [...valuesOf(folder), mail.eventId, mail.isHeld ? 'held' : 'waiting', mail.madeAt],
    ]);
  return steps;
}

/** Implements notifications in the tables of {@link notificationSchema}, for both databases. */
export function sqlNotifications(run: Run, runTogether: RunTogether, records: SelectRecords): NotificationStore {
  return {
    listNotifications: async (folder, limit) =>
      (await run(`SELECT ${shown} FROM notification WHERE ${inFolder} ${newestFirst} LIMIT $3`, [
        ...valuesOf(folder),
        limit,
      ])) as StoredNotification[],
    countNotifications: async (folder) => {
      const [counted] = (await run(
        `SELECT count(*) AS "all", count(CASE WHEN read_at IS NULL THEN 1 END) AS unread,
           (SELECT count(*) FROM mail WHERE ${inFolder} AND state = 'held') AS held
         FROM notification WHERE ${inFolder}`,
        valuesOf(folder),
      )) as { all: number; unread: number; held: number }[];
      return counted ?? { all: 0, unread: 0, held: 0 };
    },
    markRead: async (folder, at, line) => {
      await run(
        `UPDATE notification SET read_at = $3 WHERE ${inFolder} AND read_at IS NULL
           AND ($4 = '' OR (letter_id = $4 AND place = $5))`,
        [...valuesOf(folder), at, line?.letterId ?? '', line?.place ?? 0],
      );
    },
    releaseMails: async (folder, at) => {
      await run(`UPDATE mail SET state = 'waiting', made_at = $3, due_at = $3 WHERE ${inFolder} AND state = 'held'`, [
        ...valuesOf(folder),
        at,
      ]);
    },
    planReminders: async (today, notBefore, at) => {
      const event = `reminder ${today}`;
      await runTogether([
        [
          `UPDATE notification SET reminder_event = $1, remind_on = NULL
           WHERE remind_on BETWEEN $2 AND $3 AND read_at IS NULL
           RETURNING person_id AS person, stock_digest AS stock`,
          [event, notBefore, today],
        ],
        ([reminded = []]) =>
          reminded.length === 0
            ? null
            : [
                `WITH given AS MATERIALIZED (${records('$2', { person: 'text', stock: 'text' })})
                 INSERT INTO mail (person_id, stock_digest, event_id, channel, state, made_at, due_at, lease_until, tries, unsure)
                 SELECT DISTINCT person, stock, $1, 'mail', 'waiting', CAST($3 AS bigint), CAST($3 AS bigint), 0, 0, 0
                 FROM given JOIN mail_address ON person_id = person
                 WHERE is_on = 1 ON CONFLICT DO NOTHING`,
                [event, JSON.stringify(reminded), at],
              ],
      ]);
    },
    claimMail: async (now, leaseUntil) => {
      const isDue = "state = 'waiting' AND due_at <= $1 AND lease_until <= $1";
      const [claimed] = (await run(
        // The condition again, since another process may have claimed it meanwhile.
        `UPDATE mail SET lease_until = $2, tries = tries + 1
         WHERE (person_id, stock_digest, event_id) = (
             SELECT person_id, stock_digest, event_id FROM mail WHERE ${isDue} ORDER BY due_at LIMIT 1
           ) AND ${isDue}
         RETURNING person_id AS "personId", stock_digest AS "stockDigest", event_id AS "eventId", made_at AS "madeAt",
           tries - 1 AS tries, unsure`,
        [now, leaseUntil],
      )) as ClaimedMail[];
      return claimed ?? null;
    },
    noteHandover: async (key) => {
      await run(`UPDATE mail SET unsure = unsure + 1 WHERE ${ofMail}`, mailValuesOf(key));
    },
    settleMail: async (key, outcome) => {
      const dueAt = outcome.state === 'waiting' ? outcome.dueAt : 0;
      const said = outcome.state === 'sent' ? '' : outcome.said;
      const refused = outcome.state === 'waiting' && outcome.isRefused ? 1 : 0;
      const steps: Step[] = [
        [
          `UPDATE mail SET state = $4, due_at = $5, said = NULLIF($6, ''), unsure = unsure - $7, lease_until = 0
           WHERE ${ofMail}`,
          [...mailValuesOf(key), outcome.state, dueAt, said, refused],
        ],
      ];
      if (outcome.state === 'failed') steps.push(...notificationSteps(records, key, [outcome.notification], null));
      await runTogether(steps);
    },
    listMailed: async (key) =>
      (await run(
        `SELECT ${shown} FROM notification WHERE ${inFolder} AND (mail_event = $3 OR reminder_event = $3) ${newestFirst}`,
        mailValuesOf(key),
      )) as StoredNotification[],
    findAddress: async (personId) => {
      const [found] = (await run('SELECT is_on AS "isOn", sealed FROM mail_address WHERE person_id = $1', [
        personId,
      ])) as { isOn: number; sealed: string }[];
      return found === undefined ? null : { isOn: found.isOn === 1, sealed: found.sealed };
    },
    saveAddress: async (personId, { isOn, sealed }) => {
      await runTogether([
        [
          `INSERT INTO mail_address (person_id, is_on, sealed, code_tries) VALUES ($1, $2, $3, 0)
           ON CONFLICT (person_id) DO UPDATE SET is_on = excluded.is_on, sealed = excluded.sealed, code_tries = 0`,
          [personId, isOn ? 1 : 0, sealed],
        ],
        () => (isOn ? null : [unsent, [personId]]),
      ]);
    },
    countCodeTry: async (personId) => {
      const [counted] = (await run(
        'UPDATE mail_address SET code_tries = code_tries + 1 WHERE person_id = $1 RETURNING code_tries AS tries',
        [personId],
      )) as { tries: number }[];
      return counted?.tries ?? 0;
    },
    deleteAddress: async (personId) => {
      await runTogether([
        ['DELETE FROM mail_address WHERE person_id = $1', [personId]],
        [unsent, [personId]],
      ]);
    },
    deleteNotificationsOf: async (personId) => {
      await runTogether([
        ['DELETE FROM notification WHERE person_id = $1', [personId]],
        ['DELETE FROM mail WHERE person_id = $1', [personId]],
        ['DELETE FROM mail_address WHERE person_id = $1', [personId]],
      ]);
    },
    deleteNotificationsBefore: async (time) => {
      await runTogether([
        ['DELETE FROM notification WHERE made_at < $1', [time]],
        ['DELETE FROM mail WHERE made_at < $1', [time]],
      ]);
    },
  };
}

function valuesOf({ personId, stockDigest }: PromiseFolder): string[] {
  return [personId, stockDigest];
}

function mailValuesOf(key: MailKey): string[] {
  return [...valuesOf(key), key.eventId];
}
