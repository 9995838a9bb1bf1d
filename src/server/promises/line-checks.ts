import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { type CountedLine, type LineKey, lineQueries } from '#stock/order/order-line.ts';
import {
  type CloseReason,
  isSameResult,
  movedOn,
  type PromiseState,
  promiseResult,
  type ResultOfDay,
} from '#stock/promises/promise-status.ts';
import { asOfData, newTracking, observe, type Tracking } from '#stock/promises/tracking.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { checkQueries } from '#server/lookup/order-check-engine.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';
import type { LineChange, RunLine, TrackedLine } from '#server/store/sql-promises.ts';

/** How a tracked line stands: what its checks and its owner change. */
export interface Progress {
  /** The last result; null before the first. */
  now: ResultOfDay | null;
  /** Since when it is the same, and when it was received, Unix milliseconds. */
  since: number;
  checkedAt: number | null;
  /** Of the last check; empty before the first. */
  dataVersion: string;
  tracking: Tracking;
}

/** What a promise has besides. */
export interface PromiseProgress extends Progress {
  now: ResultOfDay;
  checkedAt: number;
  /** What the customer was told last, and on which day. */
  promised: PromiseState['promised'];
  closed: CloseReason | null;
  /** When it was closed, Unix milliseconds; promises that were closed by earlier versions have none. */
  closedAt?: number;
  /** Results that differ from the one before, and what the customer was told; the oldest first. */
  changes: (ResultOfDay & { at: number; isTold: boolean })[];
  /** What was promised before the customer was told last, and when that was; until it is taken back. */
  before?: { promised: PromiseState['promised']; at: number };
}

/** A tracked line with what may change it. */
export interface ReadLine<Some extends Progress = Progress> extends Pick<
  TrackedLine,
  'letterId' | 'place' | 'revision'
> {
  productId: ProductId;
  quantity: Thousandths;
  progress: Some;
}

/** Changes of a promise that are kept; the oldest are dropped. */
export const maxChanges = 100;

/** What doesn't change of any tracked line. */
interface LineFacts {
  productId: ProductId;
  product: string;
  quantity: Thousandths;
}

type StoredText = Pick<TrackedLine, 'line' | 'progress'>;

/**
 * Reads the JSON of a stored promise or watch; null if it is damaged, so that one such line doesn't stop the others.
 * Progress of an earlier version has no tracking: its owner knows the last result.
 */
export function readStored(row: StoredText, kind: 'promise'): { facts: LineFacts; progress: PromiseProgress } | null;
export function readStored(row: StoredText, kind: RunLine['kind']): { facts: LineFacts; progress: Progress } | null;
export function readStored(
  { line, progress: text }: StoredText,
  kind: RunLine['kind'],
): { facts: LineFacts; progress: Progress } | null {
  const [facts, progress] = [parsed(line), parsed(text)] as [
    Partial<LineFacts> | null,
    Partial<PromiseProgress> | null,
  ];
  if (!Number.isSafeInteger(facts?.productId) || !Number.isSafeInteger(facts?.quantity)) return null;
  if (progress === null || !(kind === 'promise' ? isPromiseProgress(progress) : isRecordOrNull(progress.now)))
    return null;
  const { now, checkedAt, promised } = progress;
  const result = now?.kind === 'not-reliable' ? (promised ?? null) : (now ?? null);
  progress.tracking ??= newTracking(result && { result, at: checkedAt ?? 0, updated: null });
  return { facts: facts as LineFacts, progress: progress as Progress };
}

