import type { ProductId } from '#contract/product-id.ts';
import type { StockItem } from '#contract/envelope.ts';
import type { DatedAnswer } from '#domain/answer.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { StockQuestion } from './order-line.ts';

/** Why no answer came for a line; nothing is known about its product by that. */
export type NotAnsweredReason =
  /** The server couldn't be reached, or the connection broke. */
  | 'no-connection'
  | 'timeout'
  /** The service failed (a status of 500 or above). */
  | 'service-error'
  /** The service asked for a longer pause than a check waits. */
  | 'busy'
  /** The service refused this line and named no reason that a calendar bears out. */
  | 'refused'
  /** The service answered nothing that its contract allows. */
  | 'broken-answer'
  /** The credential doesn't cover this (403). */
  | 'not-allowed'
  /** The check was stopped because everything failed: the address, the credential or the service is wrong. */
  | 'stopped';

/** A date from the service that stood up to {@link reconcile}. */
export interface Answered {
  kind: 'answered';
  answer: DatedAnswer;
  item: StockItem;
  /** When it came, in milliseconds since 1970. */
  checkedAt: number;
}

/** No date: why, under which id the server's log has it, and the service's own sentence, where it gave them. */
export interface NotAnswered {
  kind: 'not-answered';
  reason: NotAnsweredReason;
  requestId: string | null;
  sentence?: string;
}

/** How the asking for a line ended. */
export type LineResult =
  | Answered
  | { kind: 'unknown-product' }
  | { kind: 'not-available' }
  | NotAnswered
  | { kind: 'not-trusted'; finding: ReconcileFinding };

/** A result of another day, of stock imported before, or of another market or service: no promise any more. */
export interface Outdated {
  kind: 'outdated';
  was: LineResult;
  /** The day of the check. */
  day: CalendarDate;
  /** Milliseconds since 1970. */
  checkedAt: number;
}

export type LineState =
  | { kind: 'unasked' }
  | { kind: 'checking' }
  /** The list names another unit than the product's: not checked until a user confirms or changes the quantity. */
  | { kind: 'unit-differs' }
  | Outdated
  | LineResult;

export const unasked: LineState = { kind: 'unasked' };
export const checking: LineState = { kind: 'checking' };

/** Why what came for a line is not shown as a promise. */
export type ReconcileFinding =
  /** Nothing came for the line. */
  | { kind: 'missing' }
  /** In the line's place came a product that wasn't asked for. */
  | { kind: 'other-product'; productId: ProductId }
  /** More items came for the line than were asked for. */
  | { kind: 'doubled'; count: number }
  /** The answer is for another quantity, in units as the service wrote it. */
  | { kind: 'other-quantity'; quantity: number }
  /** The date and its Unix time, in seconds, are different days. */
  | { kind: 'other-day'; stockDate: CalendarDate; stockDateUnix: number }
  | { kind: 'deleted' }
  /** Today's level in the product's own calendar says the opposite. */
  | { kind: 'calendar-contradicts'; levelToday: Thousandths };

/** A line's state in one word: the kind of the answer where there is one. */
export type LineStatus = Exclude<LineState['kind'], 'answered'> | 'in-stock' | 'expected' | 'max-lead-time';

export function statusOf(state: LineState): LineStatus {
  return state.kind === 'answered' ? state.answer.kind : state.kind;
}

/** The date that a result names, of today or, where it is outdated, of its day; null where it names none. */
export function datedResult(state: LineState): DatedAnswer | null {
  const result = resultOf(state);
  return result.kind === 'answered' ? result.answer : null;
}

/** A state, or the earlier one where it is outdated. */
export function resultOf(state: LineState): Exclude<LineState, Outdated> {
  return state.kind === 'outdated' ? state.was : state;
}

/**
 * Days that a line ships after its ship-by date (rules, *Ship by*); null where it isn't late, or where that date was
 * over before the result. What could have shipped before today, or before the day of an earlier check, ships then at
 * the earliest.
 */
export function daysLate(neededBy: CalendarDate | null, state: LineState, today: CalendarDate): number | null {
  const answer = datedResult(state);
  const day = state.kind === 'outdated' ? state.day : today;
  if (neededBy === null || neededBy < day || answer === null) return null;
  const days = daysBetween(neededBy, later(answer.date, day));
  return days > 0 ? days : null;
}

/** How many lines have each status; `late` ones are counted under their status too. */
export type StatusCounts = Record<LineStatus | 'late', number>;

export function noCounts(): StatusCounts {
  return {
    unasked: 0,
    checking: 0,
    'in-stock': 0,
    expected: 0,
    'max-lead-time': 0,
    'unknown-product': 0,
    'not-available': 0,
    'unit-differs': 0,
    'not-answered': 0,
    'not-trusted': 0,
    outdated: 0,
    late: 0,
  };
}

/**
 * The date on which real stock covers a question, for which the answer alone is not enough: `none` where no entry
 * ever does, `working-out` until the product's calendar is there, `not-answered` where it could not be had.
 */
export type RealDate = CalendarDate | 'none' | 'working-out' | 'not-answered';

/** What is known of stock so far. Each is asked once or more a line: it must be a mere look-up. */
export interface StockKnowledge {
  /** The date for a quantity that no line may ask for, from results and calendars; null where it isn't known. */
  dateFor(question: StockQuestion): DatedAnswer | null;
  realDateOf(question: StockQuestion): RealDate;
}
