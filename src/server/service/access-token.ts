import '#stock/contract/no-eval.ts';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import * as z from 'zod/mini';

import type { Market } from '#stock/contract/envelope.ts';
import { boundedFetch } from '#server/bounded-fetch.ts';
import { isLoopbackHost } from '#server/loopback.ts';

/** Content of a verified bearer token (§5). */
export interface AccessToken {
  /** Market of the caller: the token's market claims, completed from the default market. */
  market: Market;
  /** Expiry in Unix seconds. */
  expiresAt: number;
  /** `sub` claim; null if there is none. */
  subject: string | null;
}

/**
 * Verifies a compact JWT. Rejects with {@link InvalidTokenError} if the token is invalid, and with
 * {@link KeySetUnavailableError} if it can't be verified at the moment.
 */
export type VerifyToken = (token: string) => Promise<AccessToken>;

/** The token is invalid; the message says why, without repeating the token. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';

  get isExpired(): boolean {
    return this.cause instanceof errors.JWTExpired;
  }
}

/** The issuer's keys can't be fetched, so tokens can't be verified. */
export class KeySetUnavailableError extends Error {
  override readonly name = 'KeySetUnavailableError';
}

/** How tokens are signed: with a secret shared with the issuer, or with the issuer's own keys. */
export type TokenTrust =
  | { secret: string; issuer?: string | null; audience?: string | null }
  | { jwksUrl: URL; issuer: string; audience: string };

export interface TokenVerifierConfig {
  trust: TokenTrust;
  /** Market for tokens that name none or only part of one. */
  defaultMarket: Market;
  now?: () => Date;
}

/** Tolerated difference between the issuer's clock and ours. */
const clockToleranceSeconds = 5;

/**
 * Creates a verifier of bearer tokens (§5): only HS256 with a shared secret, only RS256 and ES256 with a JWKS URL.
 * `exp` is required; `nbf` is checked, as are issuer and audience if they are configured.
 * @throws TypeError if the secret is empty or the JWKS URL is insecure
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
    const { payload } = await convertErrors(() => jwtVerify(token, key, { ...rules, currentDate: now() }));
    if (payload.sub !== undefined && typeof payload.sub !== 'string')
      throw new InvalidTokenError("The token's claim sub must be a text.");
    return {
      market: marketFromClaims(payload, defaultMarket),
      // Ensured by `requiredClaims`.
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

async function convertErrors<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof KeySetUnavailableError) throw error;
    throw new InvalidTokenError(messageFor(error), { cause: error });
  }
}

function messageFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) return `The token's claim ${error.claim} is missing or wrong.`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is not signed by an accepted algorithm.';
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return 'The signature of the token does not hold.';
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The token must name its key (kid), since its issuer has several.';
  return 'The token is not a valid JWT.';
}

const code = z.optional(z.string().check(z.regex(/^\P{Cc}{1,100}$/u)));

const MarketClaims = z.object({ company: code, salesOrganization: code, territoryId: code });

/**
 * Returns the market of a token's claims; missing codes come from `defaultMarket`.
 * @throws InvalidTokenError if one of the three codes is present but invalid
 */
function marketFromClaims(claims: unknown, defaultMarket: Market): Market {
  const parsed = MarketClaims.safeParse(claims);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
    throw new InvalidTokenError(
      `The token's claim ${names.join(' and ')} must be a text of 1 to 100 characters, none of them a control character.`,
    );
  }
  const { company, salesOrganization, territoryId } = parsed.data;
  return {
    company: company ?? defaultMarket.company,
    salesOrganization: salesOrganization ?? defaultMarket.salesOrganization,
    territoryId: territoryId ?? defaultMarket.territoryId,
  };
}

/** Minimum interval between key set fetches for tokens with an unknown key ID. */
const refetchAfterMilliseconds = 30_000;
/** Minimum interval after a fetch that failed or returned no key set. */
const retryAfterMilliseconds = 5_000;

/**
 * Public keys of the issuer, fetched from its JWKS URL when first needed and cached for ten minutes.
 * @throws TypeError if the URL is neither https nor on this machine
 */
function remoteKeys(url: URL): JWTVerifyGetKey {
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!safe) throw new TypeError('The JWKS address must begin with https://, or be on this machine.');
  let failedAt = -Infinity;
  /** Unix milliseconds by the wall clock, which the library uses too. */
  let fetchedAt = -Infinity;
  const keys = createRemoteJWKSet(url, {
    cooldownDuration: refetchAfterMilliseconds,
    [customFetch]: async (address, options) => {
      if (performance.now() - failedAt < retryAfterMilliseconds)
        throw new KeySetUnavailableError('The last fetch of the keys failed a moment ago.');
      fetchedAt = Date.now();
      return boundedFetch(address, options);
    },
  });
  return async (header, token) => {
    try {
      // After the wall clock is set back, the library would keep its keys, withdrawn ones too, for that much longer.
      if (Date.now() < fetchedAt) await keys.reload();
      return await keys(header, token);
    } catch (error) {
      const isInvalid = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (isInvalid || error instanceof errors.JOSENotSupported) throw error;
      if (!(error instanceof KeySetUnavailableError)) failedAt = performance.now();
      throw new KeySetUnavailableError('The keys of the token issuer cannot be fetched.', { cause: error });
    }
  };
}

const maxCachedTokens = 10_000;
/** Maximum time for which tokens with a withdrawn key remain accepted. */
const maxCacheMilliseconds = 300_000;

/**
 * Caches verified tokens by digest, so that not every request needs a signature check. Expired tokens are never
 * returned, and rejected tokens aren't cached.
 * @param unixSeconds returns the current time
 */
function withTokenCache(verify: VerifyToken, unixSeconds: () => number): VerifyToken {
  const remembered = new LRUCache<string, AccessToken>({ max: maxCachedTokens, ttl: maxCacheMilliseconds });
  return async (token) => {
    const digest = hash('sha256', token, 'base64');
    const known = remembered.get(digest);
    if (known !== undefined && unixSeconds() < known.expiresAt) return known;
    const accessToken = await verify(token);
    remembered.set(digest, accessToken);
    return accessToken;
  };
}

/** Claims of a token for the embedded service. */
export interface TokenClaims {
  subject: string;
  /** Unix seconds. */
  expiresAt: number;
  /** Default: the service's default market. */
  market?: Market;
  issuer?: string | null;
  audience?: string | null;
}

/** Signs a token for the embedded service by HS256, with the secret of its verifier. */
export function signToken(
  secret: string,
  { subject, expiresAt, market, issuer, audience }: TokenClaims,
): Promise<string> {
  const token = new SignJWT({ ...market }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
  token.setSubject(subject).setIssuedAt().setExpirationTime(expiresAt);
  if (issuer != null) token.setIssuer(issuer);
  if (audience != null) token.setAudience(audience);
  return token.sign(new TextEncoder().encode(secret));
}
