import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A request that has not arrived whole by then, in milliseconds behind the stop, is not waited for. */
const arrivalMilliseconds = 3000;

/**
 * Lets `app` close as soon as the requests that came are answered. Node would wait for browsers, which open
 * connections ahead of their requests and keep those that were answered, and for a body that never ends.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const { server } = app;
  const unasked = new Set<Socket>();
  const arriving = new Set<IncomingMessage>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  server.on('request', (request: IncomingMessage) => {
    unasked.delete(request.socket);
    arriving.add(request);
    request.once('close', () => arriving.delete(request));
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unasked) socket.destroy();
    setTimeout(() => {
      for (const request of arriving) if (!request.complete) request.socket.destroy();
    }, arrivalMilliseconds).unref();
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => server.closeIdleConnections());
  });
}
