import type { FastifyRequest } from 'fastify';

import type { Config } from '#server/config.ts';

import { CompanySignIn } from './company-sign-in.ts';
import { FlowCookie } from './flow-cookie.ts';
import { RefusalCookie } from './refusal-cookie.ts';

/** The company's sign-in with what it keeps in the browser. */
export interface Company {
  signIn: CompanySignIn;
  flow: FlowCookie;
  refusal: RefusalCookie;
  /** Where the person of a request reaches the server, without a slash at the end. */
  addressFor(request: Pick<FastifyRequest, 'headers'>): string;
}

/** The company's sign-in as the settings have it; null without one. */
export function createCompany(
  config: Pick<Config, 'company' | 'publicUrl'>,
  sessionSecret: string,
  now: () => Date,
): Company | null {
  if (config.company === null) return null;
  return {
    signIn: new CompanySignIn(config.company),
    flow: new FlowCookie(config, sessionSecret, now),
    refusal: new RefusalCookie(config, sessionSecret),
    // Without a public address, a cookie comes back under the very name that the person uses for this machine; the
    // request guard takes no other name.
    addressFor: ({ headers }) => config.publicUrl?.origin ?? `http://${headers.host}`,
  };
}
