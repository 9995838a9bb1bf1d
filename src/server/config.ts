import '#stock/contract/no-eval.ts';
import { resolve } from 'node:path';
import * as z from 'zod/mini';

import { defaultLimits, loopbackLimits } from '#stock/contract/limits.ts';
import type { Credentials } from '#server/gateway/stock-backend.ts';
import type { MailConfig } from '#server/notifications/mail-transport.ts';

import {
  companyOf,
  companySentences,
  contradictionsOfCompany,
  contradictionsOfSharing,
  parseAllowedPeople,
  parseIssuer,
} from '#server/sign-in/company-settings.ts';

import { isLoopbackHost } from './loopback.ts';
import {
  logLevels,
  parseBaseUrl,
  parseCredential,
  parseDatabaseUrl,
  parseDatabaseUrls,
  parseDrainSeconds,
  parseHost,
  parseJwksUrl,
  parseKeys,
  parseLimits,
  parseLogLevel,
  parseMailFrom,
  parseMailUrl,
  parseMarket,
  parsePort,
  parseProxies,
  parseTimeOfDay,
  parseTimeZone,
  parseUpstreamUrl,
} from './setting-values.ts';

/** Settings of the server and its commands. */
export type Config = ReturnType<typeof readConfig>;

export interface UpstreamConfig {
  /** Without trailing slash, user, query or fragment. */
  url: URL;
  /** Shared credentials; null if each user signs in with their own. */
  credentials: Credentials | null;
}

/** Invalid settings. Each sentence names one and describes valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly sentences: string[];

  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** Schema of a setting. `parse` returns undefined for invalid text; `sentence` is the error message. */
function setting<Value>(parse: (text: string) => Value | undefined, sentence: string) {
  return z.optional(
    z.pipe(
      z.string(),
      z.transform((text: string, context) => {
        const value = parse(text);
        if (value === undefined) context.issues.push({ code: 'custom', message: sentence, input: text });
        return value as Value;
      }),
    ),
  );
}

