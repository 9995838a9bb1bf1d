import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { daysBetween, isFarAhead, isFarBack, type CalendarDate } from '#stock/calendar-date.ts';
import { levelToThousandths, type Thousandths } from '#stock/thousandths.ts';
import type { DatedEntry, Step, StockTimeline } from '#stock/stock-timeline.ts';

/**
 * Kind of an entry. `in-force` is the current one; later ones are an increase, a decrease or unchanged. Results ignore
 * `past` entries, and `after-max-lead-time` ones no longer limit the quantity. `deleted` and `not-counted` entries (a
 * second max lead time, a higher level on the same date) are ignored everywhere, as are `no-date` entries, whose date is
 * a placeholder.
 */
export type EntryKind =
  | 'past'
  | 'in-force'
  | 'increase'
  | 'decrease'
  | 'unchanged'
  | 'max-lead-time'
  | 'after-max-lead-time'
  | 'deleted'
  | 'no-date'
  | 'not-counted';

/** A calendar entry as a table row. */
export interface EntryRow {
  id: string;
  date: CalendarDate;
  /** Whether the date is a placeholder, shown as *No date given*. */
  isPlaceholder: boolean;
  /** Days from today; negative in the past. */
  days: number;
  kind: EntryKind;
  /** Undefined for max lead time, whose quantity is a placeholder. */
  level: Thousandths | undefined;
  /** Difference from the previous level, undefined if the entry is ignored. */
  change: Thousandths | undefined;
  /** Level minus the requested quantity. Undefined without a quantity, and if results can't use the entry. */
  spare: Thousandths | undefined;
}

/** Returns a row per entry, by date, max lead time last on its date. `timeline` is that of `entries`. */
export function entryRows(
  entries: readonly DatedEntry[],
  timeline: StockTimeline,
  quantity: Thousandths | null,
): EntryRow[] {
  const steps = stepsByDate(timeline);
  const used = new Set<CalendarDate>();
  return entries
    .toSorted((a, b) => compare(a, b))
    .map((entry, index) => {
      const date = entry.stockDate;
      const level = entry.isMaxLeadTime ? undefined : levelToThousandths(entry.stockQuantity);
      const step = steps.get(date);
      const kind = kindOf(entry, level, timeline, step, used);
      const isReal = kind !== 'deleted' && kind !== 'not-counted' && kind !== 'no-date' && level !== undefined;
      const counts = isReal && kind !== 'past' && kind !== 'after-max-lead-time';
      return {
        id: `${date} ${index}`,
        date,
        isPlaceholder: isFarAhead(date, timeline.today) || isFarBack(date, timeline.today),
        days: daysBetween(timeline.today, date),
        kind,
        level,
        change: isReal ? level - (step?.before ?? 0) : undefined,
        spare: counts && quantity !== null ? level - quantity : undefined,
      };
    });
}

/** A step of the calendar with the previous level. */
interface KnownStep extends Step {
  before: Thousandths;
  isPast: boolean;
}

function stepsByDate({ history, steps }: StockTimeline): ReadonlyMap<CalendarDate, KnownStep> {
  const known = new Map<CalendarDate, KnownStep>();
  let before = 0;
  for (const [index, step] of [...history, ...steps].entries()) {
    known.set(step.date, { ...step, before, isPast: index < history.length });
    before = step.level;
  }
  return known;
}

function kindOf(
  entry: DatedEntry,
  level: Thousandths | undefined,
  { today, maxLeadTimeDate }: StockTimeline,
  step: KnownStep | undefined,
  used: Set<CalendarDate>,
): EntryKind {
  const date = entry.stockDate;
  if (entry.isDeleted) return 'deleted';
  if (isFarAhead(date, today) || (level === undefined && isFarBack(date, today))) return 'no-date';
  if (level === undefined) return date === maxLeadTimeDate ? 'max-lead-time' : 'not-counted';
  if (step?.level !== level || used.has(date)) return 'not-counted';
  used.add(date);
  if (step.isPast) return 'past';
  if (date <= today) return 'in-force';
  if (maxLeadTimeDate !== null && date > maxLeadTimeDate) return 'after-max-lead-time';
  if (level === step.before) return 'unchanged';
  return level > step.before ? 'increase' : 'decrease';
}

function compare(a: DatedEntry, b: DatedEntry): number {
  if (a.stockDate !== b.stockDate) return a.stockDate < b.stockDate ? -1 : 1;
  return Number(a.isMaxLeadTime) - Number(b.isMaxLeadTime);
}

export function entryKindWords(kind: EntryKind, i18n: I18n): string {
  const words: Record<EntryKind, string> = {
    past: t(i18n)`Past`,
    'in-force': t(i18n)`Current`,
    increase: t(i18n)`Increase`,
    decrease: t(i18n)`Decrease`,
    unchanged: t(i18n)`No change`,
    'max-lead-time': t(i18n)`Max lead time`,
    'after-max-lead-time': t(i18n)`After max lead time date`,
    deleted: t(i18n)`Deleted`,
    'no-date': t(i18n)`No date given`,
    'not-counted': t(i18n)`Ignored`,
  };
  return words[kind];
}
