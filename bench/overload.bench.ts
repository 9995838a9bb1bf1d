// Measures the built server while 1,500 clients ask without a pause: how long what it accepts takes, probes and sign-ins
// meanwhile, its memory, and what of the requests under way at SIGTERM is answered. `BENCH_CLIENTS` sets the number.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

import { readConfig } from '#server/config.ts';

import { credentialHeaders } from './contender-process.ts';
import { percentile } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { figure, printTable } from './table.ts';

const port = Number(process.env.BENCH_PORT ?? 8196);
const metricsPort = port + 1;
const clients = Number(process.env.BENCH_CLIENTS ?? 1500);
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
/** Milliseconds in which the clients connect: these are reported apart. */
const connecting = 2000;

interface Taken {
  sentAt: number;
  milliseconds: number;
  status: number;
}

const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nSec-Fetch-Site: same-origin\r\n${more}\r\n`;

/** Requests of the crowd: mostly results of one product, some pages of 50 calendars and checks of 100 lines. */
function requestFor(index: number): Buffer {
  const productId = 10_001 + (index % 100);
  if (index % 20 === 7) return Buffer.from(head('GET /gateway/calendars?pageSize=50'));
  if (index % 20 !== 13) return Buffer.from(head(`GET /gateway/availability?productId=${productId}&quantity=40`));
  const lines = Array.from({ length: 100 }, (_, line) => ({ key: line + 1, productId: 10_001 + line, quantity: 1000 }));
  const body = JSON.stringify({ lines });
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.from(head('POST /gateway/order-check', type) + body);
}

/** Whether a response is complete, by its length or its last chunk. */
function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end)) ?? [];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length);
}

interface Crowd {
  taken: Taken[];
  /** Requests that are under way, and connections that ended without a response to theirs. */
  open: number;
  lost: number;
  stop: () => void;
  ended: Promise<unknown>;
}

/** @param isPatient whether clients wait for as long as `Retry-After` says, as they should */
function startCrowd(isPatient: boolean): Crowd {
  let isOver = false;
  const began = performance.now();
  const crowd: Omit<Crowd, 'ended'> = { taken: [], open: 0, lost: 0, stop: () => void (isOver = true) };
  const client = async (index: number) => {
    await wait((connecting * index) / clients / 2);
    const socket = connect(port, '127.0.0.1');
    const request = requestFor(index);
    let sentAt = 0;
    let received = '';
    let isOpen = false;
    const ask = () => {
      if (isOver) {
        socket.destroy();
        return;
      }
      sentAt = performance.now();
      isOpen = true;
      crowd.open += 1;
      socket.write(request);
    };
    socket.on('connect', ask).on('error', () => {});
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1');
      if (!isComplete(received)) return;
      const status = Number(received.slice(9, 12));
      crowd.taken.push({ sentAt: sentAt - began, milliseconds: performance.now() - sentAt, status });
      crowd.open -= 1;
      isOpen = false;
      const [, pause = '0'] = /\r\nretry-after: (\d+)/i.exec(received) ?? [];
      received = '';
      if (isPatient && status === 503) setTimeout(ask, Number(pause) * 1000);
      else ask();
    });
    await new Promise((resolve) => socket.on('close', resolve));
    if (!isOpen) return;
    crowd.lost += 1;
    crowd.open -= 1;
  };
  return Object.assign(crowd, { ended: Promise.all(Array.from({ length: clients }, (_, index) => client(index))) });
}

/** Probes and sign-ins, each on connections of its own, in a process that the crowd doesn't delay. */
async function probeOn(headers: Record<string, string>): Promise<void> {
  const times: Record<string, number[]> = {};
  const end = new AbortController();
  const repeat = async (what: string, pause: number, send: () => Promise<Response>) => {
    while (!end.signal.aborted) {
      const sentAt = performance.now();
      const response = await send();
      await response.arrayBuffer();
      if (response.ok) (times[what] ??= []).push(performance.now() - sentAt);
      else throw new Error(`${what}: ${response.status}`);
      await wait(pause);
    }
  };
  const origin = `http://localhost:${port}`;
  const token = headers.authorization?.replace('Bearer ', '');
  const body = JSON.stringify({ token, subscriptionKey: headers['ocp-apim-subscription-key'] });
  const closing = { headers: { Connection: 'close' } };
  const asPerson = { Origin: origin, 'Content-Type': 'application/json' };
  const probing = Promise.all([
    repeat('/healthz', 25, () => fetch(`${origin}/healthz`)),
    repeat('/healthz by a new connection', 100, () => fetch(`${origin}/healthz`, closing)),
    repeat('the same at METRICS_PORT', 100, () => fetch(`http://127.0.0.1:${metricsPort}/healthz`, closing)),
    repeat('sign-in', 100, () => fetch(`${origin}/gateway/session`, { method: 'POST', headers: asPerson, body })),
  ]);
  process.send?.('begun');
  await Promise.race([once(process, 'message'), probing]);
  end.abort();
  await probing;
  process.send?.(times);
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const timesOf = (values: readonly number[]) =>
  [50, 99, 100].map((each) => `${figure(percentile(values, each))} ms`).join(', ');

