import type { IncomingHttpHeaders } from 'node:http';

import type { Config } from '#server/config.ts';
import { isLoopbackAddress, isLoopbackHost } from '#server/loopback.ts';

/** What of a request tells whether it comes from this machine. */
export interface LocalRequest {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
  raw: { httpVersion: string };
}

/**
 * Tells whether a request is certain to come from the one who sits before this machine. Everything must say that
 * nobody else can: the server listens on loopback, the request came over it and names it, and nothing shows that a
 * proxy passed it on. A public address names a proxy, whatever it leaves out.
 */
export function createLocalCheck({
  boundToLoopback,
  publicUrl,
}: Pick<Config, 'boundToLoopback' | 'publicUrl'>): (request: LocalRequest) => boolean {
  const staysHere = boundToLoopback && (publicUrl === null || isLoopbackHost(publicUrl.hostname));
  return (request) =>
    staysHere &&
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.headers.host?.replace(/:\d+$/, '') ?? '') &&
    !isPassedOn(request);
}

/** What proxies say of themselves, or of whom they ask for. */
const proxyHeader =
  /^(?:forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-original-.*|true-client-ip|.*-connecting-ip)$/;

/**
 * Whether a request shows that a proxy passed it on. One that is told nothing but where to pass requests on to may
 * write this machine's own name into `Host`; it then still speaks HTTP/1.0, as nginx does and no browser, or leaves
 * in `Referer` where the person thinks that they are.
 */
function isPassedOn({ headers, raw }: LocalRequest): boolean {
  return (
    raw.httpVersion === '1.0' ||
    Object.keys(headers).some((name) => proxyHeader.test(name)) ||
    isForeign(headers.referer)
  );
}

function isForeign(referrer: string | undefined): boolean {
  return referrer !== undefined && !(URL.canParse(referrer) && isLoopbackHost(new URL(referrer).hostname));
}
