import { SignJWT } from 'jose';

import type { Market } from '#contract/envelope.ts';

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
