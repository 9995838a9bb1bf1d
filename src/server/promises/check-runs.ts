import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { NotificationContent } from '#stock/contract/notifications.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ToldChange } from '#stock/notifications/change-kind.ts';
import { afterReport, isReportDue } from '#stock/promises/line-event.ts';
import { gotWorse, isMassChange, withFailure } from '#stock/promises/tracking.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';
import { newNotification } from '#server/notifications/notifications.ts';
import { isUnauthorized } from '#server/service/service-problem.ts';
import type { NewMail, NewNotification } from '#server/store/sql-notifications.ts';
import type { PromiseFolder, PromiseStore } from '#server/store/sql-promises.ts';
import type { RunStore, StoredFolder } from '#server/store/sql-runs.ts';

import { changeOf, checkableLines, checkLines, isCurrent, type Progress } from './line-checks.ts';
import { beginRun, dueRun, followUpDelay, type RunClock, type RunState } from './run-state.ts';
import { contentOf, eventOf, isOpen, readTracked, takesStock, type TrackedLine } from './tracked-line.ts';

/** With whose credentials a folder is checked; folders with the same key share requests. */
export interface RunAccess {
  key: string;
  lookup: StockLookup;
  caller: Caller;
}

/** What a run did. */
export interface RunOutcome {
  kind: RunState['kind'];
  /** `lost`: another server continues it. */
  end: 'finished' | 'lost' | 'failed';
  seconds: number;
  checked: number;
  failed: number;
  /** Lines whose stored data is damaged. */
  unreadable: number;
  told: number;
}

export interface CheckRunsOptions {
  store: PromiseStore & RunStore;
  /** Who checks a folder; `sign-in` if its owner has to sign in first, null if its market is unknown. */
  access: (folder: StoredFolder, requestId: string) => Promise<RunAccess | 'sign-in' | null>;
  lookup: Pick<StockLookup, 'present' | 'isConsistent'>;
  clock: Pick<RunClock, 'timeZone' | 'checkAt'>;
  /** Unix milliseconds. */
  now: () => number;
  log: { info: (data: object, message: string) => void; error: (data: object, message: string) => void };
  ended?: (outcome: RunOutcome) => void;
}

/** The right to run ends so long after it was last extended. */
const leaseMilliseconds = 90_000;
const extensionInterval = 30_000;
/** Rows of a statement, and lines of a check, between which others get a turn. */
const [linesPerPage, linesPerChange] = [500, 250];
const linesPerCheck = { embedded: 500, external: 5000 };
/** Changes that are told in one transaction. */
const linesPerReport = 500;
/** A result that somebody got so shortly before a run needs no check. */
const freshMilliseconds = 15 * 60_000;
/** Runs without a result after which the owner is told. */
const toldFailures = 3;

/** A line whose owner is told of an event, or whose report only moves on. */
interface Report {
  line: TrackedLine;
  event: ToldChange | null;
}

interface Counts {
  worse: number;
  lines: number;
}

/** What the checks of a run found. */
class Findings {
  readonly reports = new Map<PromiseFolder, Report[]>();
  readonly counts = new Map<string, Counts>();
  readonly paused: StoredFolder[] = [];
  /** Whether there is something to check again later. */
  hasRest = false;
  checked = 0;
  failed = 0;
  unreadable = 0;

  count({ folder, progress }: TrackedLine): void {
    for (const key of [folder.stockDigest, folderKey(folder)]) {
      const counts = this.counts.get(key) ?? { worse: 0, lines: 0 };
      counts.lines += 1;
      if (gotWorse(progress.tracking)) counts.worse += 1;
      this.counts.set(key, counts);
    }
  }

  add(report: Report): void {
    const { folder } = report.line;
    const reports = this.reports.get(folder);
    if (reports === undefined) this.reports.set(folder, [report]);
    else reports.push(report);
  }
}

/**
 * Checks the promises and watches of all persons, and tells what changed (promises, *The run*). One server of many does
 * it, by a lease; another continues when it dies. What a line knows and its notification are stored together.
 */
export class CheckRuns {
  readonly #options: CheckRunsOptions;
  readonly #owner = randomUUID();
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;

  constructor(options: CheckRunsOptions) {
    this.#options = options;
  }

