import { addDays, type CalendarDate, later } from '#stock/calendar-date.ts';

import { compareResults, isSameResult, type KnownResult, movedOn, type ResultOfDay } from './promise-status.ts';

/** A result of a check, with what tells whether it is of newer stock data than another. */
export interface Observation {
  result: ResultOfDay;
  /** When it was received, Unix milliseconds. */
  at: number;
  /** The product's last update in an external service; null if unknown. */
  updated: CalendarDate | null;
}

/** What is known of a tracked line, and what its owner was told. */
export interface Tracking {
  /** The last confirmed result; null before the first. */
  confirmed: Observation | null;
  /** A different result since, not confirmed yet. */
  pending: Observation | null;
  /** The confirmed result at the last report: edges are seen from it. */
  reported: KnownResult | null;
  /** The result that the owner knows: dates move from it. */
  told: KnownResult | null;
  /** The last day with a notification. */
  notifiedOn: CalendarDate | null;
  /** Runs without a reliable result, and since when; null after one with a result. */
  failure: { since: number; runs: number; lastRun: string; isTold: boolean } | null;
}

/** Milliseconds after which a second check confirms a change that isn't of newer stock data. */
export const confirmationDelay = 3_600_000;

/** The tracking of a line whose owner knows a result, or none yet. */
export function newTracking(known: Observation | null): Tracking {
  const result = known?.result ?? null;
  return { confirmed: known, pending: null, reported: result, told: result, notifiedOn: null, failure: null };
}

/**
 * Adds an observation (promises, *Watches*). A change is confirmed by newer stock data or by a second check at least an
 * hour later; one that is gone by then never was. The first result is only the start. An unreliable result changes
 * nothing.
 * @param isCertain whether results are of a store of this server, which needs no second check
 */
export function observe(tracking: Tracking, next: Observation, isCertain: boolean): Tracking {
  if (next.result.kind === 'not-reliable') return tracking;
  const { confirmed, pending } = tracking;
  if (confirmed === null) return { ...newTracking(next), notifiedOn: tracking.notifiedOn };
  if (isSameResult(confirmed.result, next.result))
    return {
      ...tracking,
      confirmed: next,
      pending: null,
      reported: tracking.reported && movedOn(tracking.reported, confirmed.result, next.result),
      told: tracking.told && movedOn(tracking.told, confirmed.result, next.result),
      failure: null,
    };
  const isNewer = next.updated !== null && confirmed.updated !== null && next.updated > confirmed.updated;
  const isRepeated = pending !== null && pending.at <= next.at && isSameResult(pending.result, next.result);
  const isConfirmed = isCertain || isNewer || (isRepeated && next.at - pending.at >= confirmationDelay);
  if (isConfirmed) return { ...tracking, confirmed: next, pending: null, failure: null };
  return { ...tracking, pending: isRepeated ? pending : next, failure: null };
}

/**
 * What a line knows after its owner told a customer a result. If it is the one that waits for confirmation, the owner
 * has seen and confirmed it.
 */
export function withTold(tracking: Tracking, told: ResultOfDay): Tracking {
  const { confirmed, pending } = tracking;
  if (pending !== null && isSameResult(told, pending.result))
    return { ...tracking, confirmed: pending, pending: null, reported: pending.result, told };
  if (confirmed !== null && isSameResult(told, confirmed.result))
    return { ...tracking, reported: confirmed.result, told };
  return { ...tracking, told };
}

/** Longest time in days without newer stock data, such as a long weekend, that a max lead time date makes up for. */
const longestRest = 5;

/**
 * A max lead time date that moves on with the days moves on with newer data only, and then by all days that passed. So
 * without any, the result is still of the day of its data.
 */
export function asOfData(known: ResultOfDay, result: ResultOfDay): ResultOfDay {
  if (known.kind !== 'max-lead-time' || result.kind !== 'max-lead-time' || known.date !== result.date) return result;
  return { ...result, day: later(known.day, addDays(result.day, -longestRest)) };
}

/** Notes a run without a reliable result, once. */
export function withFailure(tracking: Tracking, at: number, runId: string): Tracking {
  const failure = tracking.failure ?? { since: at, runs: 0, lastRun: '', isTold: false };
  if (failure.lastRun === runId) return tracking;
  return { ...tracking, failure: { ...failure, runs: failure.runs + 1, lastRun: runId } };
}

/** Whether a line got worse since its last report. */
export function gotWorse({ reported, confirmed }: Pick<Tracking, 'reported' | 'confirmed'>): boolean {
  return reported !== null && confirmed !== null && compareResults(reported, confirmed.result) > 0;
}

/** Fewest tracked lines, and the share of them that gets worse in one run, at which the stock data is suspected. */
const [massLines, massShare] = [50, 0.2];

/** Whether so many lines got worse at once that the stock data may be incomplete. */
export function isMassChange({ worse, lines }: { worse: number; lines: number }): boolean {
  return lines >= massLines && worse > lines * massShare;
}
