import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Answers `GET /metrics` on a port of its own, for a Prometheus that names the server by whatever address it has
 * in its network; nothing else is there, and no proxy that passes the dashboard on passes this.
 * @throws what Node says where the port can't be listened on
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing at this address.\n');
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
