import type { FastifyInstance, FastifyRequest } from 'fastify';

import { hangUpSignal } from '#server/gateway/hang-up-signal.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import { badRequest, parseBodiesAsBytes, parseJson, requireJson } from '#server/service/read-request.ts';
import { ServiceProblem, tooManyRequests } from '#server/service/service-problem.ts';
import { requestError } from '#stock/contract/requests.ts';

import type { ToolStock } from './stock-tools.ts';
import type { toolServer } from './tool-server.ts';

/** Who a key belongs to. */
export interface KeyHolder {
  /** ID of the key. */
  id: string;
  /** Null if the person's own credentials aren't valid at present. */
  caller: Caller | null;
  catalogue: Catalogue;
}

interface McpOptions extends ToolStock {
  version: string;
  /**
   * Returns who the key of a request belongs to.
   * @param key null if the request has none
   * @throws ServiceProblem `not-found` and `too-many-requests`
   */
  holderOf: (key: string | null, request: FastifyRequest) => Promise<KeyHolder>;
  /** Milliseconds on a monotonic clock. */
  elapsed: () => number;
}

/** Calls of tools with one key. */
const callsPerMinute = 60;
/** Bytes: 200 lines with names. */
const maxBodyBytes = 262_144;

/**
 * `/mcp`: the tools for assistants (Model Context Protocol, streamable HTTP without sessions). A key is the bearer
 * token. No cookie is read, and without a valid key there is nothing at this address.
 */
export function mcpRoute({ version, holderOf, elapsed, ...stock }: McpOptions) {
  // Loaded by the first request with a key: most servers have none.
  let loading: Promise<ReturnType<typeof toolServer>> | undefined;
  const serve = () => (loading ??= import('./tool-server.ts').then((loaded) => loaded.toolServer(stock, version)));
  const calls = new MinuteLimit(callsPerMinute, elapsed);

  return async (app: FastifyInstance): Promise<void> => {
    parseBodiesAsBytes(app, maxBodyBytes);
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      onRequest: async (request) => {
        const [, key = null] = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? [];
        request.setDecorator('holder', await holderOf(key, request));
        if (request.method === 'POST') await requireJson(request);
      },
      handler: async (request, reply) => {
        const holder = request.getDecorator<KeyHolder>('holder');
        if (request.method !== 'POST')
          throw new ServiceProblem('method-not-allowed', 'This address takes POST only: it has no sessions.', {
            headers: { Allow: 'POST' },
          });
        const body = parseJson(request.body);
        // One message a request, so that no request is more than one call.
        if (typeof body !== 'object' || body === null || Array.isArray(body))
          throw badRequest([requestError('body', 'must be one JSON-RPC message')]);
        if ('method' in body && body.method === 'tools/call') calls.count(holder.id);
        if (holder.caller === null)
          throw new ServiceProblem(
            'forbidden',
            'The owner of this key has to sign in: it uses their own credentials for the stock service.',
          );
        const { caller, catalogue } = holder;
        const signal = hangUpSignal(reply.raw);
        const onFailure = (error: unknown) => {
          if (!signal.aborted) request.log.error({ err: error }, 'tool failed');
        };
        const user = { caller, catalogue, signal, onFailure };
        const response = await (await serve())(webRequest(request), user, body);
        const type = response.headers.get('content-type');
        reply.code(response.status);
        if (type !== null) reply.type(type);
        return reply.send(await response.text());
      },
    });
    app.decorateRequest('holder', null);
  };
}

/** The request for the library, without what isn't for it: cookies, and the key. */
function webRequest({ headers }: FastifyRequest): Request {
  const passed = Object.entries(headers).filter(([name]) => /^(?:accept|mcp-.*)$/.test(name));
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: [
      ['content-type', 'application/json'],
      ...passed.map(([name, value]): [string, string] => [name, String(value)]),
    ],
    body: '{}',
  });
}

/** Counts requests of each key in the current minute. */
class MinuteLimit {
  readonly #most: number;
  readonly #elapsed: () => number;
  #began = 0;
  #counts = new Map<string, number>();

  constructor(most: number, elapsed: () => number) {
    this.#most = most;
    this.#elapsed = elapsed;
  }

  /** @throws ServiceProblem `too-many-requests` */
  count(keyId: string): void {
    const now = this.#elapsed();
    if (now - this.#began >= 60_000) {
      this.#began = now;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(keyId) ?? 0) + 1;
    this.#counts.set(keyId, count);
    if (count > this.#most)
      throw tooManyRequests(
        `A key allows ${this.#most} calls a minute.`,
        Math.max(1, Math.ceil((this.#began + 60_000 - now) / 1000)),
      );
  }
}
