import type { Market } from '#contract/envelope.ts';

/** What credentials say of whoever brings them. */
export interface Identity {
  /** Whose stock they see; null where only the service's answers tell. */
  market: Market | null;
  /** Unix seconds after which they are void; null where they do not say. */
  expiresAt: number | null;
  /** The token's `sub` claim; null where it has none. */
  subject: string | null;
}
