import { test as base, type BrowserContext } from '@playwright/test';

import { signToken } from '#server/service/access-token.ts';

import { ownCredentials, stockServer } from './servers.ts';

/** Tests as a person of their own: the server keeps orders by person, so the tests would share them otherwise. */
export const test = base.extend({
  context: async ({ context, baseURL }, provide, { testId, retry }) => {
    if (baseURL === stockServer.url) await signInAs(context, `${testId} ${retry}`);
    await provide(context);
  },
});

/** Signs a browser in to a server with the stock of the fixture. */
export async function signInAs(context: BrowserContext, person: string, { url } = stockServer): Promise<void> {
  const expiresAt = Math.floor(Date.now() / 1000) + 43_200;
  const token = await signToken(ownCredentials.secret, { subject: person, expiresAt });
  const response = await context.request.post(`${url}/gateway/session`, {
    data: { token, subscriptionKey: ownCredentials.subscriptionKey },
    headers: { Origin: url },
  });
  if (!response.ok()) throw new Error(`Not signed in: ${await response.text()}`);
}
