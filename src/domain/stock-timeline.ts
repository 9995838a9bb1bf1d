import type { CalendarEntry } from '#contract/envelope.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#lib/thousandths.ts';

/** What a timeline is read from: the dated part of a calendar entry (§2.3). */
export type DatedEntry = Pick<CalendarEntry, 'stockDate' | 'stockQuantity' | 'isMaxLeadTime' | 'isDeleted'>;

/** From `date` until the next step, `level` is available. */
export interface Step {
  date: CalendarDate;
  level: Thousandths;
}

/** Something odd about a product's entries, and what was made of it. */
export type CalendarFinding =
  | { kind: 'deleted'; count: number }
  /** More than one max lead time: the latest, `kept`, counts. `ignored` ascends. */
  | { kind: 'second-max-lead-time'; kept: CalendarDate; ignored: readonly CalendarDate[] }
  /** Several real entries of one date: the lowest level counts, so that no more is promised than there is. */
  | { kind: 'doubled-date'; date: CalendarDate; level: Thousandths };

/** The calendar of one product as seen on a day: levels from real entries, and the max lead time apart from them. */
export interface StockTimeline {
  today: CalendarDate;
  /** Real entries that are past: older than the one in force today. Ascending; shown, but no answer uses them. */
  history: readonly Step[];
  /** Real entries from the one in force today on (its date may be before today), ascending. */
  steps: readonly Step[];
  /** From this date any quantity can be had, in theory. */
  maxLeadTimeDate: CalendarDate | null;
  findings: readonly CalendarFinding[];
}

/** The timeline of a product's entries, whole (asked for without `quantity`, §4.1, §4.4) and in any order. */
export function readTimeline(entries: readonly DatedEntry[], today: CalendarDate): StockTimeline {
  const counted = entries.filter((entry) => !entry.isDeleted);
  const deleted = entries.length - counted.length;
  const leadTime = readMaxLeadTime(counted);
  const real = readSteps(counted);
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
      ...leadTime.findings,
      ...real.findings,
    ],
  };
}

/** The last date that the calendar names, from today on: that of a level or the max lead time. */
export function lastChange({ today, steps, maxLeadTimeDate }: StockTimeline): CalendarDate {
  return later(steps.at(-1)?.date ?? today, maxLeadTimeDate ?? today);
}

/** The level in force on `date`, past or future: that of the latest step up to it, 0 before the first. */
export function levelOn(timeline: StockTimeline, date: CalendarDate): Thousandths {
  const isInForce = (step: Step) => step.date <= date;
  return (timeline.steps.findLast(isInForce) ?? timeline.history.findLast(isInForce))?.level ?? 0;
}

/**
 * The first date on which real stock covers a positive quantity, whatever the max lead time says; null where none
 * ever does (rules, *Order verdict*). A date up to today means today.
 */
export function realDateFor({ steps }: StockTimeline, quantity: Thousandths): CalendarDate | null {
  return steps.find(({ level }) => level >= quantity)?.date ?? null;
}

/**
 * The steps that can answer for a quantity: those up to the max lead time date, after which nothing has to wait for
 * stock. One of the same day is among them, since stock takes precedence; days before today count as today.
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
