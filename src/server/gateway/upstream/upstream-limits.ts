import type { OperationName } from '#contract/operations.ts';

/** How long, how often and how much the gateway asks of an upstream. Times are in milliseconds. */
export interface UpstreamLimits {
  /** Until a connection stands. */
  connect: number;
  /** Until the answer's headers are there. */
  headers: number;
  /** Between two parts of the answer's body. */
  bodyGap: number;
  /** For one question with all its calls and waits; less than the 30 seconds that the dashboard waits. */
  wholeQuestion: number;
  /** Bytes of an answer to each operation, before and after decompression. */
  answerBytes: Record<OperationName, number>;
  /** Calls at the same time, and so connections. */
  callsAtOnce: number;
  /** Questions that wait for their turn. */
  questionsWaiting: number;
  /** Calls for one question, the first included. */
  attempts: number;
  /** Before the second call, at most; it doubles with each, and a random part of it is waited (full jitter). */
  firstBackOff: number;
  longestBackOff: number;
  /** A `Retry-After` up to this long is waited for here; a longer one is the browser's to wait for. */
  longestWait: number;
  /** A `Retry-After` beyond this is taken for this, so that no slip of a clock silences a service for days. */
  longestPause: number;
  /** The breaker opens when more than `breakerShare` of the last `breakerCalls` calls failed, `breakerFewest` at least. */
  breakerShare: number;
  breakerCalls: number;
  breakerFewest: number;
  /** How long an open breaker leaves the upstream alone at first; it doubles up to `longestRest`. */
  firstRest: number;
  longestRest: number;
  /** How long an answer serves the same question again. */
  fresh: number;
  /** How long it stands in, marked with its age, when no answer can be had. */
  staleAtMost: number;
  /** Bytes of all answers kept. */
  keptBytes: number;
}

export const upstreamLimits: UpstreamLimits = {
  connect: 5_000,
  headers: 15_000,
  bodyGap: 10_000,
  wholeQuestion: 25_000,
  answerBytes: {
    stockOfProduct: 65_536,
    stockOfProducts: 4 * 1_048_576,
    productCalendar: 4 * 1_048_576,
    productCalendars: 16 * 1_048_576,
  },
  callsAtOnce: 16,
  questionsWaiting: 500,
  attempts: 3,
  firstBackOff: 250,
  longestBackOff: 2_000,
  longestWait: 3_000,
  longestPause: 15 * 60_000,
  breakerShare: 0.8,
  breakerCalls: 20,
  breakerFewest: 6,
  firstRest: 10_000,
  longestRest: 60_000,
  fresh: 60_000,
  staleAtMost: 30 * 60_000,
  keptBytes: 64 * 1_048_576,
};
