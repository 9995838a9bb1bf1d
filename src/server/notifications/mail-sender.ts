import { createHash } from 'node:crypto';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { addDays } from '#stock/calendar-date.ts';
import { reminderDays } from '#stock/notifications/change-kind.ts';
import type { ClaimedMail, NotificationStore } from '#server/store/sql-notifications.ts';
import type { PromiseFolder, PromiseStore } from '#server/store/sql-promises.ts';

import { digestMail, type MailContent } from './digest-mail.ts';
import type { MailRecipients } from './mail-recipients.ts';
import { MailError, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { changesUntilNow, newNotification, readContent, resultsNow } from './notifications.ts';

interface MailSenderOptions {
  store: NotificationStore & Pick<PromiseStore, 'findLines'>;
  transport: MailTransport;
  recipients: MailRecipients;
  /** Names of customers and references by letter, for persons who chose to read them. */
  namesOf: (folder: PromiseFolder) => Promise<ReadonlyMap<string, string>>;
  /** Address that users open, without a trailing slash. */
  baseUrl: () => string;
  /** The service's date. */
  today: () => CalendarDate;
  /** Unix milliseconds. */
  now: () => number;
  onError: (error: unknown) => void;
}

const minute = 60_000;
/** Longer than an attempt can take. */
const leaseTime = 5 * minute;
/** Time from when a mail was made to its last attempt. */
const maxTime = 24 * 60 * minute;
/** The gap after an attempt is twice that before it, up to this. */
const maxGap = 4 * 60 * minute;
/** How often a mail is handed over without learning whether the server took it: at most twice the same mail. */
const maxUnsure = 2;

/**
 * Returns when a mail is tried again; null if it isn't.
 * @param tries attempts before the one that failed
 */
export function retryAt({ madeAt, tries }: Pick<ClaimedMail, 'madeAt' | 'tries'>, now: number): number | null {
  if (now >= madeAt + maxTime) return null;
  return Math.min(now + Math.min(minute * 2 ** tries, maxGap), Math.max(madeAt + maxTime, now + minute));
}

/**
 * Sends the mails that are due (promises, *Notifications*): each at least once and at most twice, whatever happens
 * meanwhile. One that can't be sent for a day has failed, which a notification says.
 */
export class MailSender {
  readonly #options: MailSenderOptions;
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MailSenderOptions) {
    this.#options = options;
  }

  /** Sends what is due now and then each minute. */
  start(): void {
    const send = () => void this.sendDue().catch(this.#options.onError);
    this.#timer = setInterval(send, minute).unref();
    send();
  }

  /** Stops after the mail that is being sent. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending?.catch(() => undefined);
  }

  /** Sends all mails that are due, one after another. */
  sendDue(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { store, today, now } = this.#options;
    await store.planReminders(today(), addDays(today(), -reminderDays), now());
    for (;;) {
      const mail = await store.claimMail(now(), now() + leaseTime);
      if (mail === null) return;
      // One that can't be written keeps no other waiting.
      await this.#send(mail).catch(this.#options.onError);
    }
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const { store, transport, onError } = this.#options;
    if (mail.unsure >= maxUnsure) return this.#fail(mail, 'The connection was lost twice before the reply.');
    try {
      const written = await this.#write(mail);
      if (written !== null) await transport.send({ ...written, id: idOf(mail) }, () => store.noteHandover(mail));
    } catch (error) {
      if (error instanceof MailError) return this.#retry(mail, error);
      onError(error);
      return this.#retry(mail, new MailError("The mail couldn't be written.", false, error));
    }
    await store.settleMail(mail, { state: 'sent' });
  }

  /** Returns null if its person turned mails off, or if there is nothing left to tell. */
  async #write(mail: ClaimedMail): Promise<Pick<OutgoingMail, keyof MailContent | 'to'> | null> {
    const { store, recipients, namesOf, baseUrl, today } = this.#options;
    const recipient = await recipients.find(mail.personId);
    const isReminder = mail.eventId.startsWith('reminder ');
    const mailed = (await store.listMailed(mail)).filter(({ readAt }) => !isReminder || readAt === null);
    const contents = mailed.flatMap(({ content }) => readContent(content) ?? []);
    const told = isReminder ? changesUntilNow(contents, await resultsNow(store, mail, contents)) : contents;
    if (recipient === null || told.length === 0) return null;
    const { withNames, language, locale, address } = recipient;
    const names = withNames ? await namesOf(mail) : new Map<string, string>();
    const content = digestMail({
      told,
      isReminder,
      language,
      locale,
      today: today(),
      baseUrl: baseUrl(),
      nameOf: ({ letterId }) => names.get(letterId) ?? null,
    });
    return { ...content, to: address };
  }

  async #retry(mail: ClaimedMail, { message: said, isUnsure }: MailError): Promise<void> {
    const { store, now } = this.#options;
    const dueAt = retryAt(mail, now());
    if (dueAt === null) return this.#fail(mail, said);
    await store.settleMail(mail, { state: 'waiting', dueAt, said, isRefused: !isUnsure });
  }

  async #fail(mail: ClaimedMail, said: string): Promise<void> {
    const { store, now, today } = this.#options;
    const content = { kind: 'mail-failed', said } as const;
    const notification = newNotification(`mail failed ${mail.eventId}`, content, now(), today());
    await store.settleMail(mail, { state: 'failed', said, notification });
  }
}

/** The same for each attempt to send a mail. */
function idOf({ personId, stockDigest, eventId }: ClaimedMail): string {
  return createHash('sha256')
    .update(JSON.stringify([personId, stockDigest, eventId]))
    .digest('hex')
    .slice(0, 40);
}
