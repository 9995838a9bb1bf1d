import '#contract/no-eval.ts';
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

import type { Market } from '#contract/envelope.ts';
import { isLoopbackHost } from '#server/loopback.ts';

/** What a verified bearer token says (§5). */
export interface AccessToken {
  /** Whose stock it may see: its market claims, completed from the default market. */
  market: Market;
  /** Unix seconds after which it is void. */
  expiresAt: number;
  /** Its `sub` claim; null where it has none. */
  subject: string | null;
}

/**
 * Verifies a compact JWT.
 * Rejects with {@link InvalidTokenError} where the token may not be used, and with {@link KeySetUnavailableError}
 * where that cannot be told at the moment.
 */
export type VerifyToken = (token: string) => Promise<AccessToken>;

/** The token is not a valid one: the sentence says why, without repeating it. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';

  get isExpired(): boolean {
    return this.cause instanceof errors.JWTExpired;
  }
}

/** The issuer's keys cannot be had, so no token can be judged. */
export class KeySetUnavailableError extends Error {
  override readonly name = 'KeySetUnavailableError';
}

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

const code = z.optional(z.string().check(z.regex(/^\P{Cc}{1,100}$/u)));

const MarketClaims = z.object({ company: code, salesOrganization: code, territoryId: code });

/**
 * The market that a token's claims name; codes that they leave out come from `defaultMarket`.
 * @throws InvalidTokenError where one of the three is there and is no text.
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

/** A token with an unknown key id makes the keys be fetched again no sooner than this after the last time. */
const refetchAfterMilliseconds = 30_000;
/** After a fetch that failed or brought no key set, the next one waits this long. */
const retryAfterMilliseconds = 5_000;

/**
 * The public keys of the issuer, fetched from its JWKS address when first needed and kept for ten minutes.
 * @throws TypeError where the address is neither https nor on this machine.
 */
function remoteKeys(url: URL): JWTVerifyGetKey {
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!safe) throw new TypeError('The JWKS address must begin with https://, or be on this machine.');
  let failedAt = -Infinity;
  /** By the clock that the library goes by. */
  let fetchedAt = -Infinity;
  const keys = createRemoteJWKSet(url, {
    cooldownDuration: refetchAfterMilliseconds,
    [customFetch]: async (address, options) => {
      if (performance.now() - failedAt < retryAfterMilliseconds)
        throw new KeySetUnavailableError('The last fetch of the keys failed a moment ago.');
      fetchedAt = Date.now();
      return bounded(await fetch(address, options));
    },
  });
  return async (header, token) => {
    try {
      // Set back, the clock would keep withdrawn keys, and put off looking for new ones, for as long as it was set back.
      if (Date.now() < fetchedAt) await keys.reload();
      return await keys(header, token);
    } catch (error) {
      const judged = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (judged || error instanceof errors.JOSENotSupported) throw error;
      if (!(error instanceof KeySetUnavailableError)) failedAt = performance.now();
      throw new KeySetUnavailableError('The keys of the token issuer cannot be fetched.', { cause: error });
    }
  };
}

/** In bytes: room for a thousand of the longest keys. */
const longestKeySet = 1_048_576;

/** The response; reading it fails once it is longer than any key set. */
function bounded(answer: Response): Response {
  let left = longestKeySet;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      left -= part.length;
      if (left < 0) controller.error(new RangeError('The key set is too long'));
      else controller.enqueue(part);
    },
  });
  return new Response(answer.body?.pipeThrough(bound) ?? null, answer);
}

const mostTokens = 10_000;
/** A key withdrawn by the issuer counts for at most this long. */
const longestStayMilliseconds = 300_000;

/**
 * Remembers verified tokens by their digest, so that a client's every request does not cost a signature check.
 * None is answered from here after its expiry; refused tokens are not remembered.
 * @param unixSeconds the time now
 */
function withTokenCache(verify: VerifyToken, unixSeconds: () => number): VerifyToken {
  const remembered = new LRUCache<string, AccessToken>({ max: mostTokens, ttl: longestStayMilliseconds });
  return async (token) => {
    const digest = hash('sha256', token, 'base64');
    const known = remembered.get(digest);
    if (known !== undefined && unixSeconds() < known.expiresAt) return known;
    const accessToken = await verify(token);
    remembered.set(digest, accessToken);
    return accessToken;
  };
}

/** What a token of the embedded service says. */
export interface TokenClaims {
  subject: string;
  /** Unix seconds. */
  expiresAt: number;
  /** Left out, the service's default market counts. */
  market?: Market;
  issuer?: string | null;
  audience?: string | null;
}

/** A token for the embedded service, signed by HS256 with the secret that its verifier holds. */
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
