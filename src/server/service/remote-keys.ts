import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';

import { isLoopbackHost } from '#server/loopback.ts';

import { KeySetUnavailableError } from './access-token.ts';

/** A token with an unknown key id makes the keys be fetched again no sooner than this after the last time. */
const refetchAfterMilliseconds = 30_000;
/** After a fetch that failed or brought no key set, the next one waits this long. */
const retryAfterMilliseconds = 5_000;

/**
 * The public keys of the issuer, fetched from its JWKS address when first needed and kept for ten minutes.
 * @throws TypeError where the address is neither https nor on this machine.
 */
export function remoteKeys(url: URL): JWTVerifyGetKey {
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!safe) throw new TypeError('The JWKS address must begin with https://, or be on this machine.');
  let failedAt = -Infinity;
  const keys = createRemoteJWKSet(url, {
    cooldownDuration: refetchAfterMilliseconds,
    [customFetch]: async (address, options) => {
      if (performance.now() - failedAt < retryAfterMilliseconds)
        throw new KeySetUnavailableError('The last fetch of the keys failed a moment ago.');
      return fetch(address, options);
    },
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const judged = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      if (judged || error instanceof errors.JOSENotSupported) throw error;
      if (!(error instanceof KeySetUnavailableError)) failedAt = performance.now();
      throw new KeySetUnavailableError('The keys of the token issuer cannot be fetched.', { cause: error });
    }
  };
}
