import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

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
/** Requests that may always wait, however long: the bursts of some users on a slow machine. */
const alwaysWaiting = 64;
/** Requests in progress whose responses aren't ready: in worker threads, in the database, in compression. */
const maxInProgress = 64;
/** Node accepts one connection in each turn. While they arrive, a waiting request starts after so many milliseconds. */
const acceptingTime = 40;

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
  readonly #max: number;
  readonly #now: () => number;
  readonly #nextTurn: (callback: () => void) => void;
  readonly #waiting: Waiting[] = [];
  #turnBegan: number | null = null;
  #inProgress = 0;
  #acceptedInTurn = false;
  #lastStart: number | null = null;
  /** Average time from one start to the next while requests wait. */
  #interval = 1;

  /** @param maxInProgress requests between their start and {@link complete} */
  constructor({
    max = maxInProgress,
    now = () => performance.now(),
    nextTurn = (callback: () => void) => void setImmediate(callback),
  } = {}) {
    this.#max = max;
    this.#now = now;
    this.#nextTurn = nextTurn;
  }

  /** Calls `start` now or in a later turn, or `refuse`. */
  enter(start: () => void, refuse: () => void): void {
    const now = this.#now();
    const isFree = this.#waiting.length === 0 && this.#inProgress < this.#max;
    const began = this.#beginTurn(now);
    if (isFree && now - began < turnBudget) this.#start(start);
    else if (this.#waiting.length < alwaysWaiting || this.#waiting.length * this.#interval < maxWait)
      this.#waiting.push({ start, refuse, since: now });
    else refuse();
  }

  /** To be called when the response of a started request is ready, or can't be sent. */
  complete(): void {
    this.#inProgress -= 1;
    if (this.#waiting.length > 0) this.#beginTurn(this.#now());
  }

  /** To be called for each new connection. */
  accepted(): void {
    this.#acceptedInTurn = true;
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
    this.#acceptedInTurn = false;
    if (!isAccepting && this.#inProgress < this.#max) this.#startNext(now);
    if (this.#waiting.length === 0) this.#lastStart = null;
    else if (this.#inProgress < this.#max) this.#beginTurn(now);
  }

  #startNext(now: number): void {
    const isLate = ({ since }: Waiting) => this.#waiting.length > alwaysWaiting && now - since > 2 * maxWait;
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

/** Requests that wait: not probes, metrics, and the dashboard's pages and files, which browsers don't request again. */
const waitingRoutes = /^\/(?:api|gateway)\//;
/** Users must always be able to sign in. */
const signInRoutes = new Set(['/gateway/session', '/gateway/oidc/start', '/gateway/oidc/callback']);

const startedDecorator = 'isStarted';

/**
 * Refuses requests of `app` at once that would wait too long for the server itself: 503 with `Retry-After`.
 * @param limitsInProgress false if requests wait for an external service, which isn't this server's load
 */
export function refuseOverload(
  app: FastifyInstance,
  limitsInProgress: boolean,
  queue = new StartQueue(limitsInProgress ? {} : { max: Infinity }),
): void {
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
  const enter = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // The gateway's own requests to the embedded service have no socket: a request that has started waits for them.
    const isOwn = !(request.raw.socket instanceof Socket);
    const { url = '' } = request.routeOptions;
    if (isOwn || !waitingRoutes.test(url) || signInRoutes.has(url)) done();
    else
      queue.enter(
        () => {
          request.setDecorator(startedDecorator, true);
          done();
        },
        // Later, as a client refused within the turn sends again, and the loop would read on without end.
        () => setImmediate(refuse, request, reply),
      );
  };
  const complete = (request: FastifyRequest) => {
    if (!request.getDecorator<boolean>(startedDecorator)) return;
    request.setDecorator(startedDecorator, false);
    queue.complete();
  };
  app.server.on('connection', () => queue.accepted());
  app.decorateRequest(startedDecorator, false);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'POST' || request.method === 'PUT') done();
    else enter(request, reply, done);
  });
  // Its body has arrived: slow clients don't count.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'POST' || request.method === 'PUT') enter(request, reply, done);
    else done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    complete(request);
    done(null, payload);
  });
  // The client has disconnected before there was anything to send.
  app.addHook('onResponse', (request, _reply, done) => {
    complete(request);
    done();
  });
}
