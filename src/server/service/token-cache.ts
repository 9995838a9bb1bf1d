import { hash } from 'node:crypto';

import type { AccessToken, VerifyToken } from './access-token.ts';

const mostTokens = 10_000;
/** A key withdrawn by the issuer counts for at most this long. */
const longestStaySeconds = 300;

/**
 * Remembers verified tokens by their digest, so that a client's every request does not cost a signature check.
 * None is answered from here after its expiry; refused tokens are not remembered.
 * @param unixSeconds the time now
 */
export function withTokenCache(verify: VerifyToken, unixSeconds: () => number): VerifyToken {
  const remembered = new Map<string, { accessToken: AccessToken; until: number }>();
  return async (token) => {
    const digest = hash('sha256', token, 'base64');
    const now = unixSeconds();
    const known = remembered.get(digest);
    if (known !== undefined && now < known.until) return known.accessToken;
    remembered.delete(digest);
    const accessToken = await verify(token);
    if (remembered.size >= mostTokens) {
      const oldest = remembered.keys().next();
      if (!oldest.done) remembered.delete(oldest.value);
    }
    remembered.set(digest, { accessToken, until: Math.min(accessToken.expiresAt, now + longestStaySeconds) });
    return accessToken;
  };
}
