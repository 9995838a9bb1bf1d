import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

import type { CompanyPerson } from '#server/gateway/session-content.ts';

import { CompanyProvider } from './company-provider.ts';
import { CompanyRefusal, refusalFor } from './company-refusal.ts';
import type { CompanyConfig } from './company-settings.ts';
import { type Claims, isAllowed } from './is-allowed.ts';

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
  readonly #provider: CompanyProvider;

  constructor(config: CompanyConfig) {
    this.#config = config;
    this.#provider = new CompanyProvider(config);
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
      const provider = await this.#provider.configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(provider, { post_logout_redirect_uri: backTo.href }).href;
    } catch {
      return null;
    }
  }

  async #trying<Result>(step: (provider: Configuration) => Promise<Result>): Promise<Result> {
    try {
      return await step(await this.#provider.configuration());
    } catch (error) {
      const refusal = refusalFor(error);
      if (refusal.reason === 'unavailable') this.#provider.forget();
      throw refusal;
    }
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
