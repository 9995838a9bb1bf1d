import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

import type { CompanyRefusalReason } from '#contract/gateway.ts';

/** The company's sign-in let nobody in. */
export class CompanyRefusal extends Error {
  override readonly name = 'CompanyRefusal';
  readonly reason: CompanyRefusalReason;

  /** @param message for the log: it never holds a token, a code or an address of a person */
  constructor(reason: CompanyRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What broke on the way rather than in the answer: no connection, no time, no such page, nothing like JSON. */
const broken = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** The refusal that an error of the OpenID Connect client amounts to. */
export function refusalFor(error: unknown): CompanyRefusal {
  if (error instanceof CompanyRefusal) return error;
  if (error instanceof AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'cancelled' : 'unavailable';
    return new CompanyRefusal(reason, `the provider answered ${plain(error.error)}`);
  }
  if (error instanceof ResponseBodyError)
    return new CompanyRefusal('unavailable', `the provider answered ${error.status}, ${plain(error.error)}`);
  if (error instanceof ClientError && !broken.has(error.code ?? ''))
    return new CompanyRefusal('not-trusted', `${error.message} (${error.code ?? 'no code'})`);
  const { message = String(error), cause } = error instanceof Error ? error : {};
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new CompanyRefusal('unavailable', `${message}${code}`);
}

/** An error code of the protocol is made of few characters; whatever else came is not repeated. */
function plain(code: string): string {
  return /^[\w.-]{1,64}$/.test(code) ? code : 'an error without a code';
}