const Environment = z.object({
  HOST: setting(parseHost, 'HOST must be an IP address or a host name, for example 127.0.0.1.'),
  PORT: setting(parsePort, 'PORT must be a whole number from 0 to 65535, for example 8080.'),
  DATA_DIR: z.optional(z.string()),
  STOCK_JWT_SECRET: z.optional(z.string()),
  STOCK_JWKS_URL: setting(
    parseJwksUrl,
    'STOCK_JWKS_URL must be an https address (http only on this machine), for example https://login.example.com/keys.',
  ),
  STOCK_JWT_ISSUER: z.optional(z.string()),
  STOCK_JWT_AUDIENCE: z.optional(z.string()),
  STOCK_SUBSCRIPTION_KEYS: setting(
    parseKeys,
    'STOCK_SUBSCRIPTION_KEYS must be keys of letters, digits and signs without spaces, separated by commas.',
  ),
  PUBLIC_URL: setting(
    parseBaseUrl,
    'PUBLIC_URL must be an https or http address without path, for example https://stock.example.com.',
  ),
  TRUST_PROXY: setting(
    parseProxies,
    'TRUST_PROXY must be the addresses or networks of your proxies, separated by commas, for example 10.0.0.5,192.168.0.0/16.',
  ),
  ALLOW_HTTP: setting(
    (text) => (text === '1' || text === '0' ? text === '1' : undefined),
    'ALLOW_HTTP must be 1 or 0.',
  ),
  STOCK_TIME_ZONE: setting(parseTimeZone, 'STOCK_TIME_ZONE must be an IANA time zone, for example Europe/Brussels.'),
  SESSION_SECRET: z.optional(z.string()),
  DEMO: setting((text) => (text === '1' || text === '0' ? text === '1' : undefined), 'DEMO must be 1 or 0.'),
  OIDC_ISSUER: setting(parseIssuer, companySentences.issuer),
  OIDC_CLIENT_ID: setting((text) => (/^[!-~]+$/.test(text) ? text : undefined), companySentences.clientId),
  OIDC_CLIENT_SECRET: setting((text) => (/^[ -~]+$/.test(text) ? text : undefined), companySentences.clientSecret),
  OIDC_ALLOWED: setting(parseAllowedPeople, companySentences.allowed),
  OIDC_ADMINISTRATORS: setting(parseAllowedPeople, companySentences.administrators),
  STOCK_MARKET: setting(
    parseMarket,
    'STOCK_MARKET must name the three codes once each, for example company=BRU;salesOrganization=2510;territoryId=BRU_GLO.',
  ),
  CATALOG_BY_MARKET: setting(
    (text) => (text === '1' || text === '0' ? text === '1' : undefined),
    'CATALOG_BY_MARKET must be 1 or 0.',
  ),
  STOCK_LIMITS: setting(
    parseLimits,
    'STOCK_LIMITS must set some of productsPerRequest, idsPerFilter, pageSize, bodyBytes, quantity, productId and requestsPerMinute, for example pageSize=200;requestsPerMinute=600.',
  ),
  METRICS_PORT: setting(parsePort, 'METRICS_PORT must be a whole number from 0 to 65535, for example 9464.'),
  CHECK_AT: setting(parseTimeOfDay, 'CHECK_AT must be a time of day from 00:00 to 23:59, for example 06:00.'),
  LOG_LEVEL: setting(parseLogLevel, `LOG_LEVEL must be one of ${logLevels.join(', ')}.`),
  DRAIN_SECONDS: setting(parseDrainSeconds, 'DRAIN_SECONDS must be a whole number from 0 to 300, for example 5.'),
  DATABASE_URL: setting(
    parseDatabaseUrl,
    'DATABASE_URL must be the address of a PostgreSQL database with its user, for example postgres://stock:PASSWORD@db.example.com:5432/stock.',
  ),
  DATABASE_READ_URLS: setting(
    parseDatabaseUrls,
    'DATABASE_READ_URLS must be addresses like DATABASE_URL of its hot standbys, separated by commas.',
  ),
  SMTP_URL: setting(
    parseMailUrl,
    'SMTP_URL must be the smtps or smtp address of your mail server, for example smtps://USER:PASSWORD@mail.example.com.',
  ),
  MAIL_FROM: setting(
    parseMailFrom,
    'MAIL_FROM must be an email address, for example Stock Horizon <stock@example.com>.',
  ),
  STOCK_UPSTREAM_URL: setting(
    parseUpstreamUrl,
    'STOCK_UPSTREAM_URL must be the https or http address of the stock service, without user, query or fragment, for example https://api.example.com/stock-service.',
  ),
  STOCK_UPSTREAM_TOKEN: setting(
    parseCredential,
    'STOCK_UPSTREAM_TOKEN must be the access token alone, on one line, without the word Bearer.',
  ),
  STOCK_UPSTREAM_SUBSCRIPTION_KEY: setting(
    parseCredential,
    'STOCK_UPSTREAM_SUBSCRIPTION_KEY must be one subscription key, on one line.',
  ),
});
type Environment = z.infer<typeof Environment>;

