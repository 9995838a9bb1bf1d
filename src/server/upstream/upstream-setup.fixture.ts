import { Problem } from '#stock/contract/problem.ts';
import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

import { type FakeUpstream, fakeUpstream, type Handler } from './upstream.fake.ts';
import { type UpstreamBackend, upstreamBackend } from './upstream-backend.ts';
import { type UpstreamLimits, upstreamLimits } from './upstream-limits.ts';
import { type UpstreamLog, upstreamLog } from './upstream-log.ts';
import type { UpstreamObserver } from './upstream-observer.ts';

/** A backend response, parsed for tests. */
interface Read {
  status: number;
  headers: BackendResponse['headers'];
  text: string;
  /** The problem of an error response; null for success. */
  problem: Problem | null;
}

export interface UpstreamSetup {
  upstream: FakeUpstream;
  backend: UpstreamBackend;
  /** Sends Anna's request for the stock of product 12345, with the given overrides. */
  send(request?: Partial<BackendRequest>): Promise<Read>;
  close(): Promise<void>;
}

/** Timeouts short enough for tests. */
export const quickLimits: UpstreamLimits = {
  ...upstreamLimits,
  connectTimeout: 4000,
  headersTimeout: 4000,
  bodyTimeout: 4000,
  requestTimeout: 6_000,
  initialBackoff: 2,
  maxBackoff: 5,
  defaultPause: 20,
  initialOpenTime: 200,
  maxOpenTime: 400,
};

/** An observer that ignores all events. */
export const noObserver: UpstreamObserver = {
  called: () => undefined,
  retried: () => undefined,
  responded: () => undefined,
  breakerChanged: () => undefined,
};

/** Starts a fake upstream on a real port and a backend that calls it. */
export async function setUpUpstream(
  handler: Handler,
  options: {
    limits?: Partial<UpstreamLimits>;
    now?: () => number;
    elapsed?: () => number;
    observer?: UpstreamObserver;
    log?: UpstreamLog;
    path?: string;
  } = {},
): Promise<UpstreamSetup> {
  const upstream = await fakeUpstream(handler, options.path);
  const backend = upstreamBackend({
    baseUrl: upstream.url,
    identify: () => Promise.reject(new Error('Nobody signs in here')),
    limits: { ...quickLimits, ...options.limits },
    observer: options.observer ?? noObserver,
    log: options.log ?? upstreamLog({ warn: () => undefined }),
    ...(options.now !== undefined && { now: options.now, elapsed: options.elapsed ?? options.now }),
    ...(options.elapsed !== undefined && { elapsed: options.elapsed }),
  });
  return {
    upstream,
    backend,
    send: async (request = {}) => {
      const { status, headers, body } = await backend.send({
        operation: 'stockOfProduct',
        method: 'GET',
        path: '/stock/12345?quantity=250',
        body: undefined,
        credentials: { token: 'token-of-anna', subscriptionKey: 'key' },
        expiresAt: null,
        bypassCache: false,
        requestId: 'request-1',
        signal: new AbortController().signal,
        ...request,
      });
      const text = body.toString('utf8');
      return { status, headers, text, problem: status < 300 ? null : Problem.parse(JSON.parse(text)) };
    },
    close: async () => {
      await upstream.close();
      await backend.close();
    },
  };
}
