import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { defaultLimits, loopbackLimits } from '#stock/contract/limits.ts';

import { ConfigError, readConfig } from './config.ts';

function sentencesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('serves only this machine by default', () => {
    expect(readConfig({ PATH: '/bin', STOCK_MARKET: '', PORT: ' ' })).toEqual({
      host: '127.0.0.1',
      catalogByMarket: false,
      mail: null,
      checkAt: '06:00',
      port: 8080,
      boundToLoopback: true,
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseReadUrls: [],
      metricsPort: null,
      logLevel: 'warn',
      drainSeconds: 0,
      publicUrl: null,
      trustedProxies: [],
      timeZone: 'UTC',
      market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
      limits: loopbackLimits,
      tokens: { secret: null, jwksUrl: null, issuer: null, audience: null },
      subscriptionKeys: null,
      sessionSecret: null,
      company: null,
      upstream: null,
      demo: 'first-start',
    });
  });

  it.each([
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }],
    [{ TRUST_PROXY: '10.0.0.5' }],
    [{ STOCK_JWT_SECRET: 'x'.repeat(32) }],
    [{ STOCK_JWKS_URL: 'https://a.example/keys', STOCK_JWT_ISSUER: 'a', STOCK_JWT_AUDIENCE: 'b' }],
    [{ STOCK_SUBSCRIPTION_KEYS: 'the-first-of-two-keys' }],
    [{ SESSION_SECRET: 'x'.repeat(32) }],
    [{ DATABASE_URL: 'postgres://stock@localhost/stock' }],
    [{ STOCK_UPSTREAM_URL: 'https://a.example.com' }],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://stock.example.com' }],
    [{ DEMO: '0' }],
  ])('shows demo data only on a first try, or if asked to: %j', (env) => {
    expect(readConfig(env).demo).toBe('never');
    expect(readConfig({ ...env, DEMO: '1' }).demo).toBe('always');
  });

  it('accepts every setting', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      DATA_DIR: '/srv/stock',
      DATABASE_URL: 'postgres://stock:hush@db.example.com:5433/stock?sslmode=verify-full',
      DATABASE_READ_URLS: 'postgres://r@one/stock, postgres://r@two:5433/stock',
      PUBLIC_URL: 'https://stock.example.com/',
      TRUST_PROXY: '10.0.0.5, 192.168.0.0/16,::1/128',
      STOCK_TIME_ZONE: 'Europe/Brussels',
      STOCK_MARKET: 'territoryId=FR_NO; company=LIL;salesOrganization=31',
      STOCK_JWKS_URL: 'https://login.example.com/keys?v=1',
      STOCK_JWT_ISSUER: 'https://login.example.com',
      STOCK_JWT_AUDIENCE: 'stock',
      STOCK_SUBSCRIPTION_KEYS: 'the-first-of-two-keys, the-other-of-two-keys',
      SESSION_SECRET: 'x'.repeat(32),
    });
    expect(config).toMatchObject({ host: '0.0.0.0', port: 0, boundToLoopback: false, dataDir: '/srv/stock' });
    expect(config.databaseUrl).toBe('postgres://stock:hush@db.example.com:5433/stock?sslmode=verify-full');
    expect(config.databaseReadUrls).toEqual(['postgres://r@one/stock', 'postgres://r@two:5433/stock']);
    expect(config.publicUrl?.origin).toBe('https://stock.example.com');
    expect(config.trustedProxies).toEqual(['10.0.0.5', '192.168.0.0/16', '::1/128']);
    expect(config.market).toEqual({ company: 'LIL', salesOrganization: '31', territoryId: 'FR_NO' });
    expect(config.tokens.jwksUrl?.href).toBe('https://login.example.com/keys?v=1');
    expect(config.subscriptionKeys).toEqual(['the-first-of-two-keys', 'the-other-of-two-keys']);
    expect(config.timeZone).toBe('Europe/Brussels');
  });

  it.each([
    ['HOST', 'http://localhost'],
    ['HOST', 'my host'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['PORT', '-1'],
    ['PORT', '٨٠'],
    ['STOCK_JWKS_URL', 'http://login.example.com/keys'],
    ['STOCK_JWKS_URL', 'file:///etc/passwd'],
    ['STOCK_SUBSCRIPTION_KEYS', 'one,,two'],
    ['STOCK_SUBSCRIPTION_KEYS', 'schlüssel'],
    ['PUBLIC_URL', 'stock.example.com'],
    ['PUBLIC_URL', 'https://stock.example.com/dashboard'],
    ['PUBLIC_URL', 'https://user:word@stock.example.com'],
    ['PUBLIC_URL', 'ftp://stock.example.com'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['ALLOW_HTTP', 'yes'],
    ['DEMO', 'true'],
    ['CATALOG_BY_MARKET', 'yes'],
    ['STOCK_TIME_ZONE', 'Brussels'],
    ['STOCK_MARKET', 'company=BRU'],
    ['STOCK_MARKET', 'company=BRU;salesOrganization=2510;territoryId='],
    ['STOCK_MARKET', 'company=BRU;company=LIL;salesOrganization=2510;territoryId=X'],
    ['METRICS_PORT', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SMTP_URL', 'smtps://mail.example.com/?tls.rejectUnauthorized=false'],
    ['MAIL_FROM', 'Stock Horizon'],
    ['MAIL_FROM', 'stock@example.com, other@example.com'],
    ['CHECK_AT', '6:00'],
    ['CHECK_AT', '24:00'],
    ['DRAIN_SECONDS', '1.5'],
    ['DRAIN_SECONDS', '301'],
    ['DATABASE_URL', 'postgres://localhost/stock'],
    ['STOCK_UPSTREAM_URL', 'api.example.com'],
    ['STOCK_UPSTREAM_URL', 'http://api.example.com'],
    ['STOCK_UPSTREAM_URL', 'https://user:word@api.example.com'],
    ['STOCK_UPSTREAM_URL', 'https://api.example.com/stock?'],
    ['STOCK_UPSTREAM_URL', 'https://api.example.com/stock#here'],
    ['STOCK_UPSTREAM_TOKEN', 'Bearer eyJ'],
    ['DATABASE_URL', 'postgres://stock@localhost'],
    ['DATABASE_URL', 'postgres://stock@/stock'],
    ['DATABASE_URL', 'mysql://stock@localhost/stock'],
    ['DATABASE_URL', 'postgres://stock@localhost/stock?fsync=off'],
    ['DATABASE_READ_URLS', 'postgres://stock@one/stock,'],
    ['STOCK_LIMITS', 'pageSize=0'],
    ['STOCK_LIMITS', 'pages=10'],
    ['STOCK_LIMITS', 'pageSize=5;pageSize=6'],
    ['STOCK_UPSTREAM_SUBSCRIPTION_KEY', 'kéy'],
  ])('rejects %s=%s in one sentence that names it', (name, text) => {
    const sentences = sentencesOf({ [name]: text });
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(new RegExp(`^${name} .+\\.$`));
  });

  it('reports every invalid setting at once', () => {
    expect(sentencesOf({ PORT: 'x', ALLOW_HTTP: 'x' })).toHaveLength(2);
  });

  it('requires an issuer and an audience with a key set', () => {
    const env = { STOCK_JWKS_URL: 'http://127.0.0.1:9000/keys' };
    expect(sentencesOf(env).map((sentence) => sentence.split(' ')[0])).toEqual([
      'STOCK_JWT_ISSUER',
      'STOCK_JWT_AUDIENCE',
    ]);
  });

  it('accepts an upstream with and without shared credentials', () => {
    const { upstream } = readConfig({ STOCK_UPSTREAM_URL: 'https://api.example.com/stock-service/' });
    expect(upstream?.url.href).toBe('https://api.example.com/stock-service');
    expect(upstream?.credentials).toBeNull();
    const shared = { STOCK_UPSTREAM_TOKEN: 'opaque', STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key' };
    const local = readConfig({ STOCK_UPSTREAM_URL: 'http://127.0.0.1:9000', ...shared });
    expect(local.upstream?.credentials).toEqual({ token: 'opaque', subscriptionKey: 'key' });
    expect(readConfig({ STOCK_UPSTREAM_URL: 'http://api.example.com', ALLOW_HTTP: '1' }).upstream).not.toBeNull();
  });

  it.each([
    [{ STOCK_UPSTREAM_TOKEN: 'opaque', STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key' }, 'STOCK_UPSTREAM_URL'],
    [
      { STOCK_UPSTREAM_URL: 'https://a.example.com', STOCK_UPSTREAM_TOKEN: 'opaque' },
      'STOCK_UPSTREAM_SUBSCRIPTION_KEY',
    ],
    [{ STOCK_UPSTREAM_URL: 'https://a.example.com', STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key' }, 'STOCK_UPSTREAM_TOKEN'],
  ])('requires the settings of an upstream together: %j', (env, missing) => {
    expect(sentencesOf(env)).toEqual([expect.stringMatching(new RegExp(`^${missing} is required .+\\.$`))]);
  });

  it("doesn't divide the catalog by the markets of an external service", () => {
    expect(readConfig({ CATALOG_BY_MARKET: '1' }).catalogByMarket).toBe(true);
    expect(readConfig({}).catalogByMarket).toBe(false);
    expect(sentencesOf({ CATALOG_BY_MARKET: '1', STOCK_UPSTREAM_URL: 'https://a.example.com' })).toEqual([
      expect.stringMatching(/^CATALOG_BY_MARKET=1 can't be used with STOCK_UPSTREAM_URL: .+\.$/),
    ]);
  });

  it('requires a mail server and an address together, and encryption unless it is on this machine', () => {
    const [url, from] = ['smtp://mail.example.com', 'Stock Horizon <stock@example.com>'];
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from, allowsPlain: false });
    expect(readConfig({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: from }).mail?.allowsPlain).toBe(true);
    for (const env of [{ SMTP_URL: url }, { MAIL_FROM: from }] as Record<string, string>[])
      expect(sentencesOf(env)).toEqual([expect.stringMatching(/^SMTP_URL and MAIL_FROM are required together/)]);
  });

  it('requires the primary with its standbys', () => {
    expect(sentencesOf({ DATABASE_READ_URLS: 'postgres://stock@one/stock' })).toEqual([
      expect.stringMatching(/^DATABASE_URL is required with DATABASE_READ_URLS/),
    ]);
  });

  it.each(['STOCK_JWT_SECRET', 'SESSION_SECRET'])('accepts a short %s only on this machine', (name) => {
    expect(sentencesOf({ [name]: 'short' })).toEqual([]);
    for (const HOST of ['0.0.0.0', '127.0.0.1']) {
      const reachable = { HOST, PUBLIC_URL: 'https://stock.example.com' };
      expect(sentencesOf({ ...reachable, [name]: 'x'.repeat(31) })[0]).toMatch(new RegExp(`^${name} `));
      expect(sentencesOf({ ...reachable, [name]: 'x'.repeat(32) })).toEqual([]);
    }
  });

  it('accepts a short subscription key only on this machine', () => {
    const short = { STOCK_SUBSCRIPTION_KEYS: 'a-subscription-key,short' };
    expect(sentencesOf(short)).toEqual([]);
    expect(sentencesOf({ ...short, PUBLIC_URL: 'https://stock.example.com' })).toEqual([
      expect.stringMatching(/^STOCK_SUBSCRIPTION_KEYS must have at least 16 characters each/),
    ]);
  });

  it('sets some of the limits and keeps the other defaults', () => {
    const { limits } = readConfig({ STOCK_LIMITS: 'pageSize=200; requestsPerMinute=600' });
    expect(limits).toEqual({ ...loopbackLimits, pageSize: 200, requestsPerMinute: 600 });
    const reachable = { HOST: '0.0.0.0', PUBLIC_URL: 'https://stock.example.com' };
    expect(readConfig(reachable).limits).toEqual(defaultLimits);
    expect(readConfig({ PUBLIC_URL: 'https://stock.example.com' }).limits).toEqual(defaultLimits);
    expect(readConfig({ ...reachable, STOCK_LIMITS: 'requestsPerMinute=0' }).limits.requestsPerMinute).toBeNull();
  });

  it.each([
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://stock.example.com' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' }, false],
    [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://stock.example.com' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://stock.example.com', ALLOW_HTTP: '0' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://stock.example.com', ALLOW_HTTP: '1' }, true],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://stock.example.com' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost', PUBLIC_URL: 'http://localhost:9000' }, true],
    [{ HOST: '127.8.0.1' }, true],
  ])('requires https outside of loopback: %j', (env, right) => {
    const sentences = sentencesOf(env);
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(right ? [] : ['PUBLIC_URL']);
  });
});
