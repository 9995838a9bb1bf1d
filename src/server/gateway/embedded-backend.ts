import type { FastifyInstance } from 'fastify';

import { serviceHeaders } from './service-headers.ts';
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

  send(request: BackendRequest): Promise<BackendResponse> {
    return this.#inject({ ...request, headers: serviceHeaders(request) });
  }

  probe(request: BackendProbe): Promise<BackendResponse> {
    return this.#inject(request);
  }

  async #inject({
    method,
    path,
    headers,
    body,
  }: Omit<BackendProbe, 'body'> & { body: BackendProbe['body'] | Buffer }): Promise<BackendResponse> {
    const answer = await this.#app.inject({
      method,
      url: this.#prefix + path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
  }
}
