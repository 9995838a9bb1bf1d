import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';
import { Readable } from 'node:stream';

import type { MailContent } from './digest-mail.ts';

/** How mails are sent: `SMTP_URL` and `MAIL_FROM`. */
export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  url: string;
  /** Address, maybe with a name. */
  from: string;
  /** Whether passwords and mails may travel without encryption. */
  allowsPlain: boolean;
}

export interface OutgoingMail extends Omit<MailContent, 'html'> {
  to: string;
  html?: string;
  /** Makes the Message-ID: the same for each attempt, so that programs can see that a mail came twice. */
  id?: string;
}

/** A mail server, or a failure on the way to it. */
export interface MailTransport {
  /**
   * Sends a mail.
   * @param handover called when all but the end of the mail was sent; the server can take the mail only after it
   * @returns what the server said
   * @throws MailError
   */
  send(mail: OutgoingMail, handover?: () => Promise<void>): Promise<string>;
}

/** A mail wasn't taken. `message` is what the mail server said, or why it couldn't be reached. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Whether the server may have taken the mail all the same: the connection was lost before its reply. */
  readonly isUnsure: boolean;

  constructor(said: string, isUnsure: boolean, cause: unknown) {
    super(said, { cause });
    this.isUnsure = isUnsure;
  }
}

/** Milliseconds that connecting and each reply may take; all together less than a lease. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 10_000 };

/** Longest text of a mail server that is stored and shown. */
const maxSaid = 300;

/** Sends mails by SMTP, each on a connection of its own. */
export function mailTransport({ url, from, allowsPlain }: MailConfig): MailTransport {
  const isPlain = new URL(url).protocol === 'smtp:';
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, ...mail }, handover = async () => undefined) => {
      const options: SMTPTransportOptions = { url, ...timeouts, requireTLS: isPlain && !allowsPlain };
      const transport = createTransport(options, { disableFileAccess: true, disableUrlAccess: true });
      let isHandedOver = false;
      transport.use('stream', ({ message }, done) => {
        const read = message.createReadStream.bind(message);
        // Read only once the server is ready for the mail, and not ended before that is noted.
        async function* content() {
          yield* read();
          await handover();
          isHandedOver = true;
        }
        message.createReadStream = () => Readable.from(content(), { objectMode: false });
        done();
      });
      try {
        const { response } = await transport.sendMail({
          from,
          ...mail,
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return said(response);
      } catch (error) {
        const { response, responseCode } = error as NodemailerError;
        const text = response ?? (error instanceof Error ? error.message : String(error));
        throw new MailError(said(text), isHandedOver && responseCode === undefined, error);
      }
    },
  };
}

/** One line of visible characters. */
function said(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxSaid);
}
