import type { CalendarEntry } from '#stock/contract/envelope.ts';
import { addDays, type CalendarDate, later, placeholderDays } from './calendar-date.ts';
import { levelToThousandths, type Thousandths } from './thousandths.ts';

/** Fields of a calendar entry that a timeline is read from (§2.3). */
export type DatedEntry = Pick<CalendarEntry, 'stockDate' | 'stockQuantity' | 'isMaxLeadTime' | 'isDeleted'>;

/** `level` is available from `date` until the next step. */
export interface Step {
  date: CalendarDate;
  level: Thousandths;
}

/** An irregularity in a product's entries, and how it was resolved. */
export type CalendarFinding =
  | { kind: 'deleted'; count: number }
  /** Entries with a placeholder instead of a date: stock far ahead, or a max lead time far ahead or back. */
  | { kind: 'no-date'; count: number }
  /** More than one max lead time entry: the latest date, `kept`, is used. `ignored` is ascending. */
  | { kind: 'second-max-lead-time'; kept: CalendarDate; ignored: readonly CalendarDate[] }
  /** Several stock entries on one date: the lowest level is used, so that no more is promised than is available. */
  | { kind: 'doubled-date'; date: CalendarDate; level: Thousandths };

/** Stock calendar of one product as of a day: levels from stock entries, and the max lead time date apart from them. */
export interface StockTimeline {
  today: CalendarDate;
  /** Stock entries older than the one in force today, ascending. Displayed, but not used for results. */
  history: readonly Step[];
  /** Stock entries from the one in force today on (its date may be in the past), ascending. */
  steps: readonly Step[];
  /** From this date any quantity can ship, not backed by stock. Null if the product has no max lead time. */
  maxLeadTimeDate: CalendarDate | null;
  findings: readonly CalendarFinding[];
}

/**
 * Reads a timeline from a product's complete entries (requested without `quantity`, §4.1, §4.4), in any order. A stock
 * entry far ahead and a max lead time far ahead or back have a placeholder instead of a date, and promise nothing.
 */
export function readTimeline(entries: readonly DatedEntry[], today: CalendarDate): StockTimeline {
  const counted = entries.filter((entry) => !entry.isDeleted);
  const deleted = entries.length - counted.length;
  const [first, last] = [addDays(today, -placeholderDays), addDays(today, placeholderDays)];
  const dated = counted.filter(({ stockDate, isMaxLeadTime }) => {
    return stockDate <= last && (!isMaxLeadTime || stockDate >= first);
  });
  const leadTime = readMaxLeadTime(dated);
  const real = readSteps(dated);
  const inForce = Math.max(
    real.steps.findLastIndex((step) => step.date <= today),
    0,
  );
  return {
    today,
    history: real.steps.slice(0, inForce),
    steps: real.steps.slice(inForce),
    maxLeadTimeDate: leadTime.date,
    findings: [
      ...(deleted > 0 ? [{ kind: 'deleted', count: deleted } as const] : []),
      ...(dated.length < counted.length ? [{ kind: 'no-date', count: counted.length - dated.length } as const] : []),
      ...leadTime.findings,
      ...real.findings,
    ],
  };
}

/** Returns all stock entries with a real date: an entry far back is in force, but its date is a placeholder. */
export function datedSteps({ today, history, steps }: StockTimeline): readonly Step[] {
  const first = addDays(today, -placeholderDays);
  return [...history, ...steps].filter(({ date }) => date >= first);
}

/** Returns the last date in the calendar, of a level or the max lead time; a past date means today. */
export function lastChange({ today, steps, maxLeadTimeDate }: StockTimeline): CalendarDate {
  return later(steps.at(-1)?.date ?? today, maxLeadTimeDate ?? today);
}

/** Returns the level in force on `date`, past or future: that of the latest step up to it, 0 before the first. */
export function levelOn(timeline: StockTimeline, date: CalendarDate): Thousandths {
  const isInForce = (step: Step) => step.date <= date;
  return (timeline.steps.findLast(isInForce) ?? timeline.history.findLast(isInForce))?.level ?? 0;
}

/**
 * Returns the first date on which stock covers a positive quantity, regardless of the max lead time; null if it never
 * does. A past date means today.
 */
export function realDateFor({ steps }: StockTimeline, quantity: Thousandths): CalendarDate | null {
  return steps.find(({ level }) => level >= quantity)?.date ?? null;
}

/**
 * Returns the steps that a result can use: those up to the max lead time date, after which any quantity can ship. A
 * step on that date is included, because stock takes precedence. Past dates count as today.
 */
export function stepsUpToMaxLeadTime({ steps, maxLeadTimeDate, today }: StockTimeline): readonly Step[] {
  return maxLeadTimeDate === null ? steps : steps.filter((step) => step.date <= later(maxLeadTimeDate, today));
}

function readMaxLeadTime(entries: readonly DatedEntry[]): { date: CalendarDate | null; findings: CalendarFinding[] } {
  const dates = entries.filter((entry) => entry.isMaxLeadTime).map((entry) => entry.stockDate);
  const ignored = dates.toSorted();
  const kept = ignored.pop() ?? null;
  if (kept === null || ignored.length === 0) return { date: kept, findings: [] };
  return { date: kept, findings: [{ kind: 'second-max-lead-time', kept, ignored }] };
}

function readSteps(entries: readonly DatedEntry[]): { steps: Step[]; findings: CalendarFinding[] } {
  const levels = new Map<CalendarDate, Thousandths>();
  const doubled = new Set<CalendarDate>();
  for (const entry of entries) {
    if (entry.isMaxLeadTime) continue;
    const level = levelToThousandths(entry.stockQuantity);
    const other = levels.get(entry.stockDate);
    if (other !== undefined) doubled.add(entry.stockDate);
    levels.set(entry.stockDate, Math.min(level, other ?? level));
  }
  const steps = Array.from(levels, ([date, level]) => ({ date, level })).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const findings = steps
    .filter((step) => doubled.has(step.date))
    .map(({ date, level }) => ({ kind: 'doubled-date', date, level }) as const);
  return { steps, findings };
}
