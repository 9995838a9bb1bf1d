import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { PassThrough, type Transform } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

import { OrderCheckRequest } from '#stock/contract/gateway-responses.ts';
import { problemKinds } from '#stock/contract/problem-codes.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';
import { completeWork } from '#server/overload.ts';
import { checkOrder } from '#server/lookup/order-check-engine.ts';
import type { StockLookup } from '#server/lookup/stock-lookup.ts';
import { allOf, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { NoQuery } from './gateway-requests.ts';
import { callerOf } from '#server/sign-in/sign-in.ts';
import { hangUpSignal } from './hang-up-signal.ts';

/** Bytes of the longest request: 10,000 lines with 15 digits in each number. */
const maxBodyBytes = 2 * 1_048_576;
/** Milliseconds between blank lines, which keep the connection open while the service pauses. */
const heartbeat = 10_000;

/** `POST /gateway/order-check`: the results of an order as a stream of {@link CheckEvent}s, one a line (NDJSON). */
export function orderCheckRoute(lookup: StockLookup, now: () => Date) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/order-check',
      bodyLimit: maxBodyBytes,
      onRequest: requireJson,
      handler: (request, reply) => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), OrderCheckRequest),
        });
        const { lines, keys, calendars } = body;
        const order = { lines, keys: keys === undefined ? null : new Set(keys), calendars };
        const signal = hangUpSignal(reply.raw);
        const output = new EventOutput(streamFor(request, reply), signal, () => completeWork(request));
        void output.finish(() =>
          checkOrder(lookup, order, callerOf(request), signal, {
            emit: (event) => output.emit(event),
            ready: () => output.ready(),
            now: () => now().getTime(),
          }).catch((error: unknown) => {
            if (isSignedOut(error)) output.emit({ kind: 'signed-out' });
            else {
              if (!signal.aborted) request.log.error({ err: error }, 'order check failed');
              throw error;
            }
          }),
        );
        return reply.type('application/x-ndjson; charset=utf-8').send(output.stream);
      },
    });
  };
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ServiceProblem && problemKinds[error.code].status === 401;
}

/** The stream of the response. Compressed, it is flushed with every write. */
function streamFor(request: FastifyRequest, reply: FastifyReply): Transform {
  reply.header('Vary', 'Accept-Encoding');
  if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) === null) return new PassThrough();
  reply.header('Content-Encoding', 'gzip');
  return createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
}

/** Writes events as lines, those of one task together; exported for its test. */
export class EventOutput {
  readonly stream: Transform;
  readonly #signal: AbortSignal;
  readonly #completeWork: () => void;
  #text = '';

  /** @param completeWork called when the work is done, or waits for the client */
  constructor(stream: Transform, signal: AbortSignal, completeWork: () => void) {
    this.stream = stream;
    this.#signal = signal;
    this.#completeWork = completeWork;
    // The error is the client's disconnecting.
    stream.on('error', () => undefined);
  }

  emit(event: CheckEvent): void {
    if (this.#text === '') setImmediate(() => this.#flush());
    this.#text += `${JSON.stringify(event)}\n`;
  }

  /** Resolves when the client has taken what was written. */
  async ready(): Promise<void> {
    this.#flush();
    if (!this.stream.writableNeedDrain) return;
    this.#completeWork();
    await once(this.stream, 'drain', { signal: this.#signal });
  }

  /** Ends the stream after the work, or destroys it if that fails. */
  async finish(work: () => Promise<void>): Promise<void> {
    const timer = setInterval(() => {
      if (this.#text === '' && !this.stream.writableNeedDrain) this.stream.write('\n');
    }, heartbeat);
    try {
      await work();
      this.#flush();
      this.stream.end();
    } catch (error) {
      this.stream.destroy(error as Error);
    } finally {
      this.#completeWork();
      clearInterval(timer);
    }
  }

  #flush(): void {
    if (this.#text === '') return;
    this.stream.write(this.#text);
    this.#text = '';
  }
}
