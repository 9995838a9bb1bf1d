import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

import {
  formatSeconds,
  pathOf,
  printProblem,
  problemMediaType,
  ServiceProblem,
} from '#server/service/service-problem.ts';

/** Milliseconds in one turn of the event loop within which requests start as they are read; later ones wait. */
const turnBudget = 10;
/** Milliseconds that a request may expect to wait. Beyond that it is refused. */
const maxWait = 200;
/** Requests that may always wait, however long: those of some users on a slow machine. */
const alwaysWaiting = 16;
/** Requests in progress whose responses aren't ready: in worker threads, in the database, in compression. */
const maxInProgress = 64;
/** The same of order checks, each of which takes the time of many other requests. */
const orderLimits = { alwaysWaiting: 6, maxInProgress: 2, interval: 25 };
/** Node accepts one connection in each turn. While they arrive, a waiting request starts after so many milliseconds. */
const acceptingTime = 20;
/** Milliseconds for which the refusal of a client waits that asks again at once, though it was told to wait. */
const hasteDelay = 1000;
/** Milliseconds for which refusals may wait while connections arrive. */
const maxRefusalWait = 1000;

/** A request that waits to start. */
interface Waiting {
  start: () => void;
  refuse: () => void;
  since: number;
}

/**
 * Starts requests as they arrive, unless the event loop is busy: then they wait in line, and each turn of the loop
 * starts one, so that connections, probes and sign-ins get their turns between them. Who would wait too long, by the
 * measured time from one start to the next, is refused. Times are milliseconds on a monotonic clock.
 */
export class StartQueue {
  readonly #maxInProgress: number;
  readonly #alwaysWaiting: number;
  readonly #now: () => number;
  readonly #nextTurn: (callback: () => void) => void;
  readonly #waiting: Waiting[] = [];
  #turnBegan: number | null = null;
  #inProgress = 0;
  #acceptedInTurn = false;
  /** Since when each turn has accepted a connection, and how many; null if the last turn accepted none. */
  #accepting: { since: number; connections: number } | null = null;
  #lastStart: number | null = null;
  /** Average time from one start to the next while requests wait. */
  #interval: number;