async function measure(server: ChildProcess, headers: Record<string, string>, isPatient: boolean): Promise<string[][]> {
  const before = residentMegabytes(server.pid ?? 0);
  const probes = fork(import.meta.filename, ['probes', JSON.stringify(headers)], { execArgv: ['--import', 'tsx'] });
  await once(probes, 'message');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  await wait(2000);
  delay.enable();
  const crowd = startCrowd(isPatient);
  await wait(seconds * 1000);
  delay.disable();
  const peak = residentMegabytes(server.pid ?? 0);
  crowd.stop();
  const reported = once(probes, 'message');
  probes.send('end');
  const [probed] = (await reported) as [Record<string, number[]>];
  await crowd.ended;
  await wait(60_000);
  const after = residentMegabytes(server.pid ?? 0);
  const accepted = crowd.taken.filter(({ status }) => status === 200);
  const refused = crowd.taken.filter(({ status }) => status === 503);
  const early = accepted.filter(({ sentAt }) => sentAt < connecting);
  const later = accepted.filter(({ sentAt }) => sentAt >= connecting);
  const others = crowd.taken.length - accepted.length - refused.length;
  return [
    ['accepted, refused a second', `${figure(accepted.length / seconds)}, ${figure(refused.length / seconds)}`],
    ['others, lost', `${others}, ${crowd.lost}`],
    ['accepted while the clients connected', timesOf(early.map((each) => each.milliseconds))],
    ['accepted later', timesOf(later.map((each) => each.milliseconds))],
    ['refused', timesOf(refused.map((each) => each.milliseconds))],
    ...Object.entries(probed).map(([what, times]) => [`${what} (${times.length})`, timesOf(times)]),
    [
      'delays of the clients’ own event loop',
      [50, 99, 100].map((each) => `${figure(delay.percentile(each) / 1e6)} ms`).join(', '),
    ],
    ['memory before, during, a minute after', [before, peak, after].map((each) => `${figure(each)} MB`).join(', ')],
  ];
}

/** Sends SIGTERM while a crowd asks, and counts what got no answer although it had been sent. */
async function stopUnderLoad(server: ChildProcess): Promise<string[]> {
  const crowd = startCrowd(false);
  await wait(connecting + 3000);
  const open = crowd.open;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  // What is sent after the signal may meet a closed port.
  crowd.stop();
  await ended;
  await crowd.ended;
  return ['requests under way at SIGTERM, of which got no answer', `${open}, ${crowd.lost}`];
}

if (process.argv[2] === 'probes') {
  await probeOn(JSON.parse(process.argv[3] ?? '{}') as Record<string, string>);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-overload-'));
  process.env.METRICS_PORT = String(metricsPort);
  const server = await startServer([process.execPath, 'dist/server/main.js'], port, folder);
  try {
    await untilHealthy(port);
    const headers = await credentialHeaders(readConfig({ DATA_DIR: folder }));
    const patient = await measure(server, headers, true);
    const impatient = await measure(server, headers, false);
    const rows = patient.map(([what = '', value = ''], index) => [what, value, impatient[index]?.[1] ?? '']);
    const [what = '', value = ''] = await stopUnderLoad(server);
    printTable(
      `${figure(clients)} clients for ${seconds} s. Times: median, 99 %, longest`,
      ['', 'clients that wait as Retry-After says', 'clients that ask again at once'],
      [...rows, [what, '', value]],
    );
  } finally {
    await stopServer(server);
    rmSync(folder, { recursive: true });
  }
}
