import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import { confirmationDelay } from '#stock/promises/tracking.ts';

/** The last run over all promises and watches, or the one under way. */
export interface RunState {
  /** Of its notifications and mails: a run that another server continues tells nothing twice. */
  id: string;
  /** How often another server, or this one after a failure, continued it. Absent in states of earlier versions. */
  continued?: number;
  /** All lines, or only those whose change isn't confirmed or that weren't checked. */
  kind: 'all' | 'rest';
  startedAt: number;
  /** When the last run over all lines started, and the data that it is of. */
  regularAt: number;
  dataVersion: string;
  isFinished: boolean;
  /** Whose mails are held, by digest of the stock: so many lines of all persons got worse. Null before the report. */
  held: Record<string, { worse: number; lines: number }> | null;
  /** When the rest is checked, Unix milliseconds; null if there is none. */
  followUpAt: number | null;
}

export interface RunClock {
  /** Unix milliseconds. */
  now: number;
  timeZone: string;
  /** `HH:MM` in the time zone. */
  checkAt: string;
}

/** Longest time until the rest is checked: once more after the delay of confirmation. */
export const followUpDelay = confirmationDelay + 60_000;

/**
 * Returns which run is due (promises, *The run*): after an import, once between two times of `checkAt`, also if it was
 * missed, and later for the rest. Null if none is. A clock that is set back or on makes one more run due, at most.
 * @param dataVersion of the server's own store; null with an external service, whose changes nobody announces
 */
export function dueRun(state: RunState | null, clock: RunClock, dataVersion: string | null): RunState['kind'] | null {
  if (state === null) return 'all';
  if (!state.isFinished) return state.kind;
  if (slotOf(clock.now, clock) !== slotOf(state.regularAt, clock)) return 'all';
  if (dataVersion !== null && dataVersion !== state.dataVersion) return 'all';
  const { followUpAt } = state;
  const isDue = followUpAt !== null && (followUpAt <= clock.now || followUpAt > clock.now + followUpDelay);
  return isDue ? 'rest' : null;
}

/** The day whose time of `checkAt` was the last before a moment. */
function slotOf(at: number, { timeZone, checkAt }: Pick<RunClock, 'timeZone' | 'checkAt'>): CalendarDate {
  const date = todayIn(timeZone, new Date(at));
  return timeIn(timeZone, at) < checkAt ? addDays(date, -1) : date;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day, `HH:MM`. */
function timeIn(timeZone: string, at: number): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...time });
  clocks.set(timeZone, clock);
  return clock.format(at);
}

/** The state of a run that begins; of the rest, that of the last run over all lines stays. */
export function beginRun(
  last: RunState | null,
  kind: RunState['kind'],
  { id, now, dataVersion }: { id: string; now: number; dataVersion: string },
): RunState {
  if (last !== null && !last.isFinished) return last;
  const regular =
    kind === 'rest' && last !== null
      ? { regularAt: last.regularAt, dataVersion: last.dataVersion }
      : { regularAt: now, dataVersion };
  return { id, continued: 0, kind, startedAt: now, ...regular, isFinished: false, held: null, followUpAt: null };
}
