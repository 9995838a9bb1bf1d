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
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';

import type { CompanyRefusalReason } from '#contract/gateway.ts';
import type { CompanyPerson } from '#server/gateway/sessions.ts';

import type { AllowedPeople, CompanyConfig } from './company-settings.ts';

/** What the browser keeps, sealed, while the person is at the provider. */
export interface CompanyFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to go back to. */
  returnTo: string;
  /** The id of the session that the browser had, to be ended; null where it had none. */
  before: string | null;
  /** Unix milliseconds of the server's clock. */
  startedAt: number;
}

/** The authorization code flow of OpenID Connect, with PKCE, state and nonce. */
export class CompanySignIn {
  readonly #config: CompanyConfig;
  #asked: Promise<Configuration> | null = null;
  #askedAt = -Infinity;

  constructor(config: CompanyConfig) {
    this.#config = config;
  }

  /** The provider as the settings name it. */
  get provider(): string {
    return this.#config.issuer.href;
  }

  /**
   * Where to send the person, and what to hold their return against.
   * @param callback the address that the provider sends them back to
   * @throws CompanyRefusal `unavailable` where the provider cannot be asked.
   */
  async begin(callback: URL): Promise<{ url: URL } & Pick<CompanyFlow, 'state' | 'nonce' | 'verifier'>> {
    return this.#trying(async (provider) => {
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
   * Who came back.
   * @param returned the address that the provider sent them to, with its query
   * @throws CompanyRefusal where nobody is to be let in.
   */
  async finish(returned: URL, { state, nonce, verifier }: CompanyFlow): Promise<CompanyPerson> {
    return this.#trying(async (provider) => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(provider, returned, checks);
      const identity = tokens.claims();
      if (identity === undefined) throw new CompanyRefusal('not-trusted', 'the provider sent no ID token');
      // Many providers tell the address, the groups and even the name only when asked for them.
      const asks = provider.serverMetadata().userinfo_endpoint !== undefined;
      const more = asks ? await fetchUserInfo(provider, tokens.access_token, identity.sub) : {};
      if (![identity, more].some((claims) => isAllowed(claims, this.#config.allowed)))
        throw new CompanyRefusal('not-allowed', 'OIDC_ALLOWED does not name this person');
      const { iss: issuer, sub: subject } = identity;
      return { provider: this.provider, issuer, subject, name: nameIn({ ...more, ...identity }) };
    });
  }

  /** Where the person ends their session at the provider too; null where it has no such page, or cannot be asked. */
  async signOutUrl(backTo: URL): Promise<string | null> {
    try {
      const provider = await this.#configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(provider, { post_logout_redirect_uri: backTo.href }).href;
    } catch {
      return null;
    }
  }

  async #trying<Result>(step: (provider: Configuration) => Promise<Result>): Promise<Result> {
    try {
      return await step(await this.#configuration());
    } catch (error) {
      const refusal = refusalFor(error);
      if (refusal.reason === 'unavailable') this.#asked = null;
      throw refusal;
    }
  }

  /**
   * What the company's provider says of itself, asked when it is first needed: a provider that is down stops no start
   * and no other way in. Asked again after a failure, since it may have moved, and after a while, since the library
   * counts the age of the provider's keys by a clock that may be set back.
   */
  #configuration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    if (this.#asked && performance.now() - this.#askedAt < longestStay) return this.#asked;
    this.#askedAt = performance.now();
    this.#asked = discovery(issuer, clientId, clientSecret, authenticate(clientSecret), {
      timeout: patience,
      // The setting lets plain http through for this machine alone.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      this.#asked = null;
      throw error;
    });
    return this.#asked;
  }

  /** Providers refuse scopes that they don't know, and some have one for groups. */
  #scopeFor(provider: Configuration): string {
    const knowsGroups = provider.serverMetadata().scopes_supported?.includes('groups') ?? false;
    return this.#config.allowed.groups.length > 0 && knowsGroups
      ? 'openid email profile groups'
      : 'openid email profile';
  }
}

function nameIn({ name, preferred_username: username, email }: Claims): string | null {
  return [name, username, email].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? null;
}

/** How long a key that the provider withdrew may still count, in milliseconds. */
const longestStay = 300_000;

/** How long the provider may take for each of its answers, in seconds. */
const patience = 10;

/** By the way that every provider is to take where it names no others (OpenID Connect Discovery §3). */
function authenticate(clientSecret: string): ReturnType<typeof ClientSecretBasic> {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

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
function refusalFor(error: unknown): CompanyRefusal {
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

/** What an identity provider says of a person, as it came. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether the provider's claims name someone who may come in. An address counts only where the provider says, by
 * the boolean `email_verified`, that it is the person's: anyone can write any address.
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
