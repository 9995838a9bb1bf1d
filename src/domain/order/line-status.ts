import { type CalendarDate, later } from '#lib/calendar-date.ts';

import type { OrderLine } from './order-line.ts';
import type { LineState } from './line-state.ts';

/** A line's state in one word: the kind of the answer where there is one. */
export type LineStatus = Exclude<LineState['kind'], 'answered'> | 'in-stock' | 'expected' | 'max-lead-time';

export function statusOf(state: LineState): LineStatus {
  return state.kind === 'answered' ? state.answer.kind : state.kind;
}

/**
 * Whether the line's own answer is later than the day it is needed (rules, *Needed by*). What could have left before
 * today leaves today at the earliest.
 */
export function isLate({ neededBy }: Pick<OrderLine, 'neededBy'>, state: LineState, today: CalendarDate): boolean {
  return neededBy !== null && state.kind === 'answered' && later(state.answer.date, today) > neededBy;
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
    'not-answered': 0,
    'not-trusted': 0,
    late: 0,
  };
}
