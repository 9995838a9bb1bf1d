import { LRUCache } from 'lru-cache';
import { randomInt } from 'node:crypto';

import type {
  MailAddress,
  MailAttempt,
  MailChoice,
  MailConfirmation,
  MailLanguage,
  MailSettings,
} from '#stock/contract/mail.ts';
import { type CompanyPerson, Seal } from '#server/sign-in/sessions.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';
import { ServiceProblem, tooManyRequests } from '#server/service/service-problem.ts';
import type { NotificationStore } from '#server/store/sql-notifications.ts';

import { MailError, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { mailWords } from './mail-words.ts';

/** Where and how a person gets mails; stored encrypted. */
interface Recipient extends Pick<MailChoice, 'withNames' | 'locale'> {
  language: MailLanguage;
  /** Confirmed; null for none. */
  address: string | null;
  /** An address that isn't confirmed yet, and its code. */
  pending: { address: string; code: string; sentAt: number } | null;
}

const minute = 60_000;
/** Time that a code is valid. */
const codeMinutes = 15;
const maxCodeTries = 5;
/** Mails of codes and tests that a person, and an address, can be sent in an hour. */
const maxDirectMails = 5;

interface RecipientsOptions {
  store: NotificationStore;
  /** Null if this server can't send mails. */
  transport: MailTransport | null;
  sessionSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** Addresses that persons get mails at (promises, *Notifications*): only their own, confirmed by the company or by a code. */
export class MailRecipients {
  readonly #options: RecipientsOptions;
  readonly #seal: Seal<Recipient>;
  readonly #sent = new LRUCache<string, number[]>({ max: 10_000 });

  constructor(options: RecipientsOptions) {
    this.#options = options;
    this.#seal = new Seal(options.sessionSecret, 'mail addresses');
  }

  /**
   * Returns where a person gets mails; null if they turned them off.
   * @throws MailError if there is no address that can be read
   */
  async find(personId: string): Promise<(Recipient & { address: string }) | null> {
    const { recipient, isOn } = await this.#read(personId);
    if (!isOn) return null;
    const address = recipient?.address ?? null;
    if (recipient === null || address === null)
      throw new MailError("The address that mails were sent to can't be read.", false, null);
    return { ...recipient, address };
  }

  /** Sends mails to the address that the company has verified at a sign-in, if its person has mails on. */
  async follow(personId: string, { verifiedEmail }: Pick<CompanyPerson, 'verifiedEmail'>): Promise<void> {
    if (!verifiedEmail) return;
    const { recipient, isOn } = await this.#read(personId);
    if (recipient === null || recipient.address === verifiedEmail) return;
    await this.#save(personId, isOn, { ...recipient, address: verifiedEmail, pending: null });
  }

  async settings(person: SignedIn): Promise<MailSettings> {
    const { recipient, isOn } = await this.#read(person.personId);
    const ofCompany = verifiedAddressOf(person);
    return {
      isSetUp: this.#options.transport !== null,
      isOn: isOn && recipient !== null,
      withNames: recipient?.withNames ?? false,
      address: ofCompany ?? recipient?.address ?? null,
      isOfCompany: ofCompany !== null,
      pending: ofCompany === null ? (recipient?.pending?.address ?? null) : null,
    };
  }

  /**
   * Turns mails on or off.
   * @throws ServiceProblem `forbidden` if there is no confirmed address
   */
  async choose(person: SignedIn, { isOn, ...how }: MailChoice): Promise<void> {
    const { recipient } = await this.#read(person.personId);
    const address = verifiedAddressOf(person) ?? recipient?.address ?? null;
    if (isOn && address === null) throw new ServiceProblem('forbidden', 'Confirm your email address first.');
    // Without the code, which could be tried again and again otherwise.
    await this.#save(person.personId, isOn, { ...how, address, pending: null });
  }

  /**
   * Sends a code to an address. The confirmed address stays until the code is entered.
   * @throws ServiceProblem `forbidden` without a mail server, and `too-many-requests`
   */
  async sendCode(person: SignedIn, { address, ...how }: MailAddress): Promise<MailAttempt> {
    this.#limit(person.personId, address);
    const { recipient, isOn } = await this.#read(person.personId);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const words = mailWords[how.language].code;
    const attempt = await this.#send({
      to: address,
      subject: words.subject(code),
      text: words.text(code, codeMinutes),
    });
    const pending = attempt.isAccepted ? { address, code, sentAt: this.#options.now() } : null;
    await this.#save(person.personId, isOn, {
      withNames: recipient?.withNames ?? false,
      address: recipient?.address ?? null,
      ...how,
      pending,
    });
    return attempt;
  }

  /** Confirms the address that a code was sent to, and turns mails on. */
  async confirm({ personId }: SignedIn, code: string): Promise<MailConfirmation> {
    const tries = await this.#options.store.countCodeTry(personId);
    const { recipient } = await this.#read(personId);
    const pending = recipient?.pending ?? null;
    if (recipient === null || pending === null) return { outcome: 'expired' };
    const isOver = this.#options.now() - pending.sentAt > codeMinutes * minute || tries > maxCodeTries;
    if (isOver) return { outcome: 'expired' };
    if (code !== pending.code) return { outcome: 'wrong' };
    await this.#save(personId, true, { ...recipient, address: pending.address, pending: null });
    return { outcome: 'confirmed' };
  }

  /** @throws ServiceProblem `forbidden` without an address or mail server, and `too-many-requests` */
  async sendTest(person: SignedIn): Promise<MailAttempt> {
    const { recipient } = await this.#read(person.personId);
    const address = verifiedAddressOf(person) ?? recipient?.address ?? null;
    if (address === null) throw new ServiceProblem('forbidden', 'Confirm your email address first.');
    this.#limit(person.personId, address);
    return this.#send({ to: address, ...mailWords[recipient?.language ?? 'en'].test });
  }

  async forget({ personId }: SignedIn): Promise<void> {
    await this.#options.store.deleteAddress(personId);
  }

  async #send(mail: OutgoingMail): Promise<MailAttempt> {
    const { transport } = this.#options;
    if (transport === null) throw new ServiceProblem('forbidden', "Mail isn't set up on this server.");
    try {
      return { isAccepted: true, said: await transport.send(mail) };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return { isAccepted: false, said: error.message };
    }
  }

  /** @throws ServiceProblem `too-many-requests` */
  #limit(...keys: string[]): void {
    const time = this.#options.now();
    for (const key of keys) {
      const recent = (this.#sent.get(key) ?? []).filter((at) => time - at < 60 * minute);
      if (recent.length >= maxDirectMails)
        throw tooManyRequests(
          'Too many mails in an hour. Try again later.',
          Math.ceil(((recent[0] ?? time) + 60 * minute - time) / 1000),
        );
      this.#sent.set(key, [...recent, time]);
    }
  }

  async #read(personId: string): Promise<{ recipient: Recipient | null; isOn: boolean }> {
    const found = await this.#options.store.findAddress(personId);
    if (found === null) return { recipient: null, isOn: false };
    const recipient = this.#seal.open(Buffer.from(found.sealed, 'base64'), personId);
    return { recipient, isOn: found.isOn };
  }

  async #save(personId: string, isOn: boolean, recipient: Recipient): Promise<void> {
    const sealed = Buffer.from(this.#seal.seal(recipient, personId)).toString('base64');
    await this.#options.store.saveAddress(personId, { isOn, sealed });
  }
}

/** The address that the company's provider has verified; null for none. */
function verifiedAddressOf({ person }: SignedIn): string | null {
  return person?.verifiedEmail ?? null;
}