/**
 * Reads the settings from `env`; an empty value counts as not set.
 * @throws ConfigError with a sentence for each invalid setting
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => issue.message));
  const settings = parsed.data;
  const host = settings.HOST ?? '127.0.0.1';
  const boundToLoopback = isLoopbackHost(host);
  const isLocalOnly = boundToLoopback && isLoopbackHost(settings.PUBLIC_URL?.hostname ?? host);
  const contradictions = [
    ...contradictionsOfTokens(settings),
    ...contradictionsOfUpstream(settings),
    ...(settings.DATABASE_READ_URLS !== undefined && settings.DATABASE_URL === undefined
      ? ['DATABASE_URL is required with DATABASE_READ_URLS: set the address of the primary.']
      : []),
    ...((settings.SMTP_URL === undefined) === (settings.MAIL_FROM === undefined)
      ? []
      : ['SMTP_URL and MAIL_FROM are required together: the mail server, and the address that mails come from.']),
    ...contradictionsOfAddress(settings, boundToLoopback),
    ...contradictionsOfCompany(settings),
    ...contradictionsOfSharing(settings, isLocalOnly),
    ...weakSecrets(settings, isLocalOnly),
  ];
  if (contradictions.length > 0) throw new ConfigError(contradictions);
  return {
    host,
    /** 0 selects any free port. */
    port: settings.PORT ?? 8080,
    /** Whether `host` can be reached only from this machine. */
    boundToLoopback,
    /** Absolute path. */
    dataDir: resolve(settings.DATA_DIR ?? 'data'),
    /** PostgreSQL URL including the password; null to use SQLite files in `dataDir`. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** Hot standbys that serve lookups while they are up to date; empty for none. */
    databaseReadUrls: settings.DATABASE_READ_URLS ?? [],
    /** Address that users open, without path; null if it is the listening address. */
    publicUrl: settings.PUBLIC_URL ?? null,
    /** Addresses and networks whose `X-Forwarded-*` headers are trusted; empty for none. */
    trustedProxies: settings.TRUST_PROXY ?? [],
    /** IANA time zone that determines the service's current date. */
    timeZone: settings.STOCK_TIME_ZONE ?? 'UTC',
    /** Default market for tokens that name none or only part of one. */
    market: settings.STOCK_MARKET ?? { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
    /** Whether users see only products of the catalog that are known in their market. */
    catalogByMarket: settings.CATALOG_BY_MARKET ?? false,
    /** Separate port that serves `/metrics` to other machines; null for none. */
    metricsPort: settings.METRICS_PORT ?? null,
    /** When promises and watches are checked each day, `HH:MM` in `timeZone`. */
    checkAt: settings.CHECK_AT ?? '06:00',
    logLevel: settings.LOG_LEVEL ?? 'warn',
    /** Seconds to keep serving after a stop signal, so that load balancers can react. */
    drainSeconds: settings.DRAIN_SECONDS ?? 0,
    /** Limits of the service. */
    limits: { ...(isLocalOnly ? loopbackLimits : defaultLimits), ...settings.STOCK_LIMITS },
    /** How tokens are verified. Without secret and key set, a generated secret is used (`secrets.ts`). */
    tokens: {
      secret: settings.STOCK_JWT_SECRET ?? null,
      jwksUrl: settings.STOCK_JWKS_URL ?? null,
      issuer: settings.STOCK_JWT_ISSUER ?? null,
      audience: settings.STOCK_JWT_AUDIENCE ?? null,
    },
    /** Accepted subscription keys; null for a generated one. */
    subscriptionKeys: settings.STOCK_SUBSCRIPTION_KEYS ?? null,
    /** Source of the key that encrypts stored credentials; null for a generated one. */
    sessionSecret: settings.SESSION_SECRET ?? null,
    /** How notifications are mailed; null for not at all. */
    mail: mailOf(settings),
    /** External stock service used instead of the embedded one; null for the embedded one. */
    upstream: upstreamOf(settings),
    /** Company sign-in; null for none. */
    company: companyOf(settings),
    /** When an empty store of the embedded service is filled with demo data. Unless `never`, demo data is served. */
    demo: demoOf(settings, boundToLoopback),
  };
}

/** Settings of a server that is no first try: data that it doesn't find was lost. */
const operatorSettings = [
  'PUBLIC_URL',
  'TRUST_PROXY',
  'STOCK_JWT_SECRET',
  'STOCK_JWKS_URL',
  'STOCK_SUBSCRIPTION_KEYS',
  'SESSION_SECRET',
  'DATABASE_URL',
  'OIDC_ISSUER',
  'STOCK_UPSTREAM_URL',
] as const;

function demoOf(settings: Environment, boundToLoopback: boolean): 'always' | 'first-start' | 'never' {
  if (settings.DEMO !== undefined) return settings.DEMO ? 'always' : 'never';
  const isFirstTry = boundToLoopback && operatorSettings.every((name) => settings[name] === undefined);
  return isFirstTry ? 'first-start' : 'never';
}

