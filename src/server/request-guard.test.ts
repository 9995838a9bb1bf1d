import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLocalCheck, type LocalRequest, refusalOf } from './request-guard.ts';

import { runApp, type RunningApp } from './running-app.fixture.ts';

const publicUrl = new URL('https://stock.example.com');

function allows(headers: Record<string, string>, { method = 'GET', url = '/gateway/session', at = publicUrl } = {}) {
  return refusalOf({ method, url, headers }, at) === null;
}

describe('Host', () => {
  it.each([
    ['localhost:8080', true],
    ['LOCALHOST', true],
    ['127.0.0.1:8080', true],
    ['127.9.9.9', true],
    ['[::1]:8080', true],
    ['stock.example.com', true],
    ['STOCK.example.com:443', true],
    ['evil.example', false],
    ['evil.example:8080', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['evil.example#localhost', false],
    ['evil.example\\@localhost', false],
    ['user@localhost', false],
    ['localhost/x', false],
    ['localhost, evil.example', false],
    ['localhost:8080:80', false],
    ['localhost:99999', false],
    ['0.0.0.0:8080', false],
    ['127.1', false],
    ['2130706433', false],
    ['0x7f.1', false],
    ['', false],
  ])('%s: %s', (host, expected) => {
    for (const url of ['/', '/gateway/session', '/api/stock/1', '/healthz', '/assets/x.js'])
      expect(allows({ host }, { url })).toBe(expected);
  });

  it('is required', () => expect(allows({})).toBe(false));

  it('is never a public name without PUBLIC_URL', () => {
    expect(refusalOf({ method: 'GET', url: '/', headers: { host: 'stock.example.com' } }, null)).toMatch(/localhost/);
  });
});

describe('addresses that need a key', () => {
  const foreign = { host: 'stock.example.com', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it.each([
    ['/live/x.csv', true],
    ['/c/x', true],
    ['/mcp', true],
    ['/%6cive/x.csv', true],
    ['http://stock.example.com/mcp', true],
    ['/lively', false],
    ['//live/x.csv', false],
    ['/gateway/keys', false],
    ['/gateway/live/x.csv', false],
  ])('%s may be requested by a foreign page: %s', (url, expected) => {
    for (const method of ['GET', 'POST']) expect(allows(foreign, { method, url })).toBe(expected);
  });

  it('are for the known hosts only', () => expect(allows({ host: 'evil.example' }, { url: '/mcp' })).toBe(false));
});

describe('Origin', () => {
  const local = { host: 'localhost:8080' };

  it.each([
    ['http://localhost:8080', true],
    ['https://stock.example.com', true],
    ['https://localhost:8080', false],
    ['http://localhost:3000', false],
    ['http://127.0.0.1:8080', false],
    ['https://evil.example', false],
    ['https://stock.example.com.evil.example', false],
    ['null', false],
    ['', false],
  ])('%s: %s', (origin, expected) => {
    for (const url of ['/gateway/session', '/api/stock', '/'])
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
        expect(allows({ ...local, origin }, { method, url })).toBe(expected);
  });

  it.each([
    ['https://stock.example.com', true],
    ['http://stock.example.com', false],
    ['https://stock.example.com:8443', false],
  ])('%s, under the public Host: %s', (origin, expected) => {
    expect(allows({ host: 'stock.example.com', origin }, { method: 'POST' })).toBe(expected);
  });

  it('is required to change anything, except at the API', () => {
    expect(allows(local, { method: 'POST' })).toBe(false);
    expect(allows(local, { method: 'DELETE' })).toBe(false);
    expect(allows(local, { method: 'POST', url: '/apiary' })).toBe(false);
    expect(allows(local, { method: 'POST', url: '/api/stock' })).toBe(true);
    expect(allows(local, { method: 'GET' })).toBe(true);
    expect(allows(local, { method: 'HEAD' })).toBe(true);
  });
});

describe('Sec-Fetch-Site', () => {
  it.each([
    ['/gateway/session', 'same-origin', 'cors', true],
    ['/gateway/session', 'none', 'navigate', true],
    ['/gateway/session', 'cross-site', 'no-cors', false],
    ['/gateway/session', 'same-site', 'cors', false],
    ['/gateway/session', 'cross-site', 'navigate', false],
    ['/api/stock/1', 'cross-site', 'navigate', false],
    ['/%67ateway/session', 'cross-site', 'navigate', false],
    ['/%61%70i/stock/1', 'cross-site', 'navigate', false],
    ['http://localhost/gateway/session', 'cross-site', 'navigate', false],
    ['/assets/main.js', 'cross-site', 'no-cors', false],
    ['/products/1', 'cross-site', 'navigate', true],
    ['/', 'same-site', 'navigate', true],
    ['/', 'cross-site', 'no-cors', false],
  ])('%s %s %s: %s', (url, site, mode, expected) => {
    expect(allows({ host: 'localhost', 'sec-fetch-site': site, 'sec-fetch-mode': mode }, { url })).toBe(expected);
  });

  it('is checked for changes too', () => {
    const headers = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-mode': 'navigate' };
    expect(allows({ ...headers, 'sec-fetch-site': 'cross-site' }, { method: 'POST', url: '/' })).toBe(false);
    expect(allows({ ...headers, 'sec-fetch-site': 'same-origin' }, { method: 'POST' })).toBe(true);
  });
});

describe('the redirect from an identity provider', () => {
  const back = { host: 'stock.example.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

  it.each([
    ['/gateway/oidc/callback?code=x&state=y', true],
    ['/gateway/oidc/callback', true],
    ['/gateway/oidc/callback/more', false],
    ['/gateway/oidc/start', false],
    ['/gateway/session', false],
    ['/gateway/session?/gateway/oidc/callback', false],
  ])('%s: %s', (url, expected) => {
    expect(allows(back, { url })).toBe(expected);
    expect(allows({ ...back, 'sec-fetch-mode': 'cors' }, { url })).toBe(false);
    expect(allows(back, { url, method: 'POST' })).toBe(false);
  });
});

const isLocal = createLocalCheck({ boundToLoopback: true, publicUrl: null });
const requested = (headers: LocalRequest['headers'] = {}, over: Partial<LocalRequest> = {}): LocalRequest => ({
  headers: { host: '127.0.0.1:8080', ...headers },
  socket: { remoteAddress: '127.0.0.1' },
  raw: { httpVersion: '1.1' },
  ...over,
});

describe('who sits before this machine', () => {
  it.each([
    ['asks by its address', {}],
    ['asks by its name', { host: 'localhost:8080' }],
    ['asks from a page of the dashboard', { referer: 'http://localhost:8080/order' }],
    ['asks over IPv6', { host: '[::1]:8080' }],
  ])('%s', (_, headers) => {
    expect(isLocal(requested(headers))).toBe(true);
  });
});

describe('a request that may come from elsewhere', () => {
  it.each([
    ['Forwarded', { forwarded: 'for=192.0.2.7' }],
    ['X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }],
    ['Via', { via: '1.1 proxy' }],
    ['X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['X-Client-IP', { 'x-client-ip': '127.0.0.1' }],
    ['X-Original-Host', { 'x-original-host': 'stock.example.com' }],
    ['CF-Connecting-IP', { 'cf-connecting-ip': '192.0.2.7' }],
    ['True-Client-IP', { 'true-client-ip': '192.0.2.7' }],
    ...`Forwarded-For X-ProxyUser-Ip Proxy-Client-IP WL-Proxy-Client-IP X-Cluster-Client-IP X-Remote-Addr CDN-Loop
    Fastly-Client-IP Fly-Client-IP X-Azure-ClientIP X-AppEngine-User-IP X-Envoy-External-Address X-Amzn-Trace-Id
    X-ARR-SSL X-Vercel-Forwarded-For CF-Ray X-Varnish X-Nginx-Proxy X-Host X-Original-URL
    Akamai-Origin-Hop X-Akamai-Edgescape X-Edge-IP X-BlueCoat-Via X-Coming-From X-NF-Client-Connection-IP
    X-Render-Origin-Server Ngrok-Trace-Id Tailscale-User-Login X-Traefik-Router X-HAProxy-Server X-Accel-Internal X-IInfo
    X-Rewrite-URL X-HTTP-Host-Override X-Scheme X-SSL Front-End-HTTPS X-Request-Start X-Cloud-Trace-Context Remote-User
    X-Remote-User`
      .split(/\s+/)
      .map((name): [string, LocalRequest['headers']] => [name, { [name.toLowerCase()]: 'x' }]),
    ['the address that the user sees', { referer: 'https://stock.example.com/order' }],
    ['an invalid referrer', { referer: 'x' }],
    ['the Host of a public address', { host: 'stock.example.com' }],
  ])('is recognized by %s', (_, headers) => {
    expect(isLocal(requested(headers))).toBe(false);
  });

  it('is recognized by HTTP/1.0, which some proxies use and no browser does', () => {
    expect(isLocal(requested({}, { raw: { httpVersion: '1.0' } }))).toBe(false);
  });

  it('is recognized by its address', () => {
    expect(isLocal(requested({}, { socket: { remoteAddress: '192.0.2.7' } }))).toBe(false);
  });

  it('is assumed if other machines can reach the server', () => {
    for (const publicUrl of [new URL('https://stock.example.com'), null])
      expect(createLocalCheck({ boundToLoopback: publicUrl !== null, publicUrl })(requested())).toBe(false);
  });
});

describe('a proxy with a minimal configuration', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp();
  });
  afterAll(() => app.close());

  /** Forwards a request like nginx with only `proxy_pass http://127.0.0.1:8080;`. */
  async function passedOn(path: string): Promise<string> {
    const socket = connect(app.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write(`GET ${path} HTTP/1.0\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    return received;
  }

  it('signs no user in', async () => {
    expect(await passedOn('/gateway/session')).toContain('"signedIn":false');
    expect(await passedOn('/gateway/availability?productId=12345&quantity=40')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await passedOn('/metrics')).toMatch(/^HTTP\/1\.1 404 /);
  });
});
