import type { IncomingHttpHeaders } from 'node:http';

import type { Config } from '#server/config.ts';
import { isLoopbackAddress, isLoopbackHost } from '#server/loopback.ts';

/** What of a request tells whether it comes from this machine. */
export interface LocalRequest {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Tells whether a request is certain to come from the one who sits before this machine. Everything must say that
 * nobody else can: the server listens on loopback, the request came over it and names it, and no proxy forwarded
 * it. A public address names a proxy, whatever headers it leaves out.
 */
export function createLocalCheck({
  boundToLoopback,
  publicUrl,
}: Pick<Config, 'boundToLoopback' | 'publicUrl'>): (request: LocalRequest) => boolean {
  const staysHere = boundToLoopback && (publicUrl === null || isLoopbackHost(publicUrl.hostname));
  return ({ headers, socket }) =>
    staysHere &&
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(headers.host?.replace(/:\d+$/, '') ?? '') &&
    !Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
}