function parsed(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown;
    return isRecordOrNull(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecordOrNull(value: unknown): value is object | null {
  return typeof value === 'object';
}

function isDated(result: Partial<ResultOfDay> | null | undefined): boolean {
  return typeof result?.day === 'string';
}

function isPromiseProgress({ promised, now, checkedAt, changes }: Partial<PromiseProgress>): boolean {
  return isDated(promised) && isDated(now) && Number.isFinite(checkedAt) && Array.isArray(changes);
}

/**
 * Lines that were told together have their stock in this order. What comes after one that can't be read isn't checked:
 * its date would be too early.
 * @param lines the lines of one letter, in order; null for one that can't be read
 */
export function checkableLines<Line>(lines: readonly (Line | null)[]): Line[] {
  const damaged = lines.indexOf(null);
  return (damaged === -1 ? lines : lines.slice(0, damaged)) as Line[];
}

export function changeOf(
  { letterId, place, revision }: Pick<ReadLine, 'letterId' | 'place' | 'revision'>,
  progress: Progress,
): LineChange {
  return { letterId, place, revision, progress: JSON.stringify(progress) };
}

/**
 * Whether the last result is valid still: of the day, and of the data. Results of an external service don't tell the
 * version of its data, so they are valid all day.
 */
export function isCurrent(
  { now, dataVersion: checked }: Progress,
  { today, dataVersion, isConsistent }: { today: CalendarDate; dataVersion: string; isConsistent: boolean },
): boolean {
  return now?.day === today && checked !== '' && (!isConsistent || checked === dataVersion);
}

export interface LineCheck<Line> {
  lookup: StockLookup;
  caller: Caller;
  signal: AbortSignal;
  /** Unix milliseconds. */
  now: () => number;
  /** Called for each requested line with a result, with its new progress. */
  checked: (line: Line, progress: Progress) => void;
}

/**
 * Checks tracked lines. Lines of a letter share their products' stock, in its order.
 * @param letters the lines of each letter that take stock
 * @param isRequested whether a line's result is requested
 * @throws like `checkQueries`
 */
export async function checkLines<Line extends ReadLine>(
  letters: Iterable<readonly Line[]>,
  isRequested: (line: Line) => boolean,
  { lookup, caller, signal, now, checked }: LineCheck<Line>,
): Promise<void> {
  const byKey: Line[] = [];
  const queries: CountedLine[] = [];
  for (const lines of letters) {
    const counted = lines.map((line) => {
      byKey.push(line);
      return { key: byKey.length, productId: line.productId, quantity: line.quantity };
    });
    queries.push(...lineQueries(counted).filter(({ key }) => isRequested(byKey[key - 1] as Line)));
  }
  if (queries.length === 0) return;
  let today: CalendarDate = '0001-01-01';
  let dataVersion = '';
  const updates = new Map<LineKey, CalendarDate>();
  await checkQueries(lookup, { queries, onlyResults: true }, caller, signal, {
    now,
    ready: async () => undefined,
    updated: (key, date) => void updates.set(key, date),
    emit: (event) => {
      if (event.kind === 'start') ({ today, dataVersion } = event);
      if (event.kind !== 'result') return;
      const line = byKey[event.key - 1];
      const found = promiseResult(event.result);
      if (line === undefined || found === null) return;
      const at = event.result.kind === 'result' ? event.result.checkedAt : now();
      const updated = updates.get(event.key) ?? null;
      const { progress } = line;
      const result = { ...found, day: today };
      const known = progress.tracking.confirmed;
      const isSameData = lookup.isConsistent
        ? progress.dataVersion === dataVersion
        : updated !== null && updated === known?.updated;
      const observed = isSameData && known !== null ? asOfData(known.result, result) : result;
      const tracking = observe(progress.tracking, { result: observed, at, updated }, lookup.isConsistent);
      checked(line, { ...afterCheck(progress, result, observed, at), dataVersion, tracking });
    },
  });
}

/**
 * What a check makes of a line: a result that is the same as the last only renews it.
 * @param observed the result of the day of its data
 */
function afterCheck(progress: Progress, now: ResultOfDay, observed: ResultOfDay, at: number): Progress {
  const renewed = { ...progress, now, checkedAt: at };
  const { changes, promised } = progress as Partial<PromiseProgress>;
  const { confirmed } = progress.tracking;
  const last = progress.now && confirmed ? asOfData(confirmed.result, progress.now) : progress.now;
  if (last !== null && isSameResult(last, observed))
    return { ...renewed, ...(promised?.kind === 'max-lead-time' && { promised: movedOn(promised, last, observed) }) };
  const changed = changes && { changes: [...changes, { ...now, at, isTold: false }].slice(-maxChanges) };
  return { ...renewed, since: at, ...changed };
}

/** Groups lines in the order of letter and place by letter. */
export function byLetter<Line extends Pick<ReadLine, 'letterId'>>(lines: Iterable<Line>): Map<string, Line[]> {
  const letters = new Map<string, Line[]>();
  for (const line of lines) {
    const letter = letters.get(line.letterId);
    if (letter === undefined) letters.set(line.letterId, [line]);
    else letter.push(line);
  }
  return letters;
}
