import { type CalendarDate, later } from '#lib/calendar-date.ts';

import type { LineKey } from './order-line.ts';
import type { OrderAnswers, RealDate } from './order-answers.ts';
import { type AnsweredDemand, demandsWithout, isAnswered } from './product-demand.ts';

/** When all of some lines can have left, from real stock alone. */
export type RealCompleteDate =
  | { kind: 'date'; date: CalendarDate }
  /** A calendar is still on its way. */
  | { kind: 'working-out' }
  /** No real stock ever covers these lines. */
  | { kind: 'none'; lines: readonly LineKey[] }
  /** The calendars of these lines could not be had. */
  | { kind: 'not-answered'; lines: readonly LineKey[] };

/** When all of some lines can have left (rules, *Order verdict*). */
export interface CompleteDates {
  real: RealCompleteDate;
  withMaxLeadTime: CalendarDate;
}

/** The complete dates of answered demands; null where there are none. */
export function completeDates(demands: readonly AnsweredDemand[], answers: OrderAnswers): CompleteDates | null {
  const [first] = demands;
  if (first === undefined) return null;
  let withMaxLeadTime = first.answered.answer.date;
  for (const { answered } of demands) withMaxLeadTime = later(withMaxLeadTime, answered.answer.date);
  return { real: realCompleteDate(demands, answers), withMaxLeadTime };
}

/**
 * The complete dates of the demands once the line `key` is taken out: null where nothing is left, `working-out`
 * where several other lines share its product and were not asked for together without it.
 */
export function completeDatesWithout(
  key: LineKey,
  demands: readonly AnsweredDemand[],
  answers: OrderAnswers,
): CompleteDates | 'working-out' | null {
  const rest = demandsWithout(demands, key, answers);
  return rest.every(isAnswered) ? completeDates(rest, answers) : 'working-out';
}

/** The lines whose answer is the latest; none where everything can leave today. */
export function blockingLines(
  demands: readonly AnsweredDemand[],
  { withMaxLeadTime }: CompleteDates,
  today: CalendarDate,
): LineKey[] {
  if (withMaxLeadTime <= today) return [];
  return demands
    .filter(({ answered }) => answered.answer.date === withMaxLeadTime)
    .flatMap(({ lines }) => lines.map((line) => line.key));
}

function realCompleteDate(demands: readonly AnsweredDemand[], answers: OrderAnswers): RealCompleteDate {
  const lines: Record<'none' | 'not-answered', LineKey[]> = { none: [], 'not-answered': [] };
  let date: CalendarDate | undefined;
  let workingOut = false;
  for (const each of demands) {
    const real = realDateOf(each, answers);
    if (real === 'working-out') workingOut = true;
    else if (real === 'none' || real === 'not-answered') for (const { key } of each.lines) lines[real].push(key);
    else date = date === undefined ? real : later(date, real);
  }
  if (workingOut) return { kind: 'working-out' };
  if (lines.none.length > 0) return { kind: 'none', lines: lines.none };
  if (lines['not-answered'].length > 0 || date === undefined) {
    return { kind: 'not-answered', lines: lines['not-answered'] };
  }
  return { kind: 'date', date };
}

function realDateOf(demand: AnsweredDemand, answers: OrderAnswers): RealDate {
  const { answer } = demand.answered;
  return answer.kind === 'max-lead-time' ? answers.realDateOf(demand) : answer.date;
}
