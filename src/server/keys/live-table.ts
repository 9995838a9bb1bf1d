import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { Shortfall } from '#stock/calendars/shortfall.ts';
import type { ExportCell, ExportKind } from '#stock/export/export-table.ts';
import type { LineResult, NoResultReason } from '#stock/order/line-state.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** What a row says about its ship date. A row has a ship date only with its basis. */
export interface LiveResult {
  /** `in-stock`, `expected`, `max-lead-time`, `not-available`, or why there is no result. */
  status: string;
  /** Why there is no result, or none that can be relied on; null otherwise. */
  reason: string | null;
  shipDate: CalendarDate | null;
  basis: 'stock' | 'max-lead-time' | null;
  /** Unix milliseconds; null without a result. */
  checkedAt: number | null;
  /** Last update of the stock that the result is from; null if it isn't provided. */
  stockDataOf: CalendarDate | null;
  /** Whether the row has its result. */
  isComplete: boolean;
}

/** A column with a name for programs, which never changes. */
export interface LiveColumn {
  name: string;
  kind: ExportKind;
}

export interface LiveRow {
  /** One per column. */
  cells: readonly ExportCell[];
  result: LiveResult;
  /** Its event in a calendar: an ID that stays, and what ships. Null if it has none. */
  event: LiveEvent | null;
}

export interface LiveEvent {
  key: string;
  product: string;
  quantity: Thousandths | null;
  unit: string | null;
  /** Of a product in a list of those that run short, whose event is on its first short day; otherwise on its ship date. */
  shortfall?: Shortfall | undefined;
}

/** What a live address has: as many rows as its list, each with its result or the reason that there is none. */
export interface LiveTable {
  name: string;
  columns: readonly LiveColumn[];
  rows: readonly LiveRow[];
  /** The service's date that the results are of. */
  day: CalendarDate;
  /** When they were looked up, Unix milliseconds. */
  at: number;
}

/** When and on which data a row was looked up. */
interface LookedUp {
  today: CalendarDate;
  /** Unix milliseconds. */
  at: number;
  stockDataOf?: CalendarDate | null;
}

/** A row without a result. */
export function withoutResult(status: string, reason: string | null = null): LiveResult {
  return { status, reason, shipDate: null, basis: null, checkedAt: null, stockDataOf: null, isComplete: false };
}

/** A row that needs no result. */
export function withoutNeed(status: string): LiveResult {
  return { ...withoutResult(status), isComplete: true };
}

/** A row with the result that there is no ship date. */
export function withoutDate(status: string, { at }: Pick<LookedUp, 'at'>): LiveResult {
  return { ...withoutResult(status), checkedAt: at, isComplete: true };
}

/** A row with a ship date; a past one means the day of the check. */
export function withDate({ kind, date }: DatedResult, { today, at, stockDataOf = null }: LookedUp): LiveResult {
  return {
    status: kind,
    reason: null,
    shipDate: later(date, today),
    basis: kind === 'max-lead-time' ? 'max-lead-time' : 'stock',
    checkedAt: at,
    stockDataOf,
    isComplete: true,
  };
}

/** Codes that differ from the reason: spreadsheets compare them, so they don't change. */
const reasonCodes: Partial<Record<NoResultReason, string>> = { 'broken-response': 'broken-answer' };

/** Converts the result of a line. */
export function liveResult(result: LineResult, lookedUp: LookedUp): LiveResult {
  switch (result.kind) {
    case 'result':
      return withDate(result.stockResult, { ...lookedUp, at: result.checkedAt });
    case 'no-result':
      return withoutResult('no-result', reasonCodes[result.reason] ?? result.reason);
    case 'not-trusted':
      return withoutResult('not-reliable', result.finding.kind);
    case 'not-available':
    case 'no-stock-data':
    case 'unknown-product':
    default:
      return withoutDate(result.kind, lookedUp);
  }
}

/** Whether no row has a result, although there are rows that could have one. */
export function hasNoResult({ rows }: Pick<LiveTable, 'rows'>): boolean {
  return (
    rows.some(({ result }) => result.status === 'no-result') && !rows.some(({ result }) => result.checkedAt !== null)
  );
}