  /**
   * @param limits `maxInProgress` counts requests between their start and {@link complete}; `interval` is the expected
   *   time from one start to the next until it is measured
   */
  constructor(
    limits: { maxInProgress?: number; alwaysWaiting?: number; interval?: number } = {},
    { now = () => performance.now(), nextTurn = (callback: () => void) => void setImmediate(callback) } = {},
  ) {
    this.#maxInProgress = limits.maxInProgress ?? maxInProgress;
    this.#alwaysWaiting = limits.alwaysWaiting ?? alwaysWaiting;
    this.#interval = limits.interval ?? 1;
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** Calls `start` now or in a later turn, or `refuse`. */
  enter(start: () => void, refuse: () => void): void {
    const now = this.#now();
    const isFree = this.#waiting.length === 0 && this.#inProgress < this.#maxInProgress;
    const began = this.#beginTurn(now);
    if (isFree && now - began < turnBudget) this.#start(start);
    else if (this.isFull) refuse();
    else this.#waiting.push({ start, refuse, since: now });
  }

  /** Whether who enters now is refused. */
  get isFull(): boolean {
    const { length } = this.#waiting;
    if (this.#isCrowded(this.#now())) return length * Math.max(this.#interval, acceptingTime) >= maxWait;
    return length >= this.#alwaysWaiting && length * this.#interval >= maxWait;
  }

  /** To be called when the response of a started request is ready, or can't be sent. */
  complete(): void {
    this.#inProgress -= 1;
    if (this.#waiting.length > 0) this.#beginTurn(this.#now());
  }

  /**
   * To be called for each new connection.
   * @returns whether it may have waited too long to be accepted
   */
  accepted(): boolean {
    const now = this.#now();
    this.#acceptedInTurn = true;
    this.#accepting ??= { since: now, connections: 0 };
    this.#accepting.connections += 1;
    this.#beginTurn(now);
    return this.#isCrowded(now);
  }

  /** Whether so many connections have waited to be accepted, for so long, that they aren't those of a few users. */
  #isCrowded(now: number): boolean {
    if (this.#accepting === null) return false;
    const { since, connections } = this.#accepting;
    return connections > this.#alwaysWaiting && now - since >= maxWait;
  }

  #beginTurn(now: number): number {
    if (this.#turnBegan === null) {
      this.#turnBegan = now;
      this.#nextTurn(() => this.#endTurn());
    }
    return this.#turnBegan;
  }

  #endTurn(): void {
    const now = this.#now();
    const isAccepting = this.#acceptedInTurn && now - (this.#lastStart ?? 0) < acceptingTime;
    this.#turnBegan = null;
    if (!this.#acceptedInTurn) this.#accepting = null;
    this.#acceptedInTurn = false;
    if (!isAccepting && this.#inProgress < this.#maxInProgress) this.#startNext(now);
    if (this.#waiting.length === 0) this.#lastStart = null;
    const isNextDue = this.#waiting.length > 0 && this.#inProgress < this.#maxInProgress;
    if (isNextDue || this.#accepting !== null) this.#beginTurn(now);
  }

  #startNext(now: number): void {
    const isCrowded = this.#isCrowded(now);
    const isLate = ({ since }: Waiting) =>
      (isCrowded || this.#waiting.length > this.#alwaysWaiting) && now - since > 2 * maxWait;
    let next = this.#waiting.shift();
    while (next !== undefined && isLate(next)) {
      next.refuse();
      next = this.#waiting.shift();
    }
    if (next === undefined) return;
    if (this.#lastStart !== null) this.#interval = 0.9 * this.#interval + 0.1 * (now - this.#lastStart);
    this.#lastStart = now;
    this.#start(next.start);
  }

  #start(start: () => void): void {
    this.#inProgress += 1;
    start();
  }
}

/**
 * Writes refusals in turns of the event loop that accept no connection: a refusal takes as long as accepting, and who
 * waits to be accepted may be a probe or sign in. Those that have waited too long are written one a turn.
 */
export class Refusals {
  readonly #now: () => number;
  readonly #nextTurn: (callback: () => void) => void;
  readonly #waiting: { write: () => void; since: number }[] = [];
  #acceptedInTurn = false;
  #isTurnAwaited = false;

  constructor({
    now = () => performance.now(),
    nextTurn = (callback: () => void) => void setImmediate(callback),
  } = {}) {
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** To be called for each new connection. */
  accepted(): void {
    this.#acceptedInTurn = true;
  }

  /** Calls `write` at the end of this turn or of a later one, never at once: the loop would read the next request. */
  add(write: () => void): void {
    this.#waiting.push({ write, since: this.#now() });
    this.#awaitTurn();
  }

  /** Writes all refusals that wait. */
  flush(): void {
    for (const { write } of this.#waiting.splice(0)) write();
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    this.#nextTurn(() => this.#endTurn());
  }

  #endTurn(): void {
    const now = this.#now();
    const isLate = now - (this.#waiting[0]?.since ?? now) > maxRefusalWait;
    const most = this.#acceptedInTurn ? Number(isLate) : Infinity;
    for (let written = 0; written < most && this.#now() - now < turnBudget; written += 1) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      next.write();
    }
    this.#acceptedInTurn = false;
    this.#isTurnAwaited = false;
    if (this.#waiting.length > 0) this.#awaitTurn();
  }
}

/** Requests that wait: not probes, metrics, and the dashboard's pages and files, which browsers don't request again. */
const waitingRoutes = /^\/(?:(?:api|gateway|live|c)\/|mcp)/;
const orderCheckRoute = '/gateway/order-check';
/** Users must always be able to sign in. */
const signInRoutes = new Set(['/gateway/session', '/gateway/oidc/start', '/gateway/oidc/callback']);

function hasBody({ method }: FastifyRequest): boolean {
  return method === 'POST' || method === 'PUT';
}

const queueDecorator = 'queue';

/**
 * Ends the work on a request, which is in progress until then. To be called for a response that is a stream, when it is
 * written or waits for its client.
 */
export function completeWork(request: FastifyRequest): void {
  const queue = request.getDecorator<StartQueue | null>(queueDecorator);
  request.setDecorator(queueDecorator, null);
  queue?.complete();
}

/** The queues of a server. */
interface Queues {
  requests: StartQueue;
  /** Order checks. */
  orders: StartQueue;
}

/** Queues that also limit the requests in progress, unless those wait for an external service. */
export function startQueues(limitsInProgress: boolean): Queues {
  const unlimited = { maxInProgress: Infinity };
  return {
    requests: new StartQueue(limitsInProgress ? {} : unlimited),
    orders: new StartQueue({ ...orderLimits, ...(!limitsInProgress && unlimited) }),
  };
}

/** Refuses requests of `app` at once that would wait too long for the server itself: 503 with `Retry-After`. */
export function refuseOverload(app: FastifyInstance, { requests, orders }: Queues, refusals = new Refusals()): void {
  let refused = 0;
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    refused += 1;
    if (refused === 1)
      setTimeout(() => {
        app.log.warn({ refused }, 'overloaded: requests were refused');
        refused = 0;
      }, 1000).unref();
    // Not all at the same time.
    const seconds = 1 + (refused % 3);
    const problem = new ServiceProblem('unavailable', `The server is busy. Try again in ${formatSeconds(seconds)}.`);
    const { status, text } = printProblem(problem, pathOf(request), request.id);
    // Past Fastify's own way to an error, which costs as much as a lookup.
    reply.hijack();
    reply.raw.writeHead(status, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': problemMediaType,
      'content-length': Buffer.byteLength(text),
      'retry-after': String(seconds),
    });
    reply.raw.end(text);
  };
  const refusedAt = new WeakMap<object, number>();
  const hasty = new Set<() => void>();
  const refuseLater = (request: FastifyRequest, reply: FastifyReply) => {
    const { socket } = request.raw;
    const now = performance.now();
    const wait = hasteDelay - (now - (refusedAt.get(socket) ?? -Infinity));
    if (wait <= 0) {
      refusedAt.set(socket, now);
      refusals.add(() => refuse(request, reply));
      return;
    }
    // Clients that don't wait would take the time of those who do.
    const end = () => {
      clearTimeout(timer);
      hasty.delete(end);
      refusedAt.set(socket, performance.now());
      refusals.add(() => refuse(request, reply));
    };
    const timer = setTimeout(end, wait);
    hasty.add(end);
  };
  app.addHook('preClose', async () => {
    for (const end of hasty) end();
    refusals.flush();
  });
  const queueOf = (request: FastifyRequest): StartQueue | null => {
    // The gateway's own requests to the embedded service have no socket: a request that has started waits for them.
    const isOwn = !(request.raw.socket instanceof Socket);
    const { url = '' } = request.routeOptions;
    if (isOwn || !waitingRoutes.test(url) || signInRoutes.has(url)) return null;
    return url === orderCheckRoute ? orders : requests;
  };
  const enter = (queue: StartQueue, request: FastifyRequest, reply: FastifyReply, done: () => void) =>
    queue.enter(
      () => {
        request.setDecorator(queueDecorator, queue);
        done();
      },
      () => refuseLater(request, reply),
    );
  /** Connections that waited to be accepted. Their first request would be late; later ones aren't. */
  const late = new WeakSet<object>();
  app.server.on('connection', (socket: Socket) => {
    refusals.accepted();
    const isLate = [requests, orders].map((queue) => queue.accepted()).some(Boolean);
    if (isLate) late.add(socket);
  });
  app.decorateRequest(queueDecorator, null);
  app.addHook('onRequest', (request, reply, done) => {
    const queue = queueOf(request);
    const isLate = late.delete(request.raw.socket);
    if (queue === null) done();
    else if (isLate) refuseLater(request, reply);
    else if (!hasBody(request)) enter(queue, request, reply, done);
    else if (queue.isFull) refuseLater(request, reply);
    else done();
  });
  // Its body has arrived: slow clients don't count.
  app.addHook('preHandler', (request, reply, done) => {
    const queue = hasBody(request) ? queueOf(request) : null;
    if (queue === null) done();
    else enter(queue, request, reply, done);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    // Of streams, only order checks say when their work ends.
    if (!(payload instanceof Readable && queueOf(request) === orders)) completeWork(request);
    done(null, payload);
  });
  // The client has disconnected before there was anything to send.
  app.addHook('onResponse', (request, _reply, done) => {
    completeWork(request);
    done();
  });
}