  /** Runs if a run is due and no other server has it. To be called every minute. Never rejects. */
  tick(): Promise<void> {
    this.#running ??= this.#runIfDue()
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.log.error({ err: error }, 'promises and watches not checked');
      })
      .finally(() => (this.#running = null));
    return this.#running;
  }

  /** Gives up a run under way: it is continued at the next start, or by another server. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #runIfDue(): Promise<void> {
    const { store, now } = this.#options;
    if (this.#closing.signal.aborted || (await this.#due((await store.findRun()).state)) === null) return;
    const claimed = await store.claimRun(this.#owner, now(), now() + leaseMilliseconds);
    if (claimed === null) return;
    let state = readState(claimed.state);
    const kind = await this.#due(claimed.state);
    const isContinued = state !== null && !state.isFinished;
    if (kind !== null) {
      const { dataVersion } = await this.#options.lookup.present();
      state = beginRun(state, kind, { id: randomUUID(), now: now(), dataVersion });
    }
    if (kind === null || state === null) await store.saveRun(this.#owner, 0, claimed.state);
    else await this.#lead(state, isContinued);
  }

  async #due(text: string): Promise<RunState['kind'] | null> {
    const { lookup, clock, now } = this.#options;
    const dataVersion = lookup.isConsistent ? (await lookup.present()).dataVersion : null;
    return dueRun(readState(text), { ...clock, now: now() }, dataVersion);
  }

  /** Runs with a lease that is extended until the end. */
  async #lead(state: RunState, isContinued: boolean): Promise<void> {
    const { store, now, log, ended } = this.#options;
    const lost = new AbortController();
    const save = async (until: number) => {
      if (!(await store.saveRun(this.#owner, until, JSON.stringify(state)))) lost.abort(new LostRunError());
      lost.signal.throwIfAborted();
    };
    const extend = () => save(now() + leaseMilliseconds);
    const timer = setInterval(() => void extend().catch(() => undefined), extensionInterval).unref();
    const signal = AbortSignal.any([lost.signal, this.#closing.signal]);
    const startedAt = performance.now();
    const counts = { checked: 0, failed: 0, unreadable: 0, told: 0 };
    const outcome: RunOutcome = { kind: state.kind, end: 'failed', seconds: 0, ...counts };
    if (isContinued) state.continued = (state.continued ?? 0) + 1;
    try {
      await extend();
      const found = await this.#check(state, signal);
      state.held ??= heldOf(found.counts);
      await extend();
      const told = await this.#report(state, found, isContinued, signal);
      state.isFinished = true;
      state.followUpAt = found.hasRest ? now() + followUpDelay : null;
      await save(0);
      const { checked, failed, unreadable } = found;
      Object.assign(outcome, { end: 'finished', checked, failed, unreadable, told });
    } catch (error) {
      if (error instanceof LostRunError) outcome.end = 'lost';
      else {
        // Continued with the next tick, here or elsewhere.
        await store.saveRun(this.#owner, 0, JSON.stringify(state)).catch(() => undefined);
        throw error;
      }
    } finally {
      clearInterval(timer);
      outcome.seconds = (performance.now() - startedAt) / 1000;
      ended?.(outcome);
      log.info(outcome, 'promises and watches checked');
    }
  }

  async #check(state: RunState, signal: AbortSignal): Promise<Findings> {
    const found = new Findings();
    const groups = new Map<string, { access: RunAccess; folders: StoredFolder[] }>();
    for (const folder of await this.#options.store.listFolders()) {
      const access = await this.#options.access(folder, `run-${state.id}`);
      if (access === 'sign-in') found.paused.push(folder);
      if (access === null || access === 'sign-in') continue;
      const group = groups.get(access.key);
      if (group === undefined) groups.set(access.key, { access, folders: [folder] });
      else group.folders.push(folder);
    }
    for (const { access, folders } of groups.values()) {
      try {
        await this.#checkFolders(folders, access, state, found, signal);
      } catch (error) {
        if (signal.aborted || !isUnauthorized(error)) throw error;
        found.paused.push(...folders);
      }
    }
    found.hasRest ||= found.paused.length > 0;
    return found;
  }

  async #checkFolders(
    folders: readonly StoredFolder[],
    access: RunAccess,
    state: RunState,
    found: Findings,
    signal: AbortSignal,
  ): Promise<void> {
    const most = access.lookup.isConsistent ? linesPerCheck.embedded : linesPerCheck.external;
    let letters: TrackedLine[][] = [];
    let lines = 0;
    for await (const letter of this.#letters(folders, found)) {
      letters.push(letter);
      lines += letter.length;
      if (lines < most) continue;
      await this.#checkLetters(letters, access, state, found, signal);
      [letters, lines] = [[], 0];
    }
    if (lines > 0) await this.#checkLetters(letters, access, state, found, signal);
    for (const folder of folders) if (folder.pausedSince !== null) await this.#options.store.resumeFolder(folder);
  }

  /** Reads the lines of folders, letter by letter. */
  async *#letters(folders: readonly PromiseFolder[], found: Findings): AsyncGenerator<TrackedLine[]> {
    for (const folder of folders) {
      let letter: (TrackedLine | null)[] = [];
      let after = { letterId: '', place: 0 };
      for (;;) {
        const page = { after, limit: linesPerPage, now: this.#options.now() };
        const rows = await this.#options.store.listLines(folder, page);
        await nextTurn();
        for (const row of rows) {
          if (letter.length > 0 && row.letterId !== after.letterId) {
            yield checkableLines(letter);
            letter = [];
          }
          const line = readTracked(folder, row);
          if (line === null) found.unreadable += 1;
          letter.push(line);
          after = row;
        }
        if (rows.length < linesPerPage) break;
      }
      if (letter.length > 0) yield checkableLines(letter);
    }
  }

  /** Checks the open lines of letters and stores what was found. */
  async #checkLetters(
    letters: readonly TrackedLine[][],
    { lookup, caller }: RunAccess,
    state: RunState,
    found: Findings,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const { now } = this.#options;
    const present = { ...(await lookup.present()), isConsistent: lookup.isConsistent };
    const { today } = present;
    const counted = letters.map((letter) => letter.filter((line) => takesStock(line, today)));
    const open = counted.flat().filter((line) => isOpen(line, today));
    const requested = new Set(open.filter(({ progress }) => !isChecked(progress, state, present, now())));
    const results = new Map<TrackedLine, Progress>();
    await checkLines(counted, (line) => requested.has(line), {
      lookup,
      caller,
      signal,
      now,
      checked: (line, progress) => void results.set(line, progress),
    });
    for (const line of requested) {
      const progress = results.get(line) ?? line.progress;
      const isReliable = results.has(line) && progress.now?.kind !== 'not-reliable';
      if (!results.has(line)) found.hasRest = true;
      if (isReliable) continue;
      found.failed += 1;
      if (state.kind === 'all')
        results.set(line, { ...progress, tracking: withFailure(progress.tracking, now(), state.id) });
    }
    found.checked += requested.size;
    const stored = await this.#store(results);
    for (const line of open) {
      if (results.has(line) && !stored.has(line)) continue;
      found.count(line);
      if (line.progress.tracking.pending !== null) found.hasRest = true;
      const event = eventOf(line, today);
      if (event !== null || needsReport(line, today)) found.add({ line, event });
    }
  }

  /** Stores the progress of lines, except those that were changed meanwhile. Returns and updates the others. */
  async #store(results: ReadonlyMap<TrackedLine, Progress>): Promise<ReadonlySet<TrackedLine>> {
    const byFolder = new Map<PromiseFolder, TrackedLine[]>();
    for (const line of results.keys()) {
      const lines = byFolder.get(line.folder);
      if (lines === undefined) byFolder.set(line.folder, [line]);
      else lines.push(line);
    }
    const stored = new Set<TrackedLine>();
    for (const [folder, lines] of byFolder)
      for (let from = 0; from < lines.length; from += linesPerChange) {
        const part = lines.slice(from, from + linesPerChange);
        const changes = part.map((line) => changeOf(line, results.get(line) as Progress));
        const changed = new Set((await this.#options.store.changePromises(folder, changes)).map(lineKey));
        await nextTurn();
        for (const line of part) {
          if (!changed.has(lineKey(line))) continue;
          line.progress = results.get(line) as Progress;
          line.revision += 1;
          stored.add(line);
        }
      }
    return stored;
  }

  /** Tells what was found, person by person. Returns the number of notifications about lines. */
  async #report(state: RunState, found: Findings, isContinued: boolean, signal: AbortSignal): Promise<number> {
    const { store, lookup, now } = this.#options;
    const { today } = await lookup.present();
    let told = 0;
    // A mail of this run may have been sent, or not been stored: what isn't in one is told by a mail of its own.
    if (isContinued) await store.remail({ of: runMail(state), as: mailEventOf(state), since: state.startedAt });
    for (const [folder, reports] of found.reports) {
      const mail = mailOf(state, folder, now());
      const whole = wholeNotifications(state, folder, reports, now(), today);
      for (let from = 0; from < reports.length; from += linesPerReport) {
        signal.throwIfAborted();
        const part = reports.slice(from, from + linesPerReport);
        const about = part.flatMap(({ line, event }) =>
          event === null ? [] : [notificationOf(state, line, event, now(), today)],
        );
        const isLast = from + linesPerReport >= reports.length;
        const added = from === 0 ? [...whole, ...about] : about;
        await store.reportLines(
          folder,
          part.map(({ line, event }) => changeOf(line, reportedProgress(line, event, today))),
          { added, mail, isLast },
        );
        told += about.length;
        await nextTurn();
      }
    }
    for (const folder of found.paused) await this.#pause(folder, today);
    if (isContinued)
      for (const folder of await store.listFolders())
        await store.reportLines(folder, [], { added: [], mail: mailOf(state, folder, now()), isLast: true });
    return told;
  }

  /** Tells once that the owner of a folder has to sign in. */
  async #pause(folder: StoredFolder, today: CalendarDate): Promise<void> {
    if (folder.pausedSince !== null) return;
    const at = this.#options.now();
    const eventId = `paused ${at}`;
    const added = folder.isPauseTold ? [] : [newNotification(eventId, { kind: 'paused' }, at, today)];
    await this.#options.store.pauseFolder(folder, at, added, { eventId, isHeld: false, madeAt: at });
  }
}

/** Whether the last result of a line needs no check in a run. */
function isChecked(
  progress: Progress,
  { kind, startedAt, regularAt }: RunState,
  present: Parameters<typeof isCurrent>[1],
  now: number,
): boolean {
  if (!isCurrent(progress, present)) return false;
  if (present.isConsistent) return true;
  const since = (kind === 'all' ? startedAt : regularAt) - freshMilliseconds;
  const { checkedAt, tracking } = progress;
  if (kind === 'rest' && tracking.pending !== null) return false;
  return checkedAt !== null && checkedAt >= since && checkedAt <= now;
}

/** Whether the report of a line without an event is stored all the same. */
function needsReport({ progress: { tracking }, of }: TrackedLine, today: CalendarDate): boolean {
  const { notifiedOn, failure } = tracking;
  if (failure !== null && failure.runs >= toldFailures && !failure.isTold) return true;
  return notifiedOn !== today && isReportDue(tracking, of.kind === 'watch' ? of.facts : null);
}

function reportedProgress({ progress }: TrackedLine, event: ToldChange | null, today: CalendarDate): Progress {
  const { failure, notifiedOn } = progress.tracking;
  const told = failure !== null && failure.runs >= toldFailures ? { ...failure, isTold: true } : failure;
  const tracking = { ...progress.tracking, failure: told };
  // After an event, later ones of the day wait.
  return { ...progress, tracking: notifiedOn === today ? tracking : afterReport(tracking, event, today) };
}

function notificationOf(
  { id }: RunState,
  line: TrackedLine,
  event: ToldChange,
  at: number,
  today: CalendarDate,
): NewNotification {
  return newNotification(`${id} ${lineKey(line)} ${line.revision}`, contentOf(line, event), at, today);
}

/** Notifications of a folder as a whole. */
function wholeNotifications(
  { id, held }: RunState,
  folder: PromiseFolder,
  reports: readonly Report[],
  at: number,
  today: CalendarDate,
): NewNotification[] {
  const contents: NotificationContent[] = [];
  const counts = held?.[folderKey(folder)] ?? held?.[folder.stockDigest];
  if (counts !== undefined && reports.some(({ line }) => gotWorse(line.progress.tracking)))
    contents.push({ kind: 'mass-change', ...counts });
  const failures = reports.flatMap(({ line }) => {
    const { failure } = line.progress.tracking;
    return failure !== null && failure.runs >= toldFailures && !failure.isTold ? [failure.since] : [];
  });
  if (failures.length > 0) contents.push({ kind: 'not-checked', lines: failures.length, since: Math.min(...failures) });
  return contents.map((content) => newNotification(`${id} ${content.kind}`, content, at, today));
}

/** Counts of the stocks and folders of which so many lines got worse that the stock data is suspected. */
function heldOf(counts: ReadonlyMap<string, Counts>): Record<string, Counts> {
  return Object.fromEntries([...counts].filter(([, each]) => isMassChange(each)));
}

function mailOf(state: RunState, folder: PromiseFolder, madeAt: number): NewMail {
  const { held } = state;
  const isHeld = held !== null && (folder.stockDigest in held || folderKey(folder) in held);
  return { eventId: mailEventOf(state), isHeld, madeAt };
}

/** The beginning of the IDs of all mails of a run. */
function runMail({ id }: RunState): string {
  return `run ${id}`;
}

/** A run has one mail a person, and another after each time that it was continued. */
function mailEventOf(state: RunState): string {
  return state.continued ? `${runMail(state)} ${state.continued}` : runMail(state);
}

function readState(text: string): RunState | null {
  return text === '' ? null : (JSON.parse(text) as RunState);
}

function folderKey({ personId, stockDigest }: PromiseFolder): string {
  return `${personId} ${stockDigest}`;
}

function lineKey({ letterId, place }: { letterId: string; place: number }): string {
  return `${letterId} ${place}`;
}

/** Another server has the run. */
class LostRunError extends Error {}
