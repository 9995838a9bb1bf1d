import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

import { peerOf } from '#server/sign-in/session-routes.ts';

/** Milliseconds after the stop within which a request must have arrived completely. */
const arrivalTimeout = 3000;

/**
 * Milliseconds. Requests that were sent before their clients could know of the stop still arrive: connections stay open
 * until none has arrived for `quietTime`, or for `lingerTime` at most.
 */
const quietTime = 200;
const lingerTime = 1000;

/**
 * Lets `app` answer all requests that were sent before it closes, and then close at once. Node alone would reset idle
 * connections on which a request is under way, and wait for connections that browsers open in advance and for request
 * bodies that never end.
 */
export function finishBeforeClosing(app: FastifyInstance): void {
  const { server } = app;
  const unusedSockets = new Set<Socket>();
  const incompleteRequests = new Set<IncomingMessage>();
  let closing = false;
  let lastArrival = -Infinity;
  server.on('connection', (socket: Socket) => {
    lastArrival = performance.now();
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  server.on('request', (request: IncomingMessage) => {
    lastArrival = performance.now();
    unusedSockets.delete(request.socket);
    incompleteRequests.add(request);
    request.once('close', () => incompleteRequests.delete(request));
  });
  app.addHook('preClose', async () => {
    closing = true;
    const begun = performance.now();
    lastArrival = begun;
    for (let now = begun; now < Math.min(lastArrival + quietTime, begun + lingerTime); now = performance.now())
      await wait(Math.ceil(Math.min(lastArrival + quietTime, begun + lingerTime) - now));
    // On a busy machine that time passes within a turn. Node accepts one connection in a turn, so those that wait are
    // accepted, and what has arrived is read, once a turn brings nothing more.
    for (let seen = NaN; seen !== lastArrival && performance.now() < begun + arrivalTimeout;) {
      seen = lastArrival;
      await nextTurn();
    }
    for (const socket of unusedSockets) socket.destroy();
    setTimeout(() => {
      for (const request of incompleteRequests) if (!request.complete) request.socket.destroy();
    }, arrivalTimeout).unref();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => server.closeIdleConnections());
  });
}

const slowBodies = new WeakMap<Socket, IncomingMessage>();

/**
 * Lets the body of a request take longer than the server's `requestTimeout`, as a large file does on a slow line. Only
 * pauses are limited: after `maxPause` milliseconds without data the connection is closed.
 */
export function allowSlowBody(request: IncomingMessage, maxPause = 30_000): void {
  slowBodies.set(request.socket, request);
  request.socket.setTimeout(maxPause);
}

/** Whether a client error is the `requestTimeout` of a request that {@link allowSlowBody} excepts from it. */
export function isSlowBody({ code }: { code?: string }, socket: Socket): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowBodies.get(socket)?.complete === false;
}

/**
 * Connections that wait to be accepted; the system's own limit may be lower. Beyond it they are dropped without a word,
 * and their clients wait a second or more before they try again.
 */
export const maxWaitingConnections = 4096;

/** Connections of one peer: six times what a browser opens, to allow for many users behind one address. */
export const maxConnections = 500;

/**
 * Closes connections of one peer beyond `max` at a time, so that no peer can use up all connections.
 * @param isExempt whether an address may open any number of connections
 */
export function limitConnections(server: Server, max: number, isExempt: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isExempt(remoteAddress)) return;
    const peer = peerOf(remoteAddress);
    const count = (open.get(peer) ?? 0) + 1;
    open.set(peer, count);
    socket.once('close', () => {
      const left = (open.get(peer) ?? 1) - 1;
      if (left === 0) open.delete(peer);
      else open.set(peer, left);
    });
    if (count > max) socket.destroy();
  });
}