/** Passwords and mails travel without encryption only to this machine, or if `ALLOW_HTTP` says so. */
function mailOf({ SMTP_URL: url, MAIL_FROM: from, ALLOW_HTTP }: Environment): MailConfig | null {
  if (url === undefined || from === undefined) return null;
  return { url, from, allowsPlain: ALLOW_HTTP === true || isLoopbackHost(new URL(url).hostname) };
}

function upstreamOf(settings: Environment): UpstreamConfig | null {
  const { STOCK_UPSTREAM_URL: url, STOCK_UPSTREAM_TOKEN: token, STOCK_UPSTREAM_SUBSCRIPTION_KEY: key } = settings;
  if (url === undefined) return null;
  return { url, credentials: token !== undefined && key !== undefined ? { token, subscriptionKey: key } : null };
}

function contradictionsOfTokens(settings: Environment): string[] {
  if (settings.STOCK_JWKS_URL === undefined) return [];
  const sentences: string[] = [];
  if (settings.STOCK_JWT_ISSUER === undefined)
    sentences.push('STOCK_JWT_ISSUER is required with STOCK_JWKS_URL: set the issuer (`iss`) of your tokens.');
  if (settings.STOCK_JWT_AUDIENCE === undefined)
    sentences.push('STOCK_JWT_AUDIENCE is required with STOCK_JWKS_URL: set the audience (`aud`) of your tokens.');
  return sentences;
}

function contradictionsOfUpstream(settings: Environment): string[] {
  const { STOCK_UPSTREAM_URL: url, STOCK_UPSTREAM_TOKEN: token, STOCK_UPSTREAM_SUBSCRIPTION_KEY: key } = settings;
  if (url !== undefined && settings.CATALOG_BY_MARKET === true)
    return [
      "CATALOG_BY_MARKET=1 can't be used with STOCK_UPSTREAM_URL: an external service doesn't tell which products its markets know. Run a server for each market.",
    ];
  if (url === undefined && (token ?? key) !== undefined)
    return ['STOCK_UPSTREAM_URL is required with STOCK_UPSTREAM_TOKEN and STOCK_UPSTREAM_SUBSCRIPTION_KEY.'];
  if (token !== undefined && key === undefined)
    return ['STOCK_UPSTREAM_SUBSCRIPTION_KEY is required with STOCK_UPSTREAM_TOKEN: the service requires both.'];
  if (token === undefined && key !== undefined)
    return ['STOCK_UPSTREAM_TOKEN is required with STOCK_UPSTREAM_SUBSCRIPTION_KEY: the service requires both.'];
  if (url?.protocol === 'http:' && !isLoopbackHost(url.hostname) && settings.ALLOW_HTTP !== true)
    return ['STOCK_UPSTREAM_URL must begin with https:// (ALLOW_HTTP=1 allows http, without encryption).'];
  return [];
}

/** Secrets are the source of 256-bit keys. They must not be guessable if other machines can reach the server. */
function weakSecrets(settings: Environment, isLocalOnly: boolean): string[] {
  if (isLocalOnly) return [];
  return (['STOCK_JWT_SECRET', 'SESSION_SECRET'] as const)
    .filter((name) => settings[name] !== undefined && settings[name].length < 32)
    .map((name) => `${name} must have at least 32 characters if other machines can reach HOST or PUBLIC_URL.`)
    .concat(
      settings.STOCK_SUBSCRIPTION_KEYS?.some((key) => key.length < 16)
        ? 'STOCK_SUBSCRIPTION_KEYS must have at least 16 characters each if other machines can reach HOST or PUBLIC_URL.'
        : [],
    );
}

function contradictionsOfAddress({ PUBLIC_URL: url, ALLOW_HTTP }: Environment, boundToLoopback: boolean): string[] {
  if (url === undefined) {
    if (boundToLoopback) return [];
    return [
      'PUBLIC_URL is required if other machines can reach HOST. Set the address that users open, for example https://stock.example.com.',
    ];
  }
  const isLocalOnly = boundToLoopback && isLoopbackHost(url.hostname);
  if (url.protocol === 'https:' || ALLOW_HTTP === true || isLocalOnly) return [];
  return ['PUBLIC_URL must begin with https:// (ALLOW_HTTP=1 allows http, without encryption).'];
}
