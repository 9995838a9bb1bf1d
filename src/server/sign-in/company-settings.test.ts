import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from '#server/config.ts';

const company = {
  OIDC_ISSUER: 'https://login.example.com/realms/house',
  OIDC_CLIENT_ID: 'stock',
  OIDC_CLIENT_SECRET: 'the secret',
  OIDC_ALLOWED: 'Example.com, group:Sales & more ,group:x',
};

function sentencesFor(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.sentences : [String(error)];
  }
}

describe("the company's sign-in", () => {
  it('is read from four settings', () => {
    expect(readConfig(company).company).toEqual({
      issuer: new URL('https://login.example.com/realms/house'),
      clientId: 'stock',
      clientSecret: 'the secret',
      allowed: { domains: ['example.com'], groups: ['Sales & more', 'x'] },
      administrators: { domains: [], groups: [] },
    });
  });

  it('names administrators', () => {
    const { administrators } = readConfig({ ...company, OIDC_ADMINISTRATORS: 'group:Stock' }).company ?? {};
    expect(administrators).toEqual({ domains: [], groups: ['Stock'] });
    expect(sentencesFor({ OIDC_ADMINISTRATORS: 'group:Stock' })).toEqual([
      expect.stringMatching(/^OIDC_ADMINISTRATORS is only used with OIDC_ISSUER/),
    ]);
  });

  it('is disabled without them', () => expect(readConfig({}).company).toBeNull());

  it.each([
    ['OIDC_ISSUER', 'login.example.com'],
    ['OIDC_ISSUER', 'http://login.example.com'],
    ['OIDC_ISSUER', 'https://user@login.example.com'],
    ['OIDC_ISSUER', 'https://login.example.com/?a=1'],
    ['OIDC_CLIENT_ID', 'two words'],
    ['OIDC_CLIENT_SECRET', 'two\nlines'],
    ['OIDC_ALLOWED', '*'],
    ['OIDC_ALLOWED', 'com'],
    ['OIDC_ALLOWED', '@example.com'],
    ['OIDC_ALLOWED', 'ann@example.com'],
    ['OIDC_ALLOWED', 'example.com,'],
    ['OIDC_ALLOWED', 'group:'],
    ['OIDC_ALLOWED', '*.example.com'],
    ['OIDC_ADMINISTRATORS', 'group:'],
  ])('rejects %s=%j', (name, text) => {
    expect(sentencesFor({ ...company, [name]: text })).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
  });

  it('accepts an http issuer on this machine', () => {
    expect(sentencesFor({ ...company, OIDC_ISSUER: 'http://localhost:9000' })).toEqual([]);
  });

  it.each(Object.keys(company))('requires %s', (name) => {
    const { [name]: _, ...rest } = company as Record<string, string>;
    expect(sentencesFor(rest)).toEqual([expect.stringMatching(new RegExp(`^${name} is required`))]);
  });
});

describe('shared credentials', () => {
  const shared = {
    STOCK_UPSTREAM_URL: 'https://api.example.com/stock',
    STOCK_UPSTREAM_TOKEN: 'a-token',
    STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'a-key',
  };
  const reachable = { ...shared, PUBLIC_URL: 'https://stock.example.com' };

  it('are accepted on this machine', () => expect(sentencesFor(shared)).toEqual([]));

  it.each([reachable, { ...reachable, HOST: '0.0.0.0' }])(
    'are rejected if other machines can reach the server: %j',
    (env) => {
      expect(sentencesFor(env)).toEqual([expect.stringMatching(/^STOCK_UPSTREAM_TOKEN would let in everyone/)]);
    },
  );

  it('are accepted with company sign-in', () => expect(sentencesFor({ ...reachable, ...company })).toEqual([]));

  it('are not required if users have their own', () => {
    const { STOCK_UPSTREAM_URL, PUBLIC_URL } = reachable;
    expect(sentencesFor({ STOCK_UPSTREAM_URL, PUBLIC_URL, HOST: '0.0.0.0' })).toEqual([]);
  });
});
