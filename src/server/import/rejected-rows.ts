import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

import { escapeFormula } from '#stock/export/formula-escape.ts';

import { type ColumnForm, describeFaults, type RowFault } from './cell-fault.ts';
import { type CsvRecord, ImportError } from './csv-records.ts';
import type { RejectedRow } from './start-worker.ts';

/** Limit of rejected rows shown on screen. */
const maxShown = 20;
/** Characters of pending lines after which they are written. */
const writeSize = 1 << 16;

/** Counts the rejected rows of a file and lists them in `<file>.refused.csv` next to it, which only its owner can read. */
export class RejectedRows {
  readonly path: string;
  readonly first: RejectedRow[] = [];
  readonly #kinds = new Map<string, FaultKind>();
  count = 0;
  #file: number | null = null;
  #isUnwritable = false;
  #pending = '';

  /** Deletes the list of an earlier import, which would be misleading. Throws ImportError if it can't. */
  constructor(inputPath: string) {
    this.path = `${inputPath}.refused.csv`;
    try {
      rmSync(this.path, { force: true });
    } catch {
      throw new ImportError(`${this.path} is from an earlier import and can't be deleted. Delete it first.`);
    }
  }

  add({ line, text }: CsvRecord, faults: readonly RowFault[]): void {
    this.count++;
    const reason = describeFaults(faults);
    if (this.first.length < maxShown) this.first.push({ line, reason, text });
    this.#pending += `${line},${quoted(reason)},${quoted(escapeFormula(text))}\r\n`;
    if (this.#pending.length > writeSize) this.#write();
    for (const { column, rule, forms, kind = rule } of faults) {
      const key = JSON.stringify([column, forms.length === 0 ? kind : forms.map(({ name }) => name)]);
      const known = this.#kinds.get(key);
      if (known !== undefined) known.count++;
      else if (this.#kinds.size < maxKinds) this.#kinds.set(key, { column, rule: kind, forms, count: 1, line });
    }
  }

  /**
   * What would be right, a sentence for each kind of fault: the option that reads a column in its form, then the rules
   * that further rows than those shown break.
   * @param rows number of rows in the file
   */
  advice(rows: number): string[] {
    const kinds = [...this.#kinds.values()].toSorted((a, b) => b.count - a.count);
    const withForms = kinds.filter(({ forms }) => forms.length > 0);
    const byForm = Array.from(new Set(withForms.map(({ column }) => column)), (column) => {
      const ofColumn = withForms.filter((kind) => kind.column === column);
      return `${column}: ${adviceOnForms(ofColumn, rows)}`;
    });
    if (this.count === this.first.length) return byForm;
    return [...byForm, ...kinds.filter(({ forms }) => forms.length === 0).map(describeKind)];
  }

  /** Completes the list and returns its path; null if no row was rejected or the folder isn't writable. */
  close(): string | null {
    if (this.count > 0) this.#write();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    return this.count > 0 && !this.#isUnwritable ? this.path : null;
  }

  /** If the folder isn't writable, only the list is lost; the import continues. */
  #write(): void {
    const text = this.#pending;
    this.#pending = '';
    if (this.#isUnwritable) return;
    try {
      if (this.#file === null) {
        this.#file = openSync(this.path, 'wx', 0o600);
        writeSync(this.#file, '\u{FEFF}line,reason,text\r\n');
      }
      writeSync(this.#file, text);
    } catch {
      this.#isUnwritable = true;
    }
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const numbers = new Intl.NumberFormat('en');
const maxKinds = 100;

/** Faults that break the same rule in the same column. */
interface FaultKind {
  column: string;
  rule: string;
  forms: readonly ColumnForm[];
  count: number;
  /** Line of the first one. */
  line: number;
}

function describeKind({ column, rule, count, line }: FaultKind): string {
  const place = count === 1 ? `line ${line}` : `${numbers.format(count)} rows, first in line ${line}`;
  return `${column === '' ? '' : `${column} `}${rule} (${place})`;
}

/** An ambiguous cell counts for each form that it may have, but only others decide between them. */
function adviceOnForms(kinds: readonly FaultKind[], rows: number): string {
  const certain = kinds.filter(({ forms }) => forms.length === 1);
  const sum = (of: readonly FaultKind[]) => numbers.format(of.reduce((total, { count }) => total + count, 0));
  const all = numbers.format(rows);
  if (certain.length > 1) {
    const counts = certain.map((kind) => `${kind.forms[0]?.name} in ${sum([kind])}`).join(', ');
    return `${counts} of ${all} rows: write all of them alike`;
  }
  const [form] = certain;
  const forms = form === undefined ? (kinds[0]?.forms ?? []) : form.forms;
  const possible = kinds.filter((kind) => forms.every(({ name }) => kind.forms.some((other) => other.name === name)));
  const names = forms.map(({ name }) => name).join(' or ');
  return `${names} in ${sum(possible)} of ${all} rows: use ${forms.map(({ option }) => option).join(' or ')}`;
}
