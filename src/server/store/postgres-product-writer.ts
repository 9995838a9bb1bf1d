import type { Product } from '#stock/contract/gateway-responses.ts';
import { foldText } from '#stock/fold-text.ts';

import type { Sql } from './postgres-client.ts';
import { indexedWordsOf } from './product-query.ts';

/** Characters of pending text after which it is sent to the database. */
const chunkSize = 1 << 20;

/**
 * Writes lines into one table by COPY, on a connection that is in a transaction. One chunk is sent while the next is
 * collected.
 */
export class PostgresCopy {
  readonly #sql: Sql;
  readonly #target: string;
  #lines = '';

  /** @param target table with its columns in parentheses */
  constructor(sql: Sql, target: string) {
    this.#sql = sql;
    this.#target = target;
  }

  /** @param line tab-separated fields, without the line end */
  add(line: string): void {
    this.#lines += `${line}\n`;
  }

  get isFull(): boolean {
    return this.#lines.length >= chunkSize;
  }

  /** Sends the collected lines. Resolves when they are in the table; rejects if PostgreSQL rejects them. */
  async send(): Promise<void> {
    const lines = this.#lines;
    this.#lines = '';
    if (lines === '') return;
    let failure: unknown;
    const stream = await this.#sql.unsafe(`COPY ${this.#target} FROM STDIN`).writable();
    stream.on('error', (error) => (failure = error));
    await new Promise((resolve) => stream.write(lines, resolve));
    stream.end();
    // The package doesn't report failures after the last byte, but the next statement of the transaction fails.
    await this.#sql`SELECT 1`.catch((error: unknown) => {
      throw failure ?? error;
    });
  }
}

/** Escapes a text as a COPY field. */
export function copyText(text: string | null): string {
  return text === null ? '\\N' : text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const columns = 'product_id, name, sku, unit, name_key, sku_key, words';

/** Characters of up to three bytes, well below the limit of 2,700 bytes for PostgreSQL indexes. */
const maxKeyLength = 500;
/** Limit for names without spaces, which are indexed from each character on. */
const maxWords = 500;

/**
 * Writes the catalog and its search data, inside the transaction of an import.
 * @param replaces whether to delete the entire existing catalog
 */
export function productWriter(sql: Sql, replaces: boolean) {
  const products = new PostgresCopy(sql, `incoming_product (${columns})`);
  let isWritten = false;
  let isPrepared = false;
  return {
    isFull: (): boolean => products.isFull,
    put: ({ productId, name, sku, unit }: Product): void => {
      isWritten = true;
      const nameKey = name === null ? null : foldText(name).slice(0, maxKeyLength);
      const skuKey = sku === null ? null : foldText(sku).slice(0, maxKeyLength);
      const words = indexedWordsOf(`${productId} ${skuKey ?? ''} ${nameKey ?? ''}`).slice(0, maxWords);
      const texts = [name, sku, unit, nameKey, skuKey, words.map((word) => `'${word}'`).join(' ')];
      products.add(`${productId}\t${texts.map(copyText).join('\t')}`);
    },
    send: async (): Promise<void> => {
      if (!isWritten) return;
      if (!isPrepared) await sql`CREATE TEMPORARY TABLE incoming_product (LIKE product) ON COMMIT DROP`;
      isPrepared = true;
      await products.send();
    },
    /** Merges the catalog and rebuilds the vocabulary, so that words of deleted products aren't used as corrections. */
    finish: async (): Promise<void> => {
      if (!replaces && !isPrepared) return;
      if (replaces) await sql`DELETE FROM product`;
      if (isPrepared)
        await sql`
          INSERT INTO product SELECT * FROM incoming_product
          ON CONFLICT (product_id) DO UPDATE SET
            name = excluded.name, sku = excluded.sku, unit = excluded.unit,
            name_key = excluded.name_key, sku_key = excluded.sku_key, words = excluded.words`;
      await sql`DELETE FROM vocabulary`;
      await sql`INSERT INTO vocabulary SELECT DISTINCT word FROM (SELECT unnest(tsvector_to_array(words)) FROM product) AS each (word)`;
    },
  };
}
