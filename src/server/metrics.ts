import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { operations, routeOf } from '#stock/contract/operation-list.ts';
import { memoize } from '#stock/memoize.ts';
import type { RunOutcome } from '#server/promises/check-runs.ts';
import type { LocalRequest } from './request-guard.ts';
import type { BreakerState, UpstreamObserver } from '#server/upstream/upstream-observer.ts';
import { handleError, ServiceProblem } from '#server/service/service-problem.ts';
import type { StockStore } from '#server/store/stock-store.ts';

/** Histogram buckets in seconds, from an in-memory lookup to the longest timeout. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const breakerStates: readonly BreakerState[] = ['closed', 'half-open', 'open'];

/** Metrics of one server in Prometheus format. Labels contain operations, never a product, user or credential. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #store: Pick<StockStore, 'state'>;
  readonly #isUp = this.#gauge('stock_store_up', '1 where the store can be read');
  // Imports run in other processes, possibly on other machines; only the store's generation counts them.
  readonly #generation = this.#gauge('stock_store_generation', 'Imports that the store has taken, by whatever process');
  readonly #holdsRealData = this.#gauge(
    'stock_store_real_data',
    '1 where the store holds imported data, 0 where it is empty or holds the demo data',
  );

  constructor(store: Pick<StockStore, 'state'>) {
    this.#store = store;
    collectDefaultMetrics({ register: this.#registry });
  }

  #gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(name: string, help: string, ...labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns everything counted so far and the store's current state, in Prometheus text format. */
  async read(): Promise<string> {
    const state = await this.#store.state().catch(() => null);
    this.#isUp.set(state === null ? 0 : 1);
    if (state !== null) {
      this.#generation.set(state.generation);
      this.#holdsRealData.set(state.contents === 'real' ? 1 : 0);
    }
    return this.#registry.metrics();
  }

  /** Counts the requests of `app` and measures their durations. */
  watchRequests(app: FastifyInstance): void {
    const help = 'Requests and how long they took, by operation';
    const labels = ['area', 'operation', 'method', 'status'] as const;
    const duration = this.#histogram('stock_request_duration_seconds', help, ...labels);
    app.addHook('onResponse', (request, reply, done) => {
      const { area, operation } = routeLabels(request.routeOptions.url);
      duration.observe({ area, operation, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  }

  /** Publishes the expiry of the shared access token, in Unix seconds. */
  setSharedTokenExpiry(expiresAt: number): void {
    const help = 'Unix time at which the access token that the server shares runs out';
    this.#gauge('stock_shared_token_expiry_seconds', help).set(expiresAt);
  }

  /** Counts the runs that check promises and watches. */
  watchRuns(): (outcome: RunOutcome) => void {
    const runs = this.#counter('stock_promise_runs_total', 'Runs over promises and watches, by how they ended', 'end');
    const lines = this.#counter(
      'stock_promise_run_lines_total',
      'Lines of promises and watches that runs checked, failed to check or to read, and told their owners of',
      'what',
    );
    const seconds = this.#gauge('stock_promise_run_duration_seconds', 'How long the last run took');
    const finished = this.#gauge('stock_promise_run_finished_seconds', 'Unix time at which a run last finished');
    return ({ end, seconds: duration, checked, failed, unreadable, told }) => {
      runs.inc({ end });
      for (const [what, count] of Object.entries({ checked, failed, unreadable, told })) lines.inc({ what }, count);
      seconds.set(duration);
      if (end === 'finished') finished.setToCurrentTime();
    };
  }

  /** Counts calls between the gateway and an upstream. */
  watchUpstream(): UpstreamObserver {
    const calls = this.#histogram(
      'stock_upstream_call_duration_seconds',
      'Calls to the upstream, retries included, by status or by why there was no response',
      'operation',
      'outcome',
    );
    const retries = this.#counter(
      'stock_upstream_retries_total',
      'Calls to the upstream that were made again',
      'operation',
    );
    const responses = this.#counter(
      'stock_gateway_responses_total',
      'Responses by where they came from: the cache (hit, stale), a call under way (shared) or a call (miss)',
      'operation',
      'source',
    );
    const breaker = this.#gauge('stock_upstream_breaker', '1 for the state of the circuit breaker', 'state');
    const showState = (current: BreakerState) => {
      for (const state of breakerStates) breaker.set({ state }, state === current ? 1 : 0);
    };
    showState('closed');
    return {
      called: (operation, outcome, seconds) =>
        calls.observe({ operation, outcome: outcome.kind === 'response' ? outcome.status : outcome.reason }, seconds),
      retried: (operation) => retries.inc({ operation }),
      responded: (operation, source) => responses.inc({ operation, source }),
      breakerChanged: showState,
    };
  }
}

export interface RouteLabels {
  /** Audience: API clients, the dashboard's requests, holders of keys, or page loads and probes. */
  area: 'api' | 'gateway' | 'keys' | 'pages';
  /** Name of one of the four operations, otherwise the route pattern. */
  operation: string;
}

const operationAt = new Map(Object.entries(operations).map(([name, { path }]) => [routeOf(path), name]));
const probes = new Set(['/healthz', '/metrics']);
/** Routes that need a key, by their start. */
const keyedRoute = /^\/(live|c|mcp)(?:\/|$)/;

/** Labels of a route pattern, undefined for requests without a route. Memoized: there are few patterns. */
export const routeLabels = memoize((route: string | undefined): RouteLabels => {
  const [, first, rest] = /^\/(api|gateway)(\/.*)$/.exec(route ?? '') ?? [];
  if (rest !== undefined)
    return { area: first === 'api' ? 'api' : 'gateway', operation: operationAt.get(rest) ?? rest };
  const [, keyed] = keyedRoute.exec(route ?? '') ?? [];
  if (keyed !== undefined) return { area: 'keys', operation: keyed };
  // Each file of the dashboard has a separate route.
  return { area: 'pages', operation: route !== undefined && probes.has(route) ? route : 'page' };
});

/** `GET /metrics` for local requests; 404 for all others. */
export function metricsRoute(metrics: Metrics, isLocal: (request: LocalRequest) => boolean) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/metrics',
      handler: async (request, reply) => {
        if (!isLocal(request)) throw new ServiceProblem('not-found', 'There is nothing at this address.');
        return reply
          .type(metrics.contentType)
          .header('Cache-Control', 'no-store')
          .send(await metrics.read());
      },
    });
  };
}

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * Serves `GET /metrics` and `GET /healthz` on a separate port, for a Prometheus and probes that reach the server under
 * any host name, and whose connections don't wait behind those of users. Nothing else is served there, and the proxy of
 * the dashboard doesn't forward to it.
 * @param health adds `/healthz`
 * @throws Node's error if the server can't listen on the port
 */
export async function serveMetrics(
  metrics: Metrics,
  health: (app: FastifyInstance) => Promise<void>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(handleError);
  await app.register(health);
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
  await app.listen({ host, port });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
