import { errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';

import type { Market } from '#contract/envelope.ts';

import { InvalidTokenError, KeySetUnavailableError, type VerifyToken } from './access-token.ts';
import { marketFromClaims } from './market-claims.ts';
import { remoteKeys } from './remote-keys.ts';
import { withTokenCache } from './token-cache.ts';

/** How tokens are signed: by a secret shared with the issuer, or by the issuer's own keys. */
export type TokenTrust =
  | { secret: string; issuer?: string | null; audience?: string | null }
  | { jwksUrl: URL; issuer: string; audience: string };

export interface TokenVerifierConfig {
  trust: TokenTrust;
  /** Completes a token that names a part of a market, or none. */
  defaultMarket: Market;
  now?: () => Date;
}

/** How far the issuer's clock may be from ours. */
const clockToleranceSeconds = 5;

/**
 * Verifies bearer tokens (§5): HS256 alone with a shared secret, RS256 and ES256 alone with a JWKS address.
 * `exp` is required, `nbf` is held, issuer and audience are where they are configured.
 * @throws TypeError where the secret is empty or the JWKS address is unsafe.
 */
export function createTokenVerifier({
  trust,
  defaultMarket,
  now = () => new Date(),
}: TokenVerifierConfig): VerifyToken {
  const key = 'secret' in trust ? sharedKey(trust.secret) : remoteKeys(trust.jwksUrl);
  const rules: JWTVerifyOptions = {
    algorithms: 'secret' in trust ? ['HS256'] : ['RS256', 'ES256'],
    requiredClaims: ['exp'],
    clockTolerance: clockToleranceSeconds,
    ...(trust.issuer != null && { issuer: trust.issuer }),
    ...(trust.audience != null && { audience: trust.audience }),
  };
  const verify: VerifyToken = async (token) => {
    const { payload } = await checked(() => jwtVerify(token, key, { ...rules, currentDate: now() }));
    if (payload.sub !== undefined && typeof payload.sub !== 'string')
      throw new InvalidTokenError("The token's claim sub must be a text.");
    return {
      market: marketFromClaims(payload, defaultMarket),
      // `requiredClaims` has seen to it that there is one.
      expiresAt: payload.exp as number,
      subject: payload.sub ?? null,
    };
  };
  return withTokenCache(verify, () => now().getTime() / 1000);
}

function sharedKey(secret: string): JWTVerifyGetKey {
  if (secret === '') throw new TypeError('The secret of the tokens must not be empty.');
  const bytes = new TextEncoder().encode(secret);
  return () => bytes;
}

async function checked<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof KeySetUnavailableError) throw error;
    throw new InvalidTokenError(whatIsWrong(error), { cause: error });
  }
}

function whatIsWrong(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) return `The token's claim ${error.claim} is missing or wrong.`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is not signed by an accepted algorithm.';
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return 'The signature of the token does not hold.';
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The token must name its key (kid), since its issuer has several.';
  return 'The token is not a valid JWT.';
}
