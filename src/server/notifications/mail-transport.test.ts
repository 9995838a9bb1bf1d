import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { headerOf, type MailStep, partOf, type RunningMailServer, startMailServer } from './mail-server.fixture.ts';
import { MailError, mailTransport } from './mail-transport.ts';

let server: RunningMailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  server.fault = null;
});

const from = 'Stock Horizon <stock@example.com>';
const transport = () => mailTransport({ url: server.url, from, allowsPlain: true });
const mail = { to: 'ann@example.com', subject: 'Grüße', text: 'Zwei Zusagen später.\n', html: '<p>Zwei Zusagen</p>' };

/** Sends the mail and returns the error. */
async function failure(url = server.url, allowsPlain = true): Promise<MailError> {
  const sent = mailTransport({ url, from, allowsPlain }).send(mail);
  const error: unknown = await sent.catch((reason: unknown) => reason);
  if (!(error instanceof MailError)) throw new Error(`The mail was sent: ${String(error)}`);
  return error;
}

it('sends text and HTML from the configured address, and returns what the server said', async () => {
  const said = await transport().send({ ...mail, id: 'an-event' });
  expect(said).toMatch(/^250 /);
  const [received] = server.received;
  expect(received?.to).toEqual(['ann@example.com']);
  expect(received && headerOf(received, 'From')).toBe(from);
  expect(received && headerOf(received, 'Message-ID')).toBe('<an-event@example.com>');
  expect(received && headerOf(received, 'Auto-Submitted')).toBe('auto-generated');
  expect(received && partOf(received, 'text/plain').trim()).toBe('Zwei Zusagen später.');
  expect(received && partOf(received, 'text/html').trim()).toBe('<p>Zwei Zusagen</p>');
});

it('hands a mail over only when the server is ready for it', async () => {
  const steps: string[] = [];
  await transport().send(mail, async () => {
    steps.push(`handed over, ${server.received.length} received`);
  });
  expect(steps).toEqual(['handed over, 0 received']);
  expect(server.received).toHaveLength(1);
});

it('sends nothing if the handover fails', async () => {
  const sent = transport().send(mail, () => Promise.reject(new Error('The store is down.')));
  await expect(sent).rejects.toMatchObject({ isUnsure: false, message: 'The store is down.' });
  expect(server.received).toEqual([]);
});

describe('a failure', () => {
  it.each<[MailStep, 'break' | 421 | 451 | 550, boolean]>([
    ['connect', 421, false],
    ['connect', 'break', false],
    ['mail', 451, false],
    ['recipient', 550, false],
    ['recipient', 'break', false],
    ['reply', 451, false],
    ['reply', 'break', true],
  ])('at step %s with %s says whether the mail may have arrived: %s', async (step, answer, isUnsure) => {
    server.fault = { step, answer };
    const error = await failure();
    expect(error.isUnsure).toBe(isUnsure);
    expect(server.received).toHaveLength(isUnsure ? 1 : 0);
    if (answer !== 'break') expect(error.message).toContain(`${answer}`);
  });

  it('to connect is told', async () => {
    const gone = await startMailServer();
    await gone.close();
    expect((await failure(gone.url)).message).toContain('ECONNREFUSED');
  });

  it('to encrypt refuses to send, unless that is allowed', async () => {
    expect((await failure(server.url.replace('//', '//user:secret@'), false)).message).toMatch(/^500 /);
    expect(server.received).toEqual([]);
    const { url } = server;
    await mailTransport({ url: url.replace('//', '//user:secret@'), from, allowsPlain: true }).send(mail);
    expect(server.received).toHaveLength(1);
  });
});
