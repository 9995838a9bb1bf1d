import { SMTPServer } from 'smtp-server';

/** A step of a delivery at which the mail server of a test fails. */
export type MailStep = 'connect' | 'mail' | 'recipient' | 'data' | 'reply';

export interface ReceivedMail {
  to: string[];
  /** Headers and content as received. */
  raw: string;
}

/** A real mail server on a port of this machine. */
export interface RunningMailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Number of connections so far. */
  connections: number;
  /** Fails at a step: answers with a code, or breaks the connection (`break`). Null for none. */
  fault: { step: MailStep; answer: 'break' | 421 | 451 | 550 } | null;
  close: () => Promise<void>;
}

export async function startMailServer(): Promise<RunningMailServer> {
  const running: RunningMailServer = {
    url: '',
    port: 0,
    received: [],
    connections: 0,
    fault: null,
    close: async () => undefined,
  };
  const fail = (step: MailStep): Error | null => {
    if (running.fault?.step !== step) return null;
    const { answer } = running.fault;
    if (answer === 'break') breakConnections();
    return Object.assign(new Error('Refused by the test'), { responseCode: answer === 'break' ? 421 : answer });
  };
  const breakConnections = () => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onConnect: (_session, done) => {
      running.connections += 1;
      done(fail('connect'));
    },
    onMailFrom: (_address, _session, done) => done(fail('mail')),
    onRcptTo: (_address, _session, done) => done(fail('recipient')),
    onData: (stream, session, done) => {
      if (running.fault?.step === 'data') {
        done(fail('data'));
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        // Whatever becomes of the reply, the mail has arrived, unless the reply refuses it.
        const refusal = running.fault?.step === 'reply' ? running.fault.answer : null;
        if (refusal === null || refusal === 'break')
          running.received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('utf8'),
          });
        done(fail('reply'));
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.port = (server.server.address() as { port: number }).port;
  running.url = `smtp://127.0.0.1:${running.port}`;
  running.close = () => new Promise((resolve) => server.close(resolve));
  return running;
}

/** Value of a header, unfolded; undefined if there is none. */
export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
}

/** Decoded part of a mail, `text/plain` or `text/html`. */
export function partOf({ raw }: ReceivedMail, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`);
  const part = parts.find((text) => text.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const start = part.indexOf('\r\n\r\n') + 4;
  const [head, body] = [part.slice(0, start), part.slice(start)];
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
