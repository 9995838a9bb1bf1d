import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Lets `app` close as soon as the requests that came are answered. Node would wait for browsers, which open
 * connections ahead of their requests and keep those that were answered.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const { server } = app;
  const unasked = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  server.on('request', ({ socket }) => unasked.delete(socket));
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unasked) socket.destroy();
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => server.closeIdleConnections());
  });
}
