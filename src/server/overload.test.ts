import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';

import { Problem } from '#contract/problem.ts';
import type { Store } from '#server/store/stock-store.ts';

import { LoadGate } from './overload.ts';
import { runApp, type RunningApp } from './running-app.fixture.ts';

function manualGate() {
  let endTurn: (() => void) | undefined;
  const gate = new LoadGate((callback) => (endTurn = callback));
  /** How many of `count` requests, read `apart` milliseconds after each other, one turn takes. */
  const taken = (count: number, apart: number) => {
    const inTime = Array.from({ length: count }, (_, index) => gate.isInTime(1000 + index * apart));
    endTurn?.();
    return inTime.filter(Boolean).length;
  };
  return { gate, taken };
}

it('takes the requests that a turn reads early, and the first few however long they take', () => {
  const { taken } = manualGate();
  expect([taken(1000, 1), taken(1000, 2), taken(1000, 50), taken(10, 500)]).toEqual([81, 41, 16, 10]);
});

it('keeps turns short while connections wait and requests are refused, and only then', () => {
  const { gate, taken } = manualGate();
  gate.accepted();
  expect([taken(40, 2), taken(1000, 2)]).toEqual([40, 41]);
  gate.accepted();
  expect([taken(1000, 2), taken(1000, 2), taken(1000, 2)]).toEqual([41, 1, 41]);
});

it('takes as many requests at once as are completed soon, 32 at least', () => {
  const { gate } = manualGate();
  /** Completes requests, one after the other, and then begins as many as are taken. */
  const takenAfter = (milliseconds: number, from: number) => {
    for (let index = 0; index < 2000; index++) {
      gate.begin(from + index * milliseconds);
      gate.complete(from + (index + 1) * milliseconds);
    }
    let count = 0;
    while (count < 1000 && gate.begin(from)) count += 1;
    for (let index = 0; index < count; index++) gate.complete(from);
    return count;
  };
  expect([takenAfter(1, 0), takenAfter(0.1, 1e4), takenAfter(5, 2e4), takenAfter(50, 3e4)]).toEqual([
    250, 1000, 51, 32,
  ]);
});

const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

async function run(findStock: (store: Store) => Store['findStock']): Promise<RunningApp> {
  const wrapStore = (store: Store) => Object.assign(Object.create(store) as Store, { findStock: findStock(store) });
  const app = await runApp({}, { wrapStore });
  running.push(app);
  return app;
}

/** Sends a request on each of `count` connections at the same time, with one for `/healthz` last; returns the answers. */
async function askAtOnce({ port }: RunningApp, count: number): Promise<string[]> {
  const received = new Map<Socket, string>();
  const sockets = Array.from({ length: count + 1 }, () => connect(port, '127.0.0.1'));
  const head = `HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  // Node accepts one connection in each turn. After a first answer, all are open.
  for (const socket of sockets) socket.write(`GET /healthz ${head}\r\n`);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  const paths = [
    ...Array.from({ length: count }, () => '/gateway/availability?productId=12345&quantity=1'),
    '/healthz',
  ];
  const answered = sockets.map(async (socket, index) => {
    socket.write(`GET ${paths[index]} ${head}Connection: close\r\n\r\n`);
    socket.on('data', (chunk) => received.set(socket, (received.get(socket) ?? '') + chunk.toString()));
    await once(socket, 'close');
    return received.get(socket) ?? '';
  });
  return Promise.all(answered);
}

const statusOf = (answer: string) => Number(answer.slice(9, 12));

/** A look-up that keeps the event loop busy. */
const blocking =
  (store: Store): Store['findStock'] =>
  async (...args) => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    return store.findStock(...args);
  };

/** A look-up that waits for a database, which answers one after the other. */
const queued = (store: Store): Store['findStock'] => {
  let last: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const found = last.then(async () => {
      await wait(20);
      return store.findStock(...args);
    });
    last = found;
    return found;
  };
};

it.each([
  ['the event loop', blocking],
  ['the database', queued],
])('refuses what would wait for %s, with a problem and a time, and reports its health', async (_name, findStock) => {
  const app = await run(findStock);
  // A first load shows how long requests take.
  await askAtOnce(app, 30);
  const answers = await askAtOnce(app, 90);
  expect(statusOf(answers.pop() ?? '')).toBe(200);
  const accepted = answers.filter((answer) => statusOf(answer) === 200);
  const refused = answers.filter((answer) => statusOf(answer) === 503);
  expect(accepted.length).toBeGreaterThanOrEqual(16);
  expect(refused.length).toBeGreaterThan(0);
  expect(accepted.length + refused.length).toBe(90);
  for (const answer of refused) {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^retry-after: [123]$/im);
    expect(head).toMatch(/^content-type: application\/problem\+json; charset=utf-8$/im);
    expect(head).toMatch(/^content-security-policy: /im);
    expect(Problem.parse(JSON.parse(body))).toMatchObject({ status: 503, instance: '/gateway/availability' });
  }
  // All is as before afterwards.
  expect((await askAtOnce(app, 10)).map(statusOf)).toEqual(Array.from({ length: 11 }, () => 200));
  expect((await app.ask('/metrics')).text).toMatch(/status="503"\} \d/);
});
