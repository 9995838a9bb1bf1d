import type { FastifyInstance } from 'fastify';

import {
  apiVersionHeader,
  authorizationHeader,
  requestIdHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#contract/headers.ts';

import type { Credentials } from './credentials.ts';
import type { BackendProbe, BackendRequest, BackendResponse, StockBackend } from './stock-backend.ts';

/** The embedded service, asked in this process. It answers in one go, so there is nothing to call off. */
export class EmbeddedBackend implements StockBackend {
  readonly kind = 'embedded';
  readonly identify: StockBackend['identify'];
  readonly #app: FastifyInstance;
  readonly #prefix: string;

  /** @param prefix where `app` serves the operations, such as `/api` */
  constructor(app: FastifyInstance, prefix: string, identify: StockBackend['identify']) {
    this.#app = app;
    this.#prefix = prefix;
    this.identify = identify;
  }

  async send({ method, path, body, credentials, requestId }: BackendRequest): Promise<BackendResponse> {
    const { statusCode, headers, rawPayload } = await this.#app.inject({
      method,
      url: this.#prefix + path,
      headers: {
        ...headersOf(credentials),
        [requestIdHeader]: requestId,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    });
    return { status: statusCode, headers, body: rawPayload };
  }

  async probe({ method, path, headers, body }: BackendProbe): Promise<BackendResponse> {
    const answer = await this.#app.inject({
      method,
      url: this.#prefix + path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
  }
}

function headersOf({ token, subscriptionKey }: Credentials): Record<string, string> {
  return {
    [authorizationHeader]: `Bearer ${token}`,
    [subscriptionKeyHeader]: subscriptionKey,
    [apiVersionHeader]: supportedApiVersion,
  };
}
