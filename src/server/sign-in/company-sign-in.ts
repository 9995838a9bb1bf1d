import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';

import { isMailAddress } from '#stock/contract/mail.ts';
import type { CompanyRefusalReason } from '#stock/contract/gateway-responses.ts';
import { sharedBoundedFetch } from '#server/bounded-fetch.ts';
import type { CompanyPerson } from './sessions.ts';

import type { AllowedPeople, CompanyConfig } from './company-settings.ts';

/** State of a sign-in, stored encrypted in the browser while the user is at the provider. */
export interface CompanyFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** Page to return to. */
  returnTo: string;
  /** ID of the browser's previous session, which the sign-in ends; null if there was none. */
  before: string | null;
  /** Unix milliseconds, by the server's clock. */
  startedAt: number;
}

/** The authorization code flow of OpenID Connect, with PKCE, state and nonce. */
export class CompanySignIn {
  readonly #config: CompanyConfig;
  readonly #fetch = sharedBoundedFetch();
  #metadata: Promise<Configuration> | null = null;
  #fetchedAt = -Infinity;

  constructor(config: CompanyConfig) {
    this.#config = config;
  }

  /** Issuer URL of the configured provider. */
  get provider(): string {
    return this.#config.issuer.href;
  }

  /**
   * Returns the provider's URL for the user, and the values to verify the response with.
   * @param callback address to which the provider redirects the user back
   * @throws CompanyRefusal `unavailable` if the provider can't be reached
   */
  async begin(callback: URL): Promise<{ url: URL } & Pick<CompanyFlow, 'state' | 'nonce' | 'verifier'>> {
    return this.#attempt(async (provider) => {
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: callback.href,
        scope: this.#scopeFor(provider),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url, ...flow };
    });
  }

  /**
   * Returns the user who signed in.
   * @param returned address to which the provider redirected the user, with its query
   * @throws CompanyRefusal if the sign-in fails or the user isn't allowed
   */
  async finish(returned: URL, { state, nonce, verifier }: CompanyFlow): Promise<CompanyPerson> {
    return this.#attempt(async (provider) => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(provider, returned, checks);
      const identity = tokens.claims();
      if (identity === undefined) throw new CompanyRefusal('not-trusted', 'the provider sent no ID token');
      // Many providers return email address, groups and even the name only from the userinfo endpoint.
      const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasUserInfo ? await fetchUserInfo(provider, tokens.access_token, identity.sub) : {};
      const { allowed, administrators } = this.#config;
      const isOneOf = (people: AllowedPeople) => [identity, more].some((claims) => isAllowed(claims, people));
      if (!isOneOf(allowed)) throw new CompanyRefusal('not-allowed', 'OIDC_ALLOWED does not name this person');
      const { iss: issuer, sub: subject } = identity;
      const isAdministrator = isOneOf(administrators);
      const name = nameIn({ ...more, ...identity });
      const verifiedEmail = verifiedEmailIn(identity) ?? verifiedEmailIn(more);
      return { provider: this.provider, issuer, subject, name, isAdministrator, verifiedEmail };
    });
  }

  /** Returns the provider's sign-out page; null if it has none or can't be reached. */
  async signOutUrl(backTo: URL): Promise<string | null> {
    try {
      const provider = await this.#configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(provider, { post_logout_redirect_uri: backTo.href }).href;
    } catch {
      return null;
    }
  }

  async #attempt<Result>(step: (provider: Configuration) => Promise<Result>): Promise<Result> {
    try {
      return await step(await this.#configuration());
    } catch (error) {
      const refusal = refusalFor(error);
      if (refusal.reason === 'unavailable') this.#metadata = null;
      throw refusal;
    }
  }

  /**
   * Returns the provider's metadata, fetched when first needed: a provider that is down blocks neither the start nor
   * other ways to sign in. It is fetched again after a failure, since the provider may have moved. It is also fetched
   * again after a while, since the library measures the age of keys by the wall clock, which may be set back.
   */
  #configuration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    if (this.#metadata && performance.now() - this.#fetchedAt < maxMetadataAge) return this.#metadata;
    this.#fetchedAt = performance.now();
    this.#metadata = discovery(issuer, clientId, clientSecret, authenticate(clientSecret), {
      timeout: responseTimeout,
      [customFetch]: (url, request) => this.#fetch(url, request as RequestInit),
      // The settings allow http only for this machine.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      this.#metadata = null;
      throw error;
    });
    return this.#metadata;
  }

  /** Providers reject unknown scopes, and only some have one for groups. */
  #scopeFor(provider: Configuration): string {
    const knowsGroups = provider.serverMetadata().scopes_supported?.includes('groups') ?? false;
    const { allowed, administrators } = this.#config;
    return allowed.groups.length + administrators.groups.length > 0 && knowsGroups
      ? 'openid email profile groups'
      : 'openid email profile';
  }
}

