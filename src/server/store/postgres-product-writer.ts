import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

import type { Sql } from './postgres-client.ts';
import { foldText, indexedWordsOf } from './product-query.ts';

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

const columns = 'product_id, name, sku, unit, name_key, sku_key, words';

/** What an index of PostgreSQL takes at most, well below its 2,700 bytes: 500 characters of up to three. */
const longestKey = 500;
/** Of runs without spaces, which are found from each of their characters on. */
const mostWords = 500;

/**
 * Writes the catalogue and what searching it needs, inside the transaction of an import.
 * @param replaces whether the whole catalogue of before goes
 */
export function productWriter(sql: Sql, replaces: boolean) {
  const products = new PostgresCopy(sql, `incoming_product (${columns})`);
  const written = new Set<ProductId>();
  let isPrepared = false;
  return {
    isFull: (): boolean => products.isFull,
    put: ({ productId, name, sku, unit }: Product): 'written' | 'repeated' => {
      if (written.has(productId)) return 'repeated';
      written.add(productId);
      const nameKey = name === null ? null : foldText(name).slice(0, longestKey);
      const skuKey = sku === null ? null : foldText(sku).slice(0, longestKey);
      const words = indexedWordsOf(`${productId} ${skuKey ?? ''} ${nameKey ?? ''}`).slice(0, mostWords);
      const texts = [name, sku, unit, nameKey, skuKey, words.map((word) => `'${word}'`).join(' ')];
      products.add(`${productId}\t${texts.map(copyText).join('\t')}`);
      return 'written';
    },
    send: async (): Promise<void> => {
      if (written.size === 0) return;
      if (!isPrepared) await sql`CREATE TEMPORARY TABLE incoming_product (LIKE product) ON COMMIT DROP`;
      isPrepared = true;
      await products.send();
    },
    /** Merges the catalogue, and takes the vocabulary anew, so that words of products that are gone correct nothing. */
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
