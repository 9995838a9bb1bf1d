import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import type { Product } from '#contract/gateway.ts';

import { foldText, indexedWordsOf } from './search-text.ts';

const putSql = `
INSERT INTO product (product_id, name, sku, unit, name_key, sku_key, import_id) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET
  name = excluded.name, sku = excluded.sku, unit = excluded.unit,
  name_key = excluded.name_key, sku_key = excluded.sku_key, import_id = excluded.import_id
WHERE import_id <> excluded.import_id`;

/** Writes the catalogue and what searching it needs, inside the transaction of an import. */
export class SqliteProductWriter {
  readonly #database: DatabaseSyncInstance;
  readonly #importId: number;
  readonly #put: StatementSyncInstance;
  readonly #putText: StatementSyncInstance;
  #changed = false;

  constructor(database: DatabaseSyncInstance, importId: number) {
    this.#database = database;
    this.#importId = importId;
    this.#put = database.prepare(putSql);
    this.#putText = database.prepare('INSERT OR REPLACE INTO product_text (rowid, words) VALUES (?, ?)');
  }

  clear(): void {
    this.#database.exec("DELETE FROM product; INSERT INTO product_text (product_text) VALUES ('delete-all')");
    this.#changed = true;
  }

  put({ productId, name, sku, unit }: Product): 'written' | 'repeated' {
    const nameKey = name === null ? null : foldText(name);
    const skuKey = sku === null ? null : foldText(sku);
    const { changes } = this.#put.run(productId, name, sku, unit, nameKey, skuKey, this.#importId);
    if (changes === 0) return 'repeated';
    const words = indexedWordsOf(`${productId} ${skuKey ?? ''} ${nameKey ?? ''}`);
    this.#putText.run(productId, words.join(' '));
    this.#changed = true;
    return 'written';
  }

  /** Takes the vocabulary from the index anew, so that words of products that are gone correct nothing. */
  finish(): void {
    if (!this.#changed) return;
    this.#database.exec('DELETE FROM vocabulary; INSERT INTO vocabulary SELECT term FROM product_term');
  }
}
