import Fastify, { type FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { completeWork, Refusals, refuseOverload, StartQueue } from './overload.ts';

/** A queue whose clock and turns are set by the test; `outcomes` are the requests' names as they start or are refused. */
function manualQueue(max = Infinity) {
  const clock = { now: 0 };
  const turns: (() => void)[] = [];
  const queue = new StartQueue(
    { maxInProgress: max },
    { now: () => clock.now, nextTurn: (callback) => void turns.push(callback) },
  );
  const outcomes: string[] = [];
  return {
    queue,
    clock,
    outcomes,
    enter: (name: string) =>
      queue.enter(
        () => outcomes.push(name),
        () => outcomes.push(`not ${name}`),
      ),
    /** Ends the current turn; false if nothing waits for its end. */
    turn: () => {
      const callback = turns.shift();
      callback?.();
      return callback !== undefined;
    },
  };
}

describe('the queue of requests', () => {
  test('starts requests at once while the turn is short', () => {
    const { enter, outcomes, turn } = manualQueue();
    for (const name of ['a', 'b', 'c']) enter(name);
    expect(outcomes).toEqual(['a', 'b', 'c']);
    expect(turn()).toBe(true);
    expect(turn()).toBe(false);
  });

  test('starts one request a turn, in order, once a turn was long', () => {
    const { enter, outcomes, clock, turn } = manualQueue();
    enter('a');
    clock.now = 50;
    for (const name of ['b', 'c', 'd']) enter(name);
    expect(outcomes).toEqual(['a']);
    turn();
    expect(outcomes).toEqual(['a', 'b']);
    enter('e');
    expect(outcomes).toEqual(['a', 'b']);
    while (turn());
    expect(outcomes).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('starts no more than the limit at a time, and the next when one is complete', () => {
    const { enter, outcomes, queue, turn } = manualQueue(1);
    for (const name of ['a', 'b', 'c']) enter(name);
    while (turn());
    expect(outcomes).toEqual(['a']);
    queue.complete();
    while (turn());
    expect(outcomes).toEqual(['a', 'b']);
  });

  test('refuses what would wait too long by the time that others took', () => {
    const { enter, outcomes, clock, turn } = manualQueue();
    enter('first');
    clock.now = 50;
    for (let index = 0; index < 120; index += 1) enter(`a${index}`);
    for (let index = 0; index < 12; index += 1) {
      turn();
      clock.now += 20;
    }
    expect(outcomes).toHaveLength(13);
    enter('b');
    expect(outcomes.at(-1)).toBe('not b');
  });

  test('never refuses the requests of a few users, however slow the machine', () => {
    const { enter, outcomes, clock, turn } = manualQueue();
    enter('first');
    for (let round = 0; round < 20; round += 1) {
      clock.now += 5000;
      for (let index = 0; index < 6; index += 1) enter(`${round}`);
      while (turn()) clock.now += 5000;
    }
    expect(outcomes).toHaveLength(1 + 20 * 6);
    expect(outcomes.filter((name) => name.startsWith('not '))).toEqual([]);
  });

  test('refuses what has waited too long when its turn comes, if many wait', () => {
    const { enter, outcomes, clock, turn } = manualQueue();
    enter('first');
    clock.now = 50;
    for (let index = 0; index < 120; index += 1) enter(`a${index}`);
    clock.now = 1000;
    turn();
    const late = outcomes.filter((name) => name.startsWith('not '));
    expect(late.length).toBeGreaterThan(20);
    expect(outcomes.at(-1)).toBe(`a${late.length}`);
  });

  test('leaves turns to new connections', () => {
    const { enter, outcomes, queue, clock, turn } = manualQueue();
    enter('a');
    clock.now = 50;
    enter('b');
    enter('c');
    turn();
    queue.accepted();
    clock.now += 1;
    turn();
    expect(outcomes).toEqual(['a', 'b']);
    turn();
    expect(outcomes).toEqual(['a', 'b', 'c']);
  });
});

/** Accepts a connection in each of so many turns of 10 ms; returns what the last said. */
function acceptIn(turns: number, { queue, clock, turn }: ReturnType<typeof manualQueue>): boolean {
  let isLate = false;
  for (let count = 0; count < turns; count += 1) {
    isLate = queue.accepted();
    clock.now += 10;
    turn();
  }
  return isLate;
}

describe('while each turn accepts a connection', () => {
  test('connections are late after 200 ms, until a turn accepts none', () => {
    const manual = manualQueue();
    expect(acceptIn(20, manual)).toBe(false);
    expect(acceptIn(1, manual)).toBe(true);
    manual.turn();
    expect(acceptIn(20, manual)).toBe(false);
    while (manual.turn());
    expect(manual.turn()).toBe(false);
  });

  test('connections of a few users on a slow machine are never late', () => {
    const manual = manualQueue();
    for (let count = 0; count < 16; count += 1) {
      manual.clock.now += 300;
      expect(acceptIn(1, manual)).toBe(false);
    }
    expect(acceptIn(1, manual)).toBe(true);
  });

  test('few requests may wait, by the time that is left to them', () => {
    const manual = manualQueue();
    const { enter, outcomes, queue } = manual;
    acceptIn(20, manual);
    queue.accepted();
    manual.clock.now += 10;
    for (let index = 0; index < 12; index += 1) enter(`${index}`);
    expect(outcomes).toEqual(['not 10', 'not 11']);
    for (let index = 0; index < 60; index += 1) acceptIn(1, manual);
    expect(outcomes.slice(2)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('what has waited too long is refused, however few wait', () => {
    const manual = manualQueue();
    const { enter, outcomes, queue, clock } = manual;
    acceptIn(20, manual);
    queue.accepted();
    clock.now += 10;
    enter('a');
    enter('b');
    clock.now += 401;
    manual.turn();
    expect(outcomes).toEqual(['not a', 'not b']);
  });
});

/** Refusals whose clock and turns are set by the test; `written` are the places of those that were written. */
function manualRefusals() {
  const clock = { now: 0 };
  const turns: (() => void)[] = [];
  const refusals = new Refusals({ now: () => clock.now, nextTurn: (callback) => void turns.push(callback) });
  const written: number[] = [];
  return {
    refusals,
    clock,
    written,
    /** Adds refusals, each of which takes some milliseconds to write. */
    add: (count: number, milliseconds = 1) => {
      for (let at = 0; at < count; at += 1)
        refusals.add(() => {
          clock.now += milliseconds;
          written.push(at);
        });
    },
    turn: () => {
      const callback = turns.shift();
      callback?.();
      return callback !== undefined;
    },
  };
}

describe('refusals', () => {
  test('are written at the end of the turn, in order, ten milliseconds of them', () => {
    const { add, turn, written } = manualRefusals();
    add(12);
    expect(written).toEqual([]);
    turn();
    expect(written).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(turn()).toBe(true);
    expect(written).toHaveLength(12);
    expect(turn()).toBe(false);
  });

  test('wait while each turn accepts a connection, up to a second', () => {
    const { refusals, add, turn, written, clock } = manualRefusals();
    add(3);
    for (clock.now = 0; clock.now <= 1000; clock.now += 100) {
      refusals.accepted();
      turn();
    }
    expect(written).toEqual([]);
    refusals.accepted();
    turn();
    expect(written).toEqual([0]);
    turn();
    expect(written).toEqual([0, 1, 2]);
  });

  test('are all written when the server stops', () => {
    const { refusals, add, turn, written } = manualRefusals();
    add(20);
    refusals.accepted();
    refusals.flush();
    expect(written).toHaveLength(20);
    turn();
    expect(turn()).toBe(false);
  });
});

/** A queue for which time stands still. */
const stillQueue = (limits: ConstructorParameters<typeof StartQueue>[0]) => new StartQueue(limits, { now: () => 0 });

test.each([
  ['/api/stock', true],
  ['/gateway/orders', true],
  ['/live/:file', true],
  ['/mcp', true],
  ['/c/:key', true],
  ['/gateway/session', false],
  ['/healthz', false],
  ['/', false],
])('requests of %s wait in line: %s', async (url, isWaiting) => {
  const app = Fastify();
  let entered = 0;
  const enter = (start: () => void) => {
    entered += 1;
    start();
  };
  refuseOverload(app, { requests: Object.assign(stillQueue({}), { enter }), orders: stillQueue({}) });
  app.get(url, async () => 'answered');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}${url.replace(':', '')}`)).text()).toBe('answered');
  expect(entered).toBe(isWaiting ? 1 : 0);
  await app.close();
});

/** Sends requests on one connection, each when the last is answered; resolves to statuses and times of the answers. */
async function askInTurn(port: number, count: number): Promise<{ status: number; milliseconds: number }[]> {
  const socket = connect(port, '127.0.0.1');
  const answers: { status: number; milliseconds: number }[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const sentAt = performance.now();
    socket.write('GET /gateway/availability HTTP/1.1\r\nHost: a\r\n\r\n');
    const [part] = (await once(socket, 'data')) as [Buffer];
    answers.push({ status: Number(part.toString().slice(9, 12)), milliseconds: performance.now() - sentAt });
  }
  socket.destroy();
  return answers;
}

describe('an overloaded server', () => {
  let app = Fastify();
  beforeEach(() => {
    app = Fastify();
  });
  afterEach(() => app.close());

  test('refuses requests with Retry-After, answers probes and sign-ins, and completes what it accepted', async () => {
    // One in progress; time stands still, so that each waiting request counts for one millisecond: 200 may wait.
    refuseOverload(app, { requests: stillQueue({ maxInProgress: 1 }), orders: stillQueue({}) });
    const held: (() => void)[] = [];
    const hold = () => new Promise((resolve) => held.push(() => resolve({ done: true })));
    app.get('/gateway/slow', hold);
    app.post('/gateway/slow', hold);
    app.get('/gateway/inside', async () => (await app.inject('/api/own')).json());
    app.get('/api/own', async () => ({ own: true }));
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.post('/gateway/session', async () => ({ signedIn: true }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

    // What a request in progress asks of this server itself can't wait for that request's end.
    expect(await (await fetch(`${origin}/gateway/inside`)).json()).toEqual({ own: true });
    const arrived: Promise<Response>[] = [];
    for (let index = 0; index < 260; index += 1)
      arrived.push(fetch(`${origin}/gateway/slow`, { method: index % 2 === 0 ? 'GET' : 'POST' }));
    const refused: Response[] = [];
    for (const response of arrived) void response.then((came) => came.status === 503 && refused.push(came));
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(260 - 201);
    for (const response of refused.slice(0, 3)) {
      expect(response.headers.get('retry-after')).toMatch(/^[123]$/);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(await response.json()).toMatchObject({
        status: 503,
        detail: expect.stringMatching(/^The server is busy/),
      });
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/gateway/session`, { method: 'POST' })).status).toBe(200);
    expect(held).toHaveLength(1);

    const releasing = setInterval(() => held.shift()?.(), 0);
    const statuses = await Promise.all(arrived.map(async (response) => (await response).status));
    clearInterval(releasing);
    expect(statuses.filter((status) => status === 200)).toHaveLength(201);
  });

  test('lets a client that asks again at once wait for its refusal, and answers it when the server stops', async () => {
    const queue = Object.assign(stillQueue({}), { enter: (_start: () => void, refuse: () => void) => refuse() });
    refuseOverload(app, { requests: queue, orders: stillQueue({}) });
    app.get('/gateway/availability', async () => ({ done: true }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const [first, second] = await askInTurn(port, 2);
    expect([first?.status, second?.status]).toEqual([503, 503]);
    expect(second?.milliseconds).toBeGreaterThan(900);

    const waiting = connect(port, '127.0.0.1');
    const request = 'GET /gateway/availability HTTP/1.1\r\nHost: a\r\n\r\n';
    waiting.write(request);
    await once(waiting, 'data');
    waiting.write(request);
    await once(app.server, 'request');
    const answered = once(waiting, 'data');
    await app.close();
    expect(String(await answered)).toMatch(/^HTTP\/1.1 503 /);
    waiting.destroy();
  });

  test('accepts all who wait, and answers a probe among them, before it refuses', async () => {
    const requests = Object.assign(stillQueue({}), { enter: (_start: () => void, refuse: () => void) => refuse() });
    refuseOverload(app, { requests, orders: stillQueue({}) }, new Refusals({ now: () => 0 }));
    app.get('/gateway/availability', async () => ({ done: true }));
    app.get('/healthz', async () => ({ status: 'ok' }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const statuses: number[] = [];
    const paths = [...Array<string>(40).fill('/gateway/availability'), '/healthz'];
    const sockets = paths.map((path) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('data', (part: Buffer) => statuses.push(Number(part.toString().slice(9, 12))));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      return socket;
    });
    await expect.poll(() => statuses.length).toBe(41);
    expect(statuses.indexOf(200)).toBeLessThan(10);
    for (const socket of sockets) socket.destroy();
  });

  test('refuses the first request of a connection that waited to be accepted, not the next', async () => {
    const requests = Object.assign(stillQueue({}), { accepted: () => true });
    refuseOverload(app, { requests, orders: stillQueue({}) });
    app.get('/gateway/availability', async () => ({ done: true }));
    app.get('/healthz', async () => ({ status: 'ok' }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const answers = await askInTurn(port, 2);
    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  test('limits order checks by themselves, each in progress until its stream takes no more work', async () => {
    const orders = stillQueue({ maxInProgress: 1, alwaysWaiting: 1, interval: 200 });
    refuseOverload(app, { requests: stillQueue({}), orders });
    const started: { request: FastifyRequest; stream: PassThrough }[] = [];
    app.post('/gateway/order-check', async (request, reply) => {
      const stream = new PassThrough();
      started.push({ request, stream });
      return reply.send(stream);
    });
    app.get('/gateway/availability', async () => ({ done: true }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const check = async () => (await fetch(`${origin}/gateway/order-check`, { method: 'POST', body: '{}' })).text();

    const first = check();
    await expect.poll(() => started).toHaveLength(1);
    const second = check();
    await expect.poll(() => orders.isFull).toBe(true);
    // Refused before its body has arrived.
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /gateway/order-check HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 900000\r\n\r\n',
    );
    const [refusal] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(refusal.toString()).toMatch(/^HTTP\/1.1 503 /);
    expect((await fetch(`${origin}/gateway/availability`)).status).toBe(200);
    expect(started).toHaveLength(1);

    // The first is written, or waits for its client.
    if (started[0]) completeWork(started[0].request);
    await expect.poll(() => started).toHaveLength(2);
    for (const { stream } of started) stream.end('end');
    expect(await Promise.all([first, second])).toEqual(['end', 'end']);
    expect(orders.isFull).toBe(false);
  });
});
