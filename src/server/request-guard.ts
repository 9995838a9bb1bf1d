import type { IncomingHttpHeaders } from 'node:http';

import { isLoopbackHost } from './loopback.ts';

/** What of a request tells where it comes from and what it is for. */
export interface GuardedRequest {
  method: string;
  /** The request target, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request may not be served, in a sentence, or null where it may. Under any other Host than ours a page
 * anywhere could read this server through a name that it points here (DNS rebinding); from any other Origin
 * it could write with the cookie of the person before it.
 */
export function refusalOf({ method, url, headers }: GuardedRequest, publicUrl: URL | null): string | null {
  const host = parseHostHeader(headers.host);
  if (host === null || !(isLoopbackHost(host.hostname) || host.hostname === publicUrl?.hostname))
    return `The Host header must name ${publicUrl === null ? 'this machine, such as localhost' : publicUrl.host}.`;
  const { origin } = headers;
  if (origin !== undefined && origin !== publicUrl?.origin && origin !== host.origin)
    return 'The Origin header must be that of the dashboard: other pages may not call this server.';
  const area = areaOf(url);
  if (method === 'GET' || method === 'HEAD') {
    const fromElsewhere = !['same-origin', 'none'].includes(headers['sec-fetch-site'] ?? 'none');
    const isPageLoad = area === 'pages' && headers['sec-fetch-mode'] === 'navigate';
    return fromElsewhere && !isPageLoad ? 'Other pages may not read from this server.' : null;
  }
  // Programs that call the service sign each request with a token and send no Origin; pages use the gateway.
  return origin === undefined && area !== 'api' ? 'The Origin header is required to change anything.' : null;
}

function parseHostHeader(host: string | undefined): URL | null {
  // What a URL would read as a user, a path or another spelling of an address is no host.
  if (host === undefined || !/^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(host)) return null;
  const text = `http://${host}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return host.toLowerCase().startsWith(url.hostname) ? url : null;
}

function areaOf(url: string): 'api' | 'gateway' | 'pages' {
  if (/^\/api(?:[/?#]|$)/.test(url)) return 'api';
  return /^\/gateway(?:[/?#]|$)/.test(url) ? 'gateway' : 'pages';
}
