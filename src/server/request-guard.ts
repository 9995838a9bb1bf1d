import type { IncomingHttpHeaders } from 'node:http';

import { LRUCache } from 'lru-cache';

import type { Config } from './config.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

/** The parts of a request that indicate its origin and purpose. */
export interface GuardedRequest {
  method: string;
  /** The request target, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
}

/**
 * Returns why a request must be rejected, as a sentence, or null if it may be served. With any other Host, a foreign
 * page could read this server through a host name that resolves to it (DNS rebinding). With any other Origin, it
 * could make changes using the user's cookie. Addresses that need a key instead read no cookie, so any page may
 * request them.
 */
export function refusalOf({ method, url, headers }: GuardedRequest, publicUrl: URL | null): string | null {
  const host = knownHost(headers.host);
  if (host === null || !(host.isLoopback || host.name === publicUrl?.hostname))
    return `The Host header must name ${publicUrl === null ? 'this machine, such as localhost' : publicUrl.host}.`;
  const area = areaOf(url);
  // What has a key itself can't use a cookie, and neither can a page that requests it.
  if (area === 'keyed') return null;
  const { origin } = headers;
  // For the public host, only the exact public URL counts: over plain http, an attacker could inject another page.
  if (origin !== undefined && origin !== publicUrl?.origin && !(host.isLoopback && origin === host.origin))
    return 'The Origin header must be that of the dashboard: other pages may not call this server.';
  const isSafeMethod = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'] ?? 'none';
  const isCrossSite = site !== 'same-origin' && site !== 'none';
  if (isSafeMethod && !isCrossSite) return null;
  const isPage = area === 'pages' || isOidcCallback(url);
  const isPageLoad = isSafeMethod && isPage && headers['sec-fetch-mode'] === 'navigate';
  if (isCrossSite && !isPageLoad) return 'Other pages may not call this server.';
  // API clients authenticate each request with a token and send no Origin; pages use the gateway.
  const needsOrigin = !isSafeMethod && area !== 'api';
  return needsOrigin && origin === undefined ? 'The Origin header is required to change anything.' : null;
}

interface NamedHost {
  name: string;
  origin: string;
  isLoopback: boolean;
}

/** Parsed Host headers. Nearly all requests have the same one. */
const hosts = new LRUCache<string, NamedHost>({ max: 100 });

function knownHost(header: string | undefined): NamedHost | null {
  if (header === undefined) return null;
  const known = hosts.get(header);
  if (known !== undefined) return known;
  const host = parseHostHeader(header);
  if (host !== null) hosts.set(header, host);
  return host;
}

function parseHostHeader(host: string): NamedHost | null {
  // Rejects what a URL would parse as a user, a path or another notation of an address.
  if (!/^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(host)) return null;
  const text = `http://${host}`;
  if (!URL.canParse(text)) return null;
  const { hostname: name, origin } = new URL(text);
  return host.toLowerCase().startsWith(name) ? { name, origin, isLoopback: isLoopbackHost(name) } : null;
}

/** Uses the path that the router sees: percent-decoded, without the origin of an absolute-form request target. */
function areaOf(url: string): 'api' | 'gateway' | 'keyed' | 'pages' {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const [, first] = path.split(/\/|%2f/i).map(decoded);
  if (first === 'live' || first === 'c' || first === 'mcp') return 'keyed';
  return first === 'api' || first === 'gateway' ? first : 'pages';
}

/** Whether this is the address to which the company's identity provider redirects, from its own site. */
function isOidcCallback(url: string): boolean {
  return /^\/gateway\/oidc\/callback(?:\?|$)/.test(url);
}

function decoded(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The parts of a request that indicate whether it comes from this machine. */
export interface LocalRequest {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
  raw: { httpVersion: string };
}

/**
 * Creates a check whether a request certainly comes from the user at this machine: the server listens on loopback
 * only, the request came over loopback and names it as Host, and nothing indicates a proxy. A public URL always means
 * a proxy.
 */
export function createLocalCheck({
  boundToLoopback,
  publicUrl,
}: Pick<Config, 'boundToLoopback' | 'publicUrl'>): (request: LocalRequest) => boolean {
  const isLocalOnly = boundToLoopback && (publicUrl === null || isLoopbackHost(publicUrl.hostname));
  return (request) =>
    isLocalOnly &&
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.headers.host?.replace(/:\d+$/, '') ?? '') &&
    !isForwarded(request);
}

/** Headers that proxies, load balancers and CDNs add. */
const proxyHeaders = `forwarded forwarded-for via cdn-loop x-forwarded.* x-original-.* x-real-ip x-real-port
  .*-?client-?ip .*-connecting-ip x-remote-ip x-remote-addr x-cluster-.* x-proxy.* proxy-.* x-nginx-.* x-arr-.*
  x-envoy-.* x-amzn-trace-id x-azure-.* x-appengine-.* x-vercel-.* x-varnish x-sucuri-.* x-host x-backend-host cf-.*
  fly-.* fastly-.* akamai-.* x-akamai-.* x-edge-.* x-bluecoat-.* x-coming-from x-nf-.* x-render-.* x-ngrok-.* ngrok-.*
  tailscale-.* x-traefik-.* x-haproxy-.* x-accel-.* x-iinfo x-rewrite-url x-http-host-override x-scheme x-url-scheme x-ssl.*
  front-end-https x-request-start x-cloud-trace-context (?:x-)?remote-user`;
const proxyHeader = new RegExp(`^(?:${proxyHeaders.split(/\s+/).join('|')})$`);

/**
 * Whether a request was forwarded by a proxy. A proxy with a minimal configuration may send this machine's name as
 * `Host`. It then still uses HTTP/1.0, as nginx does and no browser, or forwards a foreign `Referer`.
 */
function isForwarded({ headers, raw }: LocalRequest): boolean {
  return (
    raw.httpVersion === '1.0' ||
    Object.keys(headers).some((name) => proxyHeader.test(name)) ||
    isForeign(headers.referer)
  );
}

function isForeign(referrer: string | undefined): boolean {
  return referrer !== undefined && !(URL.canParse(referrer) && isLoopbackHost(new URL(referrer).hostname));
}
