import type { TokenTrust } from '#server/service/token-verifier.ts';

import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

/** By what the service verifies tokens: the issuer's keys where their address is set, else the secret. */
export function tokenTrust({ tokens }: Pick<Config, 'tokens'>, { jwtSecret }: Pick<Secrets, 'jwtSecret'>): TokenTrust {
  const { jwksUrl, issuer, audience } = tokens;
  if (jwksUrl !== null && issuer !== null && audience !== null) return { jwksUrl, issuer, audience };
  if (jwtSecret !== null) return { secret: jwtSecret, issuer, audience };
  throw new TypeError('There is nothing to verify tokens by.');
}
