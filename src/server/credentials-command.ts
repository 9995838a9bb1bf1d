import { subscriptionKeyHeader } from '#stock/contract/headers.ts';
import { signToken } from '#server/service/access-token.ts';

import { ConfigError, readConfig, type Config } from './config.ts';
import { publicAddress } from './own-address.ts';
import { readSecrets } from './secrets.ts';

const validDays = 30;

/** Output of `npm run credentials`: what another program needs to call the embedded service. */
async function credentials(config: Config): Promise<string> {
  if (config.upstream !== null)
    throw new ConfigError([
      'Credentials can be printed only for the built-in service. Your administrator provides those of the service at STOCK_UPSTREAM_URL.',
    ]);
  const { jwtSecret, subscriptionKeys } = await readSecrets(config);
  const baseUrl = `${publicAddress(config)}/api`;
  const expiresAt = Math.floor(Date.now() / 1000) + validDays * 24 * 3600;
  const { issuer, audience } = config.tokens;
  const token =
    jwtSecret === null ? null : await signToken(jwtSecret, { subject: 'credentials', expiresAt, issuer, audience });
  return `Service           ${baseUrl}
Token             ${token ?? `from your identity provider (${issuer}), for the audience ${audience}`}
Expires           ${token === null ? 'see your identity provider' : new Date(expiresAt * 1000).toISOString()}
Subscription key  ${subscriptionKeys[0]}

Example (while the server is running):

  curl '${baseUrl}/stock/calendar?pageSize=1&includeMaxLeadTime=true' \\
    -H 'Authorization: Bearer ${token ?? 'TOKEN'}' \\
    -H '${subscriptionKeyHeader}: ${subscriptionKeys[0]}' \\
    -H 'Api-version: v1'

Anyone with these credentials can read your stock data. Don't share them in emails or tickets.`;
}

try {
  if (process.argv.length > 2) throw new ConfigError(['The command takes no options: npm run credentials']);
  console.log(await credentials(readConfig(process.env)));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
