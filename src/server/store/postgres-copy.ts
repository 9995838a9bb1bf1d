import type { Sql } from './postgres-client.ts';

/** Text gathered beyond this goes to the database, in characters. */
const chunkSize = 1 << 20;

/**
 * Lines on their way into one table by COPY, on a connection with a transaction of its own. One chunk travels
 * while the next is gathered.
 */
export class PostgresCopy {
  readonly #sql: Sql;
  readonly #target: string;
  #lines = '';

  /** @param target a table with its columns in parentheses */
  constructor(sql: Sql, target: string) {
    this.#sql = sql;
    this.#target = target;
  }

  /** @param line fields between tabs, without its end */
  add(line: string): void {
    this.#lines += `${line}\n`;
  }

  get isFull(): boolean {
    return this.#lines.length >= chunkSize;
  }

  /** Sends what was gathered. Resolves when it is in the table, and rejects where PostgreSQL refuses it. */
  async send(): Promise<void> {
    const lines = this.#lines;
    this.#lines = '';
    if (lines === '') return;
    let failure: unknown;
    const stream = await this.#sql.unsafe(`COPY ${this.#target} FROM STDIN`).writable();
    stream.on('error', (error) => (failure = error));
    await new Promise((resolve) => stream.write(lines, resolve));
    stream.end();
    // The package tells of no failure behind the last byte; the next statement of the transaction does.
    await this.#sql`SELECT 1`.catch((error: unknown) => {
      throw failure ?? error;
    });
  }
}

/** A text as a field of COPY; null as what stands for it. */
export function copyText(text: string | null): string {
  return text === null ? '\\N' : text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
