import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

import type { CsvRecord } from './csv-records.ts';
import { ImportError } from './import-error.ts';
import type { RefusedRow } from './worker-job.ts';

/** So many are shown on the screen. */
const mostShown = 20;
/** Lines are gathered up to this many characters before they are written. */
const writeSize = 1 << 16;

/** The refused rows of a file, counted and listed in `<file>.refused.csv` beside it. */
export class RefusedRows {
  readonly path: string;
  readonly first: RefusedRow[] = [];
  count = 0;
  #file: number | null = null;
  #unwritable = false;
  #pending = '';

  /** Removes the list of an earlier import, so that none outlives its reasons. Throws ImportError where it can't. */
  constructor(inputPath: string) {
    this.path = `${inputPath}.refused.csv`;
    try {
      rmSync(this.path, { force: true });
    } catch {
      throw new ImportError(`${this.path} is left from an earlier import and can't be removed. Remove it first.`);
    }
  }

  add({ line, text }: CsvRecord, reason: string): void {
    this.count++;
    if (this.first.length < mostShown) this.first.push({ line, reason, text });
    this.#pending += `${line},${quoted(reason)},${quoted(text)}\r\n`;
    if (this.#pending.length > writeSize) this.#write();
  }

  /** Completes the list, once, and gives its path; null where nothing was refused or the folder can't be written. */
  close(): string | null {
    if (this.count > 0) this.#write();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    return this.count > 0 && !this.#unwritable ? this.path : null;
  }

  /** A folder that can't be written costs the list, not the import. */
  #write(): void {
    const text = this.#pending;
    this.#pending = '';
    if (this.#unwritable) return;
    try {
      if (this.#file === null) {
        this.#file = openSync(this.path, 'w');
        writeSync(this.#file, '\u{FEFF}line,reason,text\r\n');
      }
      writeSync(this.#file, text);
    } catch {
      this.#unwritable = true;
    }
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
