import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

/** A user's claims. */
interface KnownPerson {
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

interface ProviderOptions {
  /** 0 selects any free port. */
  port?: number;
  /** Allowed redirect addresses after sign-in, and after sign-out. */
  redirectUris: string[];
  postLogoutRedirectUris?: string[];
  people: Record<string, KnownPerson>;
}

/** A real OpenID Connect provider on a real port, for tests. */
export interface RunningProvider {
  /** Issuer URL with a host name that is another site than 127.0.0.1. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Paths of all requests. */
  requests: string[];
  /** Paths whose responses have no end. */
  endless: Set<string>;
  /** Bytes sent in responses without an end. */
  endlessBytes: () => number;
  close(): Promise<void>;
}

export const testClient = { clientId: 'stock-horizon', clientSecret: 'a client secret that only the tests know of' };

/** Starts a provider whose page asks for a user name and accepts any. */
export async function runProvider(options: ProviderOptions): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(options));
  const handleProtocol = provider.callback();
  const requests: string[] = [];
  const endless = new Set<string>();
  let endlessBytes = 0;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '';
    requests.push(path);
    if (path.startsWith('/interaction/')) void interact(provider, request, response);
    else if (endless.has(path)) sendWithoutEnd(response, (bytes) => (endlessBytes += bytes));
    else handleProtocol(request, response);
  });
  return {
    issuer,
    ...testClient,
    requests,
    endless,
    endlessBytes: () => endlessBytes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends JSON that never ends, as fast as it is read. */
function sendWithoutEnd(response: ServerResponse, sent: (bytes: number) => void): void {
  const part = Buffer.alloc(65_536, ' ');
  const send = () => {
    while (!response.destroyed) {
      sent(part.length);
      if (!response.write(part)) return;
    }
  };
  response.writeHead(200, { 'Content-Type': 'application/json' }).on('drain', send);
  send();
}

function configuration({ redirectUris, postLogoutRedirectUris = [], people }: ProviderOptions): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: postLogoutRedirectUris,
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'tests' }] },
    features: { devInteractions: { enabled: false } },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...people[id] }),
    }),
    loadExistingGrant: async ({
      oidc: { provider, client, session, params },
    }: Parameters<Parameters<Provider['on']>[1]>[0]) => {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(params.scope);
      await grant.save();
      return grant;
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  };
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('person') ?? '';
  const result =
    accountId === '' ? { error: 'access_denied', error_description: 'called off' } : { login: { accountId } };
  await provider.interactionFinished(request, response, result);
}

const page = `<!doctype html><html lang="en"><title>The company</title><h1>The company</h1>
<form method="post"><label>Person <input name="person"></label><button>Continue</button></form>
<form method="post"><button>Call it off</button></form></html>`;
