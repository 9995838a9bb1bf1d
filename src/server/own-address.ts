import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';

import type { Config } from './config.ts';

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** Address that users open, without a trailing slash: `PUBLIC_URL`, otherwise the listening address. */
export function publicAddress({ publicUrl, host, port }: Place): string {
  return publicUrl?.origin ?? new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`).origin;
}

/** Address of a listening server; with `PORT=0` the port is known only then. */
export function addressOf(server: Server, place: Place): string {
  const address = server.address();
  return publicAddress(address !== null && typeof address === 'object' ? { ...place, port: address.port } : place);
}
