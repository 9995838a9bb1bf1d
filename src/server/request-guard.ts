import type { IncomingHttpHeaders } from 'node:http';

import { LRUCache } from 'lru-cache';

import type { Config } from './config.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

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
  const host = knownHost(headers.host);
  if (host === null || !(host.isLoopback || host.name === publicUrl?.hostname))
    return `The Host header must name ${publicUrl === null ? 'this machine, such as localhost' : publicUrl.host}.`;
  const { origin } = headers;
  // The public host is ours by its public address alone: whoever is between could write another by plain http.
  if (origin !== undefined && origin !== publicUrl?.origin && !(host.isLoopback && origin === host.origin))
    return 'The Origin header must be that of the dashboard: other pages may not call this server.';
  const changesNothing = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'] ?? 'none';
  const fromElsewhere = site !== 'same-origin' && site !== 'none';
  if (changesNothing && !fromElsewhere) return null;
  const area = areaOf(url);
  const isPage = area === 'pages' || isWayBack(url);
  const isPageLoad = changesNothing && isPage && headers['sec-fetch-mode'] === 'navigate';
  if (fromElsewhere && !isPageLoad) return 'Other pages may not call this server.';
  // Programs that call the service sign each request with a token and send no Origin; pages use the gateway.
  const needsOrigin = !changesNothing && area !== 'api';
  return needsOrigin && origin === undefined ? 'The Origin header is required to change anything.' : null;
}

interface NamedHost {
  name: string;
  origin: string;
  isLoopback: boolean;
}

/** Nearly all requests name the same host. */
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
  // What a URL would read as a user, a path or another spelling of an address is no host.
  if (!/^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(host)) return null;
  const text = `http://${host}`;
  if (!URL.canParse(text)) return null;
  const { hostname: name, origin } = new URL(text);
  return host.toLowerCase().startsWith(name) ? { name, origin, isLoopback: isLoopbackHost(name) } : null;
}

/** By the path as the router reads it: percent-encoding undone, behind the address that a request line may begin with. */
function areaOf(url: string): 'api' | 'gateway' | 'pages' {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const [, first] = path.split(/\/|%2f/i).map(decoded);
  return first === 'api' || first === 'gateway' ? first : 'pages';
}

/** Where a company's identity provider sends people back to, from its own site. */
function isWayBack(url: string): boolean {
  return /^\/gateway\/oidc\/callback(?:\?|$)/.test(url);
}

function decoded(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

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

/** What proxies, balancers and content networks say of themselves, or of whom they ask for. */
const proxyHeaders = `forwarded forwarded-for via cdn-loop x-forwarded.* x-original-.* x-real-ip x-real-port
  .*-?client-?ip .*-connecting-ip x-remote-ip x-remote-addr x-cluster-.* x-proxy.* proxy-.* x-nginx-.* x-arr-.*
  x-envoy-.* x-amzn-trace-id x-azure-.* x-appengine-.* x-vercel-.* x-varnish x-sucuri-.* x-host x-backend-host cf-.*
  fly-.* fastly-.* akamai-.* x-akamai-.* x-edge-.* x-bluecoat-.* x-coming-from x-nf-.* x-render-.* x-ngrok-.* ngrok-.*
  tailscale-.* x-traefik-.* x-haproxy-.* x-accel-.* x-iinfo x-rewrite-url x-http-host-override x-scheme x-url-scheme x-ssl.*
  front-end-https x-request-start x-cloud-trace-context (?:x-)?remote-user`;
const proxyHeader = new RegExp(`^(?:${proxyHeaders.split(/\s+/).join('|')})$`);

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
