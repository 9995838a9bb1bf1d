import type { Market } from '#contract/envelope.ts';

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
}

/** The issuer's keys cannot be had, so no token can be judged. */
export class KeySetUnavailableError extends Error {
  override readonly name = 'KeySetUnavailableError';
}
