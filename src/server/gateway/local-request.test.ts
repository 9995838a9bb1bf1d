import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runApp, type RunningApp } from '#server/running-app.ts';

import { createLocalCheck, type LocalRequest } from './local-request.ts';

const isLocal = createLocalCheck({ boundToLoopback: true, publicUrl: null });
const asked = (headers: LocalRequest['headers'] = {}, over: Partial<LocalRequest> = {}): LocalRequest => ({
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
    expect(isLocal(asked(headers))).toBe(true);
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
    ['the address that the person sees', { referer: 'https://stock.example.com/order' }],
    ['a referrer that is none', { referer: 'x' }],
    ['the Host of a public address', { host: 'stock.example.com' }],
  ])('shows it by %s', (_, headers) => {
    expect(isLocal(asked(headers))).toBe(false);
  });

  it('shows it by HTTP/1.0, which proxies speak and no browser does', () => {
    expect(isLocal(asked({}, { raw: { httpVersion: '1.0' } }))).toBe(false);
  });

  it('shows it by its peer', () => {
    expect(isLocal(asked({}, { socket: { remoteAddress: '192.0.2.7' } }))).toBe(false);
  });

  it('is taken for one where the server can be reached from elsewhere', () => {
    for (const publicUrl of [new URL('https://stock.example.com'), null])
      expect(createLocalCheck({ boundToLoopback: publicUrl !== null, publicUrl })(asked())).toBe(false);
  });
});

describe('a proxy that is told nothing but where to pass requests on to', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp();
  });
  afterAll(() => app.close());

  /** As nginx does it: `proxy_pass http://127.0.0.1:8080;` and no more. */
  async function passedOn(path: string): Promise<string> {
    const socket = connect(app.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write(`GET ${path} HTTP/1.0\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    return received;
  }

  it('lets nobody in', async () => {
    expect(await passedOn('/gateway/session')).toContain('"signedIn":false');
    expect(await passedOn('/gateway/stock/12345?quantity=40')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await passedOn('/metrics')).toMatch(/^HTTP\/1\.1 404 /);
  });
});
