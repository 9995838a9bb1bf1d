/** Limits of the gateway's calls to an upstream. Times are in milliseconds. */
export const upstreamLimits = {
  /** Timeout for connecting. */
  connectTimeout: 5_000,
  /** Timeout for the response headers. */
  headersTimeout: 15_000,
  /** Timeout between two chunks of the response body. */
  bodyTimeout: 10_000,
  /** Deadline of one request with all attempts and waits; below the dashboard's timeout of 30 seconds. */
  requestTimeout: 25_000,
  /** Maximum response bytes before and after decompression: per operation, for probes and for error responses. */
  maxResponseBytes: {
    refusal: 262_144,
    probe: 2 * 1_048_576,
    stockOfProduct: 65_536,
    stockOfProducts: 4 * 1_048_576,
    productCalendar: 4 * 1_048_576,
    productCalendars: 16 * 1_048_576,
  },
  /** Responses longer than this many bytes are read in a worker thread, within the memory and time below. */
  inlineReadBytes: 262_144,
  readerMegabytes: 256,
  readTimeout: 10_000,
  /** Maximum concurrent calls, and so connections. */
  maxConcurrentCalls: 16,
  /** Maximum concurrent requests whose responses may be long; each keeps its slot until its response is read. */
  maxConcurrentLongResponses: 12,
  /** Maximum concurrent calls that nobody waits for, and how long they wait while there are others. */
  maxBackgroundCalls: 2,
  maxBackgroundWait: 2_000,
  /** Maximum number of queued requests. */
  maxQueued: 500,
  /** Maximum attempts per request, including the first. */
  maxAttempts: 3,
  /** Maximum delay before the first retry. It doubles with each retry; the actual delay is random (full jitter). */
  initialBackoff: 250,
  maxBackoff: 2_000,
  /** The gateway waits for a `Retry-After` up to this long; longer ones are passed to the browser. */
  maxRetryAfterWait: 3_000,
  /** Pause after a 429 without a readable `Retry-After`. */
  defaultPause: 1_000,
  /** Caps `Retry-After`: then one call is on trial. A wrong clock, or one response, can't block a service for long. */
  maxPause: 60_000,
  /** It opens when over `breakerThreshold` of the last `breakerWindow` requests failed, of at least `breakerMinRequests`. */
  breakerThreshold: 0.8,
  breakerWindow: 20,
  breakerMinRequests: 6,
  /** How long the breaker stays open at first; doubles up to `maxOpenTime`. */
  initialOpenTime: 10_000,
  maxOpenTime: 60_000,
  /** How long a cached response is fresh. */
  freshFor: 60_000,
  /** How long it may be served as stale, marked with its age, when the upstream fails. */
  maxStale: 30 * 60_000,
  /** Maximum size of the cache in bytes. */
  cacheBytes: 64 * 1_048_576,
};
export type UpstreamLimits = typeof upstreamLimits;
