import type { FastifyInstance } from 'fastify';
import { isIPv6 } from 'node:net';

import type { Config } from './config.ts';

/** Where people reach the server, without a slash at the end: `PUBLIC_URL`, else where it listens. */
export function publicAddress({ publicUrl, host, port }: Config, app: FastifyInstance): string {
  if (publicUrl !== null) return publicUrl.origin;
  const address = app.server.address();
  const actualPort = address !== null && typeof address === 'object' ? address.port : port;
  return new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${actualPort}`).origin;
}
