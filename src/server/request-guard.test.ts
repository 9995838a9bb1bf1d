import { describe, expect, it } from 'vitest';

import { refusalOf } from './request-guard.ts';

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

  it('is not the public one where there is none', () => {
    expect(refusalOf({ method: 'GET', url: '/', headers: { host: 'stock.example.com' } }, null)).toMatch(/localhost/);
  });
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

  it('is required to change anything, except for programs that call the service', () => {
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

  it('holds for what changes something as well', () => {
    const headers = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-mode': 'navigate' };
    expect(allows({ ...headers, 'sec-fetch-site': 'cross-site' }, { method: 'POST', url: '/' })).toBe(false);
    expect(allows({ ...headers, 'sec-fetch-site': 'same-origin' }, { method: 'POST' })).toBe(true);
  });
});

describe('the way back from an identity provider', () => {
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