/** Characters of a name that are shown. */
const maxNameLength = 200;

/** Users choose their names at many providers: only its beginning is shown, on one line and in one direction. */
function nameIn({ name, preferred_username: username, email }: Claims): string | null {
  const texts = [name, username, email].map((text) => (typeof text === 'string' ? text.slice(0, maxNameLength) : ''));
  return texts.map((text) => text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').trim()).find(Boolean) ?? null;
}

/** The user's address, if the provider says that it is theirs; null otherwise. */
export function verifiedEmailIn({ email, email_verified: isVerified }: Claims): string | null {
  return isVerified === true && typeof email === 'string' && isMailAddress(email) ? email : null;
}

/** Milliseconds for which a key that the provider withdrew may still be accepted. */
const maxMetadataAge = 300_000;

/** Timeout for each response of the provider, in seconds. */
const responseTimeout = 10;

/** Uses `client_secret_basic` by default, as specified (OpenID Connect Discovery §3). */
function authenticate(clientSecret: string): ReturnType<typeof ClientSecretBasic> {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

/** The company sign-in failed or was rejected. */
export class CompanyRefusal extends Error {
  override readonly name = 'CompanyRefusal';
  readonly reason: CompanyRefusalReason;

  /** @param message for the log; contains no token, code or email address */
  constructor(reason: CompanyRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Failures of the transport rather than of the sign-in: no connection, a timeout, or no JSON response. */
const faults = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** Maps an error of the OpenID Connect client to a refusal. */
function refusalFor(error: unknown): CompanyRefusal {
  if (error instanceof CompanyRefusal) return error;
  if (error instanceof AuthorizationResponseError) {
    const reason = error.error === 'access_denied' ? 'cancelled' : 'unavailable';
    return new CompanyRefusal(reason, `the provider returned ${safeErrorCode(error.error)}`);
  }
  if (error instanceof ResponseBodyError)
    return new CompanyRefusal('unavailable', `the provider returned ${error.status}, ${safeErrorCode(error.error)}`);
  if (error instanceof ClientError && !faults.has(error.code ?? ''))
    return new CompanyRefusal('not-trusted', `${error.message} (${error.code ?? 'no code'})`);
  const { message = String(error), cause } = error instanceof Error ? error : {};
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new CompanyRefusal('unavailable', `${message}${code}`);
}

/** Protocol error codes consist of few characters; anything else isn't repeated. */
function safeErrorCode(code: string): string {
  return /^[\w.-]{1,64}$/.test(code) ? code : 'an error without a code';
}

/** Claims of an identity provider about a user, unvalidated. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether the provider's claims belong to one of these users. An email address counts only if the boolean
 * `email_verified` confirms it, since users can enter any address.
 */
export function isAllowed({ email, email_verified: isVerified, groups }: Claims, allowed: AllowedPeople): boolean {
  return (
    (isVerified === true && allowed.domains.includes(domainOf(email))) ||
    (Array.isArray(groups) && groups.some((group) => typeof group === 'string' && allowed.groups.includes(group)))
  );
}

function domainOf(email: unknown): string {
  if (typeof email !== 'string') return '';
  return /^[^@\s]+@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase() ?? '';
}
