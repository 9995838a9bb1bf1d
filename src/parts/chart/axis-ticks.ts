import { fromMilliseconds, toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import { roundStep, type Thousandths } from '#stock/thousandths.ts';

import type { BucketSize } from '#stock/level-buckets.ts';

import type { TimeWindow } from './time-window.ts';

/** Ticks of the time axis at the starts of days, ISO weeks, months or years. */
export interface TimeTicks {
  unit: 'day' | 'month' | 'year';
  dates: readonly CalendarDate[];
}

const day = 86_400_000;

const intervals = [
  { unit: 'day', size: 1, length: day },
  { unit: 'day', size: 2, length: 2 * day },
  { unit: 'day', size: 7, length: 7 * day },
  { unit: 'day', size: 14, length: 14 * day },
  { unit: 'month', size: 1, length: 30.4 * day },
  { unit: 'month', size: 2, length: 61 * day },
  { unit: 'month', size: 3, length: 91 * day },
  { unit: 'month', size: 6, length: 182 * day },
  { unit: 'year', size: 1, length: 365 * day },
  { unit: 'year', size: 2, length: 731 * day },
  { unit: 'year', size: 5, length: 1826 * day },
  { unit: 'year', size: 10, length: 3652 * day },
  { unit: 'year', size: 100, length: 36_524 * day },
  { unit: 'year', size: 1000, length: 365_242 * day },
] as const;

const weeks = [1, 2, 4, 8, 13, 26].map((count) => ({ unit: 'day' as const, size: count * 7, length: count * 7 * day }));
const years = intervals.filter(({ unit }) => unit === 'year');
const months = intervals.filter(({ unit }) => unit === 'month');

/** Intervals whose ticks all coincide with starts of a day, week or month. */
const intervalsOf = { day: intervals, week: [...weeks, ...years], month: [...months, ...years] };

/**
 * Returns at most about `most` ticks within `window`, at the finest calendar interval that allows. If levels are
 * grouped, ticks are at the starts of buckets.
 */
export function timeTicks(window: TimeWindow, most: number, size: BucketSize = 'day'): TimeTicks {
  const span = window.to - window.from;
  const fitting = intervalsOf[size];
  const interval = fitting.find(({ length }) => span / length <= most) ?? intervals.at(-1)!;
  const starts = interval.unit === 'day' ? dayStarts(window, interval.size) : monthStarts(window, monthsOf(interval));
  return { unit: interval.unit, dates: starts.map(fromMilliseconds) };
}

/** Whether a tick is the first of its year among those shown. */
export function opensYear(dates: readonly CalendarDate[], index: number): boolean {
  return index === 0 || dates[index]?.slice(0, 4) !== dates[index - 1]?.slice(0, 4);
}

function monthsOf({ unit, size }: (typeof intervals)[number]): number {
  return unit === 'year' ? size * 12 : size;
}

/** Aligned to Monday, 5 January 1970, so that weeks start on Mondays and ticks don't shift while the window moves. */
function dayStarts({ from, to }: TimeWindow, size: number): number[] {
  const step = size * day;
  const monday = 4 * day;
  const starts: number[] = [];
  for (let at = Math.ceil((from - monday) / step) * step + monday; at <= to; at += step) starts.push(at);
  return starts;
}

function monthStarts({ from, to }: TimeWindow, size: number): number[] {
  const [year = 0, month = 1] = fromMilliseconds(from).split('-').map(Number);
  const starts: number[] = [];
  for (let index = Math.floor((year * 12 + month - 1) / size) * size; ; index += size) {
    const at = monthStart(index);
    if (at > to || index >= 120_000) return starts;
    if (at >= from) starts.push(at);
  }
}

function monthStart(index: number): number {
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  const month = String((index % 12) + 1).padStart(2, '0');
  return toMilliseconds(`${year}-${month}-01` as CalendarDate);
}

/** The level axis: ticks, domain, and whether the requested quantity is within it. */
export interface LevelScale {
  ticks: readonly Thousandths[];
  lowest: Thousandths;
  highest: Thousandths;
  showsQuantity: boolean;
}

/** A quantity above this multiple of the highest level would flatten the line; it is labeled at the top edge. */
const maxStretch = 3;

/**
 * Returns the axis for levels from `lowest` to `highest`, extended to `quantity` if levels remain readable, with about
 * `count` steps. `stretch` is the multiple of the highest level up to which it is extended.
 */
export function levelScale(
  { lowest, highest }: { lowest: Thousandths; highest: Thousandths },
  quantity: Thousandths | null,
  count: number,
  stretch = maxStretch,
): LevelScale {
  const showsQuantity = quantity !== null && (highest <= 0 || quantity <= highest * stretch);
  const ticks = levelTicks(lowest, showsQuantity ? Math.max(highest, quantity) : highest, count);
  const [first = 0, second = 0] = ticks;
  // Slightly negative levels don't take up a whole step of the axis.
  const isHalfEmpty = lowest < 0 && lowest > (first + second) / 2;
  return {
    ticks: isHalfEmpty ? ticks.slice(1) : ticks,
    lowest: isHalfEmpty ? (first + second) / 2 : first,
    highest: ticks.at(-1) ?? 0,
    showsQuantity,
  };
}

/**
 * Returns round ticks for a level axis that always includes zero: ascending, from at or below `lowest` to at or above
 * `highest`, with about `count` steps.
 */
export function levelTicks(lowest: Thousandths, highest: Thousandths, count: number): Thousandths[] {
  const bottom = Math.min(lowest, 0);
  const top = lowest >= 0 && highest <= 0 ? 1000 : Math.max(highest, 0);
  const step = roundStep((top - bottom) / count);
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
