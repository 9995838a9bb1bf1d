import { isIP } from 'node:net';

import type { ServiceLimits } from '#stock/contract/limits.ts';
import type { Market } from '#stock/contract/envelope.ts';
import { isMailAddress } from '#stock/contract/mail.ts';
import { maxProductId } from '#stock/contract/limits.ts';

import { isLoopbackHost } from './loopback.ts';

// Each function parses the text of one setting and returns undefined if it is invalid.

export function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text)
    ? text
    : undefined;
}

export const parsePort = wholeNumberUpTo(65_535);
export const parseDrainSeconds = wholeNumberUpTo(300);

function wholeNumberUpTo(max: number): (text: string) => number | undefined {
  const maxDigits = String(max).length;
  return (text) => (/^\d+$/.test(text) && text.length <= maxDigits && Number(text) <= max ? Number(text) : undefined);
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export function parseLogLevel(text: string): LogLevel | undefined {
  return logLevels.find((level) => level === text);
}

export function parseKeys(text: string): string[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[!-~]{1,256}$/.test(key)) ? keys : undefined;
}

/** An http or https address without user, path, query or fragment. */
export function parseBaseUrl(text: string): URL | undefined {
  const url = parseHttpUrl(text);
  return url !== undefined && url.href === `${url.origin}/` ? url : undefined;
}

/** A PostgreSQL URL with user, host and database name; the rest has PostgreSQL's defaults. */
export function parseDatabaseUrl(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWhole = url.hostname !== '' && url.username !== '' && /^\/[^/]+$/.test(url.pathname) && url.hash === '';
  return isWhole && [...url.searchParams.keys()].every((name) => databaseOptions.has(name)) ? text : undefined;
}

export function parseDatabaseUrls(text: string): string[] | undefined {
  const urls = text.split(',').map((url) => parseDatabaseUrl(url.trim()));
  return urls.every((url) => url !== undefined) ? urls : undefined;
}

/** Allowed query parameters. Any other would be sent to the database server as a configuration parameter. */
const databaseOptions = new Set(['sslmode', 'search_path', 'application_name']);

/** Requires https except for this machine: keys fetched by plain http could be replaced in transit. */
export function parseJwksUrl(text: string): URL | undefined {
  const url = parseHttpUrl(text);
  return url !== undefined && (url.protocol === 'https:' || isLoopbackHost(url.hostname)) ? url : undefined;
}

/** An http or https URL that may have a path, returned without a trailing slash. */
export function parseUpstreamUrl(text: string): URL | undefined {
  const url = parseHttpUrl(text);
  if (url === undefined || url.username + url.password + url.search + url.hash !== '') return undefined;
  if (/[?#]/.test(text)) return undefined;
  return new URL(url.href.replace(/\/+$/, ''));
}

/** A token or key that can be sent in a header verbatim. */
export function parseCredential(text: string): string | undefined {
  const credential = text.trim();
  return /^[!-~]{1,16384}$/.test(credential) ? credential : undefined;
}

function parseHttpUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** An smtp or smtps URL with a host; user, password and port are optional. */
export function parseMailUrl(text: string): string | undefined {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search + url.hash === '' ? text : undefined;
}

/** An address, with a name or without: `stock@example.com`, `Stock Horizon <stock@example.com>`. */
export function parseMailFrom(text: string): string | undefined {
  const [, address] = /^[^<>,;@\p{Cc}]*<([^<>]+)>$/u.exec(text) ?? [undefined, text];
  return address !== undefined && isMailAddress(address) ? text : undefined;
}

export function parseProxies(text: string): string[] | undefined {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  return proxies.every(isAddressOrNetwork) ? proxies : undefined;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits > 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits))
  );
}

/** `HH:MM`. */
export function parseTimeOfDay(text: string): string | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined;
}

export function parseTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** `company=...;salesOrganization=...;territoryId=...`, in any order. */
export function parseMarket(text: string): Market | undefined {
  const parts = text.split(';').map((part) => /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(part) ?? []);
  const { company, salesOrganization, territoryId } = Object.fromEntries(
    parts.map(([, name = '', code]) => [name, code]),
  );
  if (!company || !salesOrganization || !territoryId || parts.length !== 3) return undefined;
  return { company, salesOrganization, territoryId };
}

/** Parses `pageSize=200;requestsPerMinute=600`: any limits in any order; `requestsPerMinute=0` means no limit. */
export function parseLimits(text: string): Partial<ServiceLimits> | undefined {
  const parts = text.split(';').map((part) => /^\s*(\w+)\s*=\s*(\d{1,13})\s*$/.exec(part) ?? []);
  const given = new Map(parts.map(([, name = '', digits]) => [name, Number(digits)]));
  if (given.size !== parts.length || ![...given].every(isWithinLimit)) return undefined;
  const { requestsPerMinute, ...limits }: Partial<Record<string, number>> = Object.fromEntries(given);
  return { ...limits, ...(requestsPerMinute !== undefined && { requestsPerMinute: requestsPerMinute || null }) };
}

/** Maximum of each limit: larger numbers would be inexact, or the requests too expensive. */
const maxLimits = new Map<string, number>([
  ['productsPerRequest', 100_000],
  ['idsPerFilter', 100_000],
  ['pageSize', 10_000],
  ['bodyBytes', 67_108_864],
  ['quantity', 9_007_199_254_740],
  ['productId', maxProductId],
]);

function isWithinLimit([name, limit]: [string, number]): boolean {
  return name === 'requestsPerMinute' || (limit >= 1 && limit <= (maxLimits.get(name) ?? 0));
}
