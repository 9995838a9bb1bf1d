import { basename } from 'node:path';

import { maxRejectedShare } from './run-import.ts';
import type { FileReport, ImportProgress, ImportReport, PlaceholderDate } from './start-worker.ts';

const count = new Intl.NumberFormat('en');
const maxTextLength = 100;
const maxListedDates = 20;
const barWidth = 24;

/** Progress in one line, with rows per second; `milliseconds` is the time since the start. */
export function describeProgress({ file, bytesRead, bytesTotal, rows }: ImportProgress, milliseconds: number): string {
  const share = bytesTotal === 0 ? 1 : Math.min(bytesRead / bytesTotal, 1);
  const percent = String(Math.floor(share * 100)).padStart(3);
  const rate = count.format(rateOf(rows, milliseconds));
  return `${barOf(share)} ${percent} %  ${count.format(rows)} rows  ${rate} rows/s  ${basename(file)}`;
}

function barOf(share: number): string {
  const filled = Math.round(share * barWidth);
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled);
}

export function describeReport(report: ImportReport, milliseconds: number): string {
  return [...report.files.flatMap(describeFile), describeOutcome(report, milliseconds)].join('\n');
}

function describeFile(report: FileReport): string[] {
  const { file, kind, title, imported, repeated, rejected, firstRejected, rejectedFile, placeholders, advice, doubt } =
    report;
  const noun = kind === 'stock' ? 'rows' : 'products';
  const once = repeated === 0 ? '' : `, ${count.format(repeated)} identical to an earlier row`;
  const lines = [`${file}: ${count.format(imported)} ${noun} read${once}, ${count.format(rejected)} rejected.`];
  if (title !== null)
    lines.push(`  The header is line ${count.format(title.headerLine)}. Not read above it: ${shortened(title.text)}`);
  lines.push(...describePlaceholders(placeholders));
  for (const { line, reason, text } of firstRejected) lines.push(`  line ${line}: ${reason}  |  ${shortened(text)}`);
  const further = rejected - firstRejected.length;
  if (further > 0) lines.push(`  and ${count.format(further)} more`);
  for (const sentence of advice) lines.push(`  ${sentence}`);
  if (doubt !== null) lines.push(`  ${doubt}`);
  if (rejected > 0)
    lines.push(
      rejectedFile === null
        ? "  Couldn't write the list of rejected rows next to the file."
        : `  All rejected rows with reasons: ${rejectedFile}`,
    );
  return lines;
}

function describePlaceholders(placeholders: readonly PlaceholderDate[]): string[] {
  if (placeholders.length === 0) return [];
  const total = placeholders.reduce((sum, { count: rows }) => sum + rows, 0);
  const listed = placeholders.slice(0, maxListedDates).map(({ date, count: rows, lines }) => {
    const more = rows > lines.length ? ', ...' : '';
    return `    ${date}: ${count.format(rows)} (line ${lines.join(', ')}${more})`;
  });
  const further = placeholders.length - listed.length;
  return [
    `  ${count.format(total)} stock dates are more than 20 years from today. They mean "no date" and are never a ship date:`,
    ...listed,
    ...(further > 0 ? [`    and ${count.format(further)} further dates`] : []),
  ];
}

function describeOutcome({ files, committed, removedDemoData }: ImportReport, milliseconds: number): string {
  const imported = files.reduce((sum, file) => sum + file.imported, 0);
  if (!committed && files.some(({ doubt }) => doubt !== null))
    return 'Nothing was imported: quantities can be read in two ways.';
  if (!committed)
    return imported === 0
      ? 'Nothing was imported: all rows were rejected.'
      : `Nothing was imported: more than ${maxRejectedShare * 100} % of the rows of a file were rejected. Correct them, or import the others with --keep-going.`;
  const seconds = (milliseconds / 1000).toFixed(1);
  const rate = count.format(rateOf(imported, milliseconds));
  const demo = removedDemoData ? ' The demo data was removed.' : '';
  return `Imported ${count.format(imported)} rows in ${seconds} s (${rate} rows/s).${demo} A running Stock Horizon uses them now.`;
}

function rateOf(rows: number, milliseconds: number): number {
  return Math.round((rows / Math.max(milliseconds, 1)) * 1000);
}

/** A row as one line of limited length. */
function shortened(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ');
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength)}...` : line;
}

/** The parts of a terminal stream that are needed. */
export type Screen = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

const returnAndClear = '\r\u001b[K';
/** Milliseconds between two lines in a log. */
const logInterval = 5000;

/** Displays progress: on a terminal a bar that is redrawn, in a log a line at intervals. */
export class ProgressDisplay {
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #started: number;
  #lastLogged: number;

  constructor(screen: Screen, now: () => number = Date.now) {
    this.#screen = screen;
    this.#now = now;
    this.#started = now();
    this.#lastLogged = this.#started;
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#now() - this.#started;
  }

  show(progress: ImportProgress): void {
    const line = describeProgress(progress, this.elapsed);
    if (this.#screen.isTTY === true)
      this.#screen.write(returnAndClear + line.slice(0, (this.#screen.columns ?? 80) - 1));
    else if (this.#now() - this.#lastLogged >= logInterval) {
      this.#lastLogged = this.#now();
      this.#screen.write(`${line}\n`);
    }
  }

  clear(): void {
    if (this.#screen.isTTY === true) this.#screen.write(returnAndClear);
  }
}
