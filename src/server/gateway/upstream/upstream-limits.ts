/** Limits of the gateway's calls to an upstream. Times are in milliseconds. */
export const upstreamLimits = {
  /** Timeout for connecting. */
  connect: 5_000,
  /** Timeout for the response headers. */
  headers: 15_000,
  /** Timeout between two chunks of the response body. */
  bodyGap: 10_000,
  /** Deadline of one request with all attempts and waits; below the dashboard's timeout of 30 seconds. */
  wholeQuestion: 25_000,
  /** Maximum response bytes before and after decompression: per operation, for probes and for error responses. */
  answerBytes: {
    refusal: 262_144,
    probe: 2 * 1_048_576,
    stockOfProduct: 65_536,
    stockOfProducts: 4 * 1_048_576,
    productCalendar: 4 * 1_048_576,
    productCalendars: 16 * 1_048_576,
  },
  /** Responses longer than this many bytes are read in a worker thread, within the memory and time below. */
  readHereBytes: 262_144,
  readingMegabytes: 256,
  reading: 10_000,
  /** Maximum concurrent calls, and so connections. */
  callsAtOnce: 16,
  /** Maximum concurrent requests whose responses may be long; each keeps its slot until its response is read. */
  longAnswersAtOnce: 12,
  /** Maximum number of queued requests. */
  questionsWaiting: 500,
  /** Maximum attempts per request, including the first. */
  attempts: 3,
  /** Maximum delay before the first retry. It doubles with each retry; the actual delay is random (full jitter). */
  firstBackOff: 250,
  longestBackOff: 2_000,
  /** The gateway waits for a `Retry-After` up to this long; longer ones are passed to the browser. */
  longestWait: 3_000,
  /** Caps `Retry-After`, so that a wrong clock can't block a service for days. */
  longestPause: 15 * 60_000,
  /** The breaker opens when over `breakerShare` of the last `breakerCalls` calls failed, and at least `breakerFewest`. */
  breakerShare: 0.8,
  breakerCalls: 20,
  breakerFewest: 6,
  /** How long the breaker stays open at first; doubles up to `longestRest`. */
  firstRest: 10_000,
  longestRest: 60_000,
  /** How long a cached response is fresh. */
  fresh: 60_000,
  /** How long it may be served as stale, marked with its age, when the upstream fails. */
  staleAtMost: 30 * 60_000,
  /** Maximum size of the cache in bytes. */
  keptBytes: 64 * 1_048_576,
};
export type UpstreamLimits = typeof upstreamLimits;
