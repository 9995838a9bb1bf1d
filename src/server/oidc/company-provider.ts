import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';

import type { CompanyConfig } from './company-settings.ts';

/** How long the provider may take for each of its answers, in seconds. */
const patience = 10;

/**
 * What the company's provider says of itself, asked when it is first needed: a provider that is down stops no start
 * and no other way in. Asked again after a failure.
 */
export class CompanyProvider {
  readonly #config: CompanyConfig;
  #asked: Promise<Configuration> | null = null;

  constructor(config: CompanyConfig) {
    this.#config = config;
  }

  /** Rejects with what the client threw where the provider cannot be asked. */
  configuration(): Promise<Configuration> {
    this.#asked ??= this.#discover().catch((error: unknown) => {
      this.#asked = null;
      throw error;
    });
    return this.#asked;
  }

  /** Has the provider asked anew the next time: it may have moved. */
  forget(): void {
    this.#asked = null;
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    return discovery(issuer, clientId, clientSecret, authenticate(clientSecret), {
      timeout: patience,
      // The setting lets plain http through for this machine alone.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }
}

/** By the way that every provider is to take where it names no others (OpenID Connect Discovery §3). */
function authenticate(clientSecret: string): ReturnType<typeof ClientSecretBasic> {
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}
