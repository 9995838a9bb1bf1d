import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';

import type { Market } from '#stock/contract/envelope.ts';
import {
  apiVersionHeader,
  authorizationHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#stock/contract/headers.ts';
import type { ServiceLimits } from '#stock/contract/limits.ts';
import { requestError } from '#stock/contract/requests.ts';

import { type AccessToken, InvalidTokenError, type VerifyToken } from './access-token.ts';
import { formatSeconds, type ServiceProblem, tooManyRequests, unauthorized } from './service-problem.ts';
import { badRequest } from './read-request.ts';

interface Credentials {
  token: string | undefined;
  subscriptionKey: string | undefined;
}

/**
 * Admits a caller by their credentials (§5) and returns the market of their token.
 * @throws ServiceProblem `unauthorized` with `WWW-Authenticate`, or `too-many-requests`
 */
export type Admit = (credentials: Credentials) => Promise<Market>;

export function createAdmission({
  verifyToken,
  subscriptionKeys,
  limits,
}: {
  verifyToken: VerifyToken;
  subscriptionKeys: readonly string[];
  limits: Pick<ServiceLimits, 'requestsPerMinute'>;
}): Admit {
  const findKey = createKeyFinder(subscriptionKeys);
  const secondsToWait = createRateLimiter(limits.requestsPerMinute);
  return async (credentials) => {
    const { accessToken, key } = await authenticate(credentials, verifyToken, findKey);
    const wait = secondsToWait(key, performance.now());
    if (wait > 0)
      throw tooManyRequests(`Too many requests with this subscription key. Try again in ${formatSeconds(wait)}.`, wait);
    return accessToken.market;
  };
}

const marketDecorator = 'stockMarket';

/**
 * Checks each request before its body is read, in this order: credentials (401), rate limit (429), API version (400),
 * address (404), method (405).
 * @param noRoute creates the problem for an unknown address or method
 */
export function admitCallers(
  service: FastifyInstance,
  admit: Admit,
  noRoute: (request: FastifyRequest) => ServiceProblem,
): void {
  service.decorateRequest(marketDecorator, null);
  service.addHook('onRequest', async (request) => {
    if (isRepeated(request.raw.rawHeaders, 'authorization'))
      throw badRequest([requestError(authorizationHeader, 'must be given once')]);
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
    const market = await admit({ token, subscriptionKey: headerOf(request, keyHeaderName) });
    requireApiVersion(request);
    if (request.is404) throw noRoute(request);
    request.setDecorator<Market>(marketDecorator, market);
  });
  // Required for the hook to run for unknown addresses. The hook rejects those requests before this handler.
  service.setNotFoundHandler((request) => {
    throw noRoute(request);
  });
}

/** Whether a header was sent more than once. Node's parsed headers contain only the first Authorization. */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count += 1;
  return count > 1;
}

/** Market of an admitted request. */
export function marketOf(request: FastifyRequest): Market {
  return request.getDecorator<Market>(marketDecorator);
}

const bearerChallenge = 'Bearer realm="stock"';
const keyChallenge = `SubscriptionKey realm="stock", header="${subscriptionKeyHeader}"`;

/** Verified token and subscription key of a caller. */
interface Caller {
  accessToken: AccessToken;
  /** Index of the subscription key. */
  key: number;
}

/**
 * Checks the credentials of a request (§5).
 * @throws ServiceProblem `unauthorized` with `WWW-Authenticate`
 */
async function authenticate(
  { token, subscriptionKey = '' }: Credentials,
  verifyToken: VerifyToken,
  findKey: (key: string) => number,
): Promise<Caller> {
  if (token === undefined)
    throw unauthorized(`The ${authorizationHeader} header must be "Bearer" and an access token.`, {
      challenge: bearerChallenge,
    });
  const accessToken = await verifyToken(token).catch((error: unknown) => {
    if (!(error instanceof InvalidTokenError)) throw error;
    throw unauthorized(`The access token in the ${authorizationHeader} header is not accepted. ${error.message}`, {
      challenge: `${bearerChallenge}, error="invalid_token", error_description="${error.message}"`,
    });
  });
  const key = findKey(subscriptionKey);
  if (key === -1)
    throw unauthorized(`The ${subscriptionKeyHeader} header must be an accepted subscription key.`, {
      challenge: keyChallenge,
    });
  return { accessToken, key };
}

/**
 * Checks the requested API version (§9).
 * @throws ServiceProblem `bad-request` that names the supported version
 */
function requireApiVersion(request: FastifyRequest): void {
  if (headerOf(request, versionHeaderName) !== supportedApiVersion)
    throw badRequest([requestError(apiVersionHeader, `must be ${supportedApiVersion}, the one supported version`)]);
}

const keyHeaderName = subscriptionKeyHeader.toLowerCase();
const versionHeaderName = apiVersionHeader.toLowerCase();

/** @param name in lower case */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Creates a lookup of accepted keys: returns the key's index, or -1. Keys are compared by digest, so that the time
 * taken reveals nothing about them.
 * @throws TypeError if there is no key, or an empty one
 */
export function createKeyFinder(keys: readonly string[]): (key: string) => number {
  if (keys.length === 0 || keys.includes(''))
    throw new TypeError('At least one subscription key is needed, none empty.');
  const accepted = new Map(keys.map((key, index) => [digest(key), index]));
  return (key) => accepted.get(digest(key)) ?? -1;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64');
}

/**
 * Creates a rate limit with a token bucket for each of a fixed number of callers: bursts of up to a minute's requests,
 * refilled evenly.
 * @returns for a caller and a time in milliseconds: 0 if the request may proceed, otherwise the whole seconds to wait
 */
export function createRateLimiter(requestsPerMinute: number | null): (caller: number, now: number) => number {
  if (requestsPerMinute === null) return () => 0;
  const perMillisecond = requestsPerMinute / 60_000;
  const budgets = new Map<number, { left: number; at: number }>();
  return (caller, now) => {
    const { left, at } = budgets.get(caller) ?? { left: requestsPerMinute, at: now };
    const budget = Math.min(requestsPerMinute, left + Math.max(0, now - at) * perMillisecond);
    const granted = budget >= 1;
    budgets.set(caller, { left: granted ? budget - 1 : budget, at: now });
    return granted ? 0 : Math.max(1, Math.ceil((1 - budget) / perMillisecond / 1000));
  };
}
