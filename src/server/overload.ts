import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';

import {
  formatSeconds,
  pathOf,
  printProblem,
  problemMediaType,
  ServiceProblem,
} from '#server/service/service-problem.ts';

/**
 * Milliseconds that one turn of the event loop may take with requests, and half of that with refusals. Requests that it
 * reads later are refused: all of them waited while the others ran, and the next turn's will wait for them.
 */
const turnBudget = 80;
/** Node accepts one connection in each turn: while others wait and there is too much to do, turns are short. */
const turnBudgetOfAccepting = 1;
/** Requests that a turn always takes, however long: no more than a few users send, on a machine with other work. */
const alwaysATurn = 16;
/** Milliseconds that a request may expect to wait for those in progress: in threads, for the database. */
const maxWait = 250;
/** Requests that may always be in progress. So few wait for one another only if each is slow. */
const alwaysInProgress = 32;

/** Decides by measured delay which requests a server can take; times are milliseconds on a monotonic clock. */
export class LoadGate {
  /** Milliseconds of this turn of the event loop for requests. */
  budget = turnBudget;
  readonly #afterTurn: (callback: () => void) => void;
  #turnBegan: number | null = null;
  #requests = 0;
  #isLate = false;
  #hasAccepted = false;
  #inProgress = 0;
  /** Time with requests in progress, and how many were completed in it; both fade with each completion. */
  #busyTime = 10;
  #completed = 10;
  #lastCompletion = 0;

  /** @param afterTurn calls back when the event loop has read everything that had arrived */
  constructor(afterTurn: (callback: () => void) => void) {
    this.#afterTurn = afterTurn;
  }

  /** Whether a request that has been read at `now` is early enough in its turn of the event loop. */
  isInTime(now: number): boolean {
    if (this.#turnBegan === null) {
      this.#turnBegan = now;
      this.#afterTurn(() => this.#endTurn());
    }
    this.#requests += 1;
    const isFew = this.budget === turnBudget && this.#requests <= alwaysATurn;
    if (isFew || now - this.#turnBegan <= this.budget) return true;
    this.#isLate = true;
    return false;
  }

  #endTurn(): void {
    this.budget = this.#hasAccepted && this.#isLate ? turnBudgetOfAccepting : turnBudget;
    this.#turnBegan = null;
    this.#requests = 0;
    this.#isLate = false;
    this.#hasAccepted = false;
  }

  /** To be called for each new connection: others may wait to be accepted. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  /** Begins a request, to be completed by {@link complete}; false if those in progress would keep it waiting too long. */
  begin(now: number): boolean {
    const wait = this.#inProgress * (this.#busyTime / this.#completed);
    if (this.#inProgress >= alwaysInProgress && wait > maxWait) return false;
    if (this.#inProgress === 0) this.#lastCompletion = now;
    this.#inProgress += 1;
    return true;
  }

  complete(now: number): void {
    this.#inProgress -= 1;
    this.#busyTime = this.#busyTime * 0.99 + now - this.#lastCompletion;
    this.#completed = this.#completed * 0.99 + 1;
    this.#lastCompletion = now;
  }
}

/** Routes that are always served: probes must see the server, and users must be able to sign in. */
const exemptRoutes = new Set([
  '/healthz',
  '/metrics',
  '/gateway/session',
  '/gateway/oidc/start',
  '/gateway/oidc/callback',
]);

const begunDecorator = 'loadBegun';

/**
 * Refuses requests of `app` at once that would wait for the server itself: 503 with `Retry-After`. Waiting for an
 * external service isn't counted, nor is a client that sends or reads slowly.
 * @param countsInProgress whether requests wait for this server's own store only
 */
export function refuseOverload(app: FastifyInstance, countsInProgress: boolean): void {
  const gate = new LoadGate((callback) => void setImmediate(callback));
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
    reply.raw.writeHead(status, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': problemMediaType,
      'content-length': Buffer.byteLength(text),
      'retry-after': String(seconds),
    });
    reply.raw.end(text);
  };
  const waiting: { request: FastifyRequest; reply: FastifyReply }[] = [];
  const refuseSome = () => {
    const begun = performance.now();
    let count = 0;
    for (const { request, reply } of waiting) {
      if (performance.now() - begun > gate.budget / 2) break;
      refuse(request, reply);
      count += 1;
    }
    waiting.splice(0, count);
    if (waiting.length > 0) setImmediate(refuseSome);
  };
  /** Refuses after this turn: a client refused within it would send again, and the event loop would read on without end. */
  const refuseLater = (request: FastifyRequest, reply: FastifyReply) => {
    // Past Fastify's own way to an error, which costs as much as a lookup.
    reply.hijack();
    if (waiting.push({ request, reply }) === 1) setImmediate(refuseSome);
  };
  const begin = (request: FastifyRequest): boolean => {
    if (!countsInProgress || exemptRoutes.has(request.routeOptions.url ?? '')) return true;
    if (!gate.begin(performance.now())) return false;
    request.setDecorator(begunDecorator, true);
    return true;
  };
  const complete = (request: FastifyRequest) => {
    if (!request.getDecorator<boolean>(begunDecorator)) return;
    request.setDecorator(begunDecorator, false);
    gate.complete(performance.now());
  };
  app.server.on('connection', () => gate.accepted());
  app.decorateRequest(begunDecorator, false);
  app.addHook('onRequest', (request, reply, done) => {
    const isRefused = !gate.isInTime(performance.now()) && !exemptRoutes.has(request.routeOptions.url ?? '');
    if (isRefused || (request.method !== 'POST' && !begin(request))) refuseLater(request, reply);
    else done();
  });
  // Its body has arrived.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'POST' && !begin(request)) refuseLater(request, reply);
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
