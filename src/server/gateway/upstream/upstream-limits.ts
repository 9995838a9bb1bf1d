/** How long, how often and how much the gateway asks of an upstream. Times are in milliseconds. */
export const upstreamLimits = {
  /** Until a connection stands. */
  connect: 5_000,
  /** Until the answer's headers are there. */
  headers: 15_000,
  /** Between two parts of the answer's body. */
  bodyGap: 10_000,
  /** For one question with all its calls and waits; less than the 30 seconds that the dashboard waits. */
  wholeQuestion: 25_000,
  /** Bytes of an answer to each operation, to a question of the API check, and of a refusal, before and after decompression. */
  answerBytes: {
    refusal: 262_144,
    probe: 2 * 1_048_576,
    stockOfProduct: 65_536,
    stockOfProducts: 4 * 1_048_576,
    productCalendar: 4 * 1_048_576,
    productCalendars: 16 * 1_048_576,
  },
  /** Longer answers are read in a thread of their own, which may take that much memory and time for one. */
  readHereBytes: 262_144,
  readingMegabytes: 256,
  reading: 10_000,
  /** Calls at the same time, and so connections. */
  callsAtOnce: 16,
  /** Of these, questions whose answers may be long; each keeps its place here until its answer is read. */
  longAnswersAtOnce: 12,
  /** Questions that wait for their turn. */
  questionsWaiting: 500,
  /** Calls for one question, the first included. */
  attempts: 3,
  /** Before the second call, at most; it doubles with each, and a random part of it is waited (full jitter). */
  firstBackOff: 250,
  longestBackOff: 2_000,
  /** A `Retry-After` up to this long is waited for here; a longer one is the browser's to wait for. */
  longestWait: 3_000,
  /** A `Retry-After` beyond this is taken for this, so that no slip of a clock silences a service for days. */
  longestPause: 15 * 60_000,
  /** The breaker opens when more than `breakerShare` of the last `breakerCalls` calls failed, `breakerFewest` at least. */
  breakerShare: 0.8,
  breakerCalls: 20,
  breakerFewest: 6,
  /** How long an open breaker leaves the upstream alone at first; it doubles up to `longestRest`. */
  firstRest: 10_000,
  longestRest: 60_000,
  /** How long an answer serves the same question again. */
  fresh: 60_000,
  /** How long it stands in, marked with its age, when no answer can be had. */
  staleAtMost: 30 * 60_000,
  /** Bytes of all answers kept. */
  keptBytes: 64 * 1_048_576,
};
export type UpstreamLimits = typeof upstreamLimits;
