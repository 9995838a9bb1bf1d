import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { describe, expect, test } from 'vitest';

import { handleClientError } from '#server/service/service-problem.ts';

import { limitConnections } from './connections.ts';

const open = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
};

describe('connections', () => {
  test('of one peer are closed beyond the limit', async () => {
    const server = createServer();
    limitConnections(server, 1, () => false);
    const first = await open(server);
    await once(first, 'connect');
    const { port } = server.address() as AddressInfo;
    const second = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(second, 'close');
    first.destroy();
    server.close();
  });

  test('are closed after a request timeout, even if the client keeps its side open', async () => {
    const server = createServer();
    server.on('connection', (socket) =>
      handleClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
    );
    const socket = await open(server);
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString()));
    await new Promise((resolve) => server.once('connection', (accepted) => accepted.once('close', resolve)));
    await expect.poll(() => text).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
    server.close();
  });
});
