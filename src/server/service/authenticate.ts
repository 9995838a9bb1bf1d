import type { FastifyRequest } from 'fastify';

import {
  apiVersionHeader,
  authorizationHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#contract/headers.ts';
import { requestError } from '#contract/requests.ts';

import { type AccessToken, InvalidTokenError, type VerifyToken } from './access-token.ts';
import { badRequest } from './read-request.ts';
import { ServiceProblem } from './service-problem.ts';

const bearerChallenge = 'Bearer realm="stock"';
const keyChallenge = `SubscriptionKey realm="stock", header="${subscriptionKeyHeader}"`;

/** Who asks: what the token says, and which subscription key came with it. */
export interface Caller {
  accessToken: AccessToken;
  /** Index of the subscription key. */
  key: number;
}

/**
 * Checks the credentials of a request (§5).
 * @throws ServiceProblem `unauthorized` with `WWW-Authenticate`.
 */
export async function authenticate(
  request: FastifyRequest,
  verifyToken: VerifyToken,
  findKey: (key: string) => number,
): Promise<Caller> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined)
    throw unauthorized(`The ${authorizationHeader} header must be "Bearer" and an access token.`, bearerChallenge);
  const accessToken = await verifyToken(token).catch((error: unknown) => {
    if (!(error instanceof InvalidTokenError)) throw error;
    throw unauthorized(
      `The access token in the ${authorizationHeader} header is not accepted. ${error.message}`,
      `${bearerChallenge}, error="invalid_token", error_description="${error.message}"`,
    );
  });
  const key = findKey(headerOf(request, subscriptionKeyHeader) ?? '');
  if (key === -1)
    throw unauthorized(`The ${subscriptionKeyHeader} header must be an accepted subscription key.`, keyChallenge);
  return { accessToken, key };
}

/**
 * Checks the version that a request asks for (§9).
 * @throws ServiceProblem `bad-request` that names the supported one.
 */
export function requireApiVersion(request: FastifyRequest): void {
  if (headerOf(request, apiVersionHeader) !== supportedApiVersion)
    throw badRequest([requestError(apiVersionHeader, `must be ${supportedApiVersion}, the one supported version`)]);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

function unauthorized(detail: string, challenge: string): ServiceProblem {
  return new ServiceProblem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } });
}
