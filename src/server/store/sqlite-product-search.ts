import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';

import {
  correctionsOf,
  everyId,
  foldQuery,
  foldText,
  type IdRange,
  idsBeginningWith,
  lastCharacter,
  mostWordsOfBeginning,
  productIdOf,
  type SeekWord,
  wordsOfQuery,
} from './product-query.ts';
import { inTransaction } from './sqlite-database.ts';

const byIdSql = `
SELECT product_id FROM product WHERE product_id BETWEEN :from AND :to
UNION SELECT product_id FROM known_product WHERE product_id BETWEEN :from AND :to
ORDER BY product_id LIMIT :limit`;

const bySkuSql = `
SELECT product_id FROM product WHERE sku_key >= :from AND sku_key <= :to ORDER BY sku_key, product_id LIMIT :limit`;

const byNameSql = `
SELECT product_id FROM product WHERE name_key >= :from AND name_key <= :to ORDER BY name_key, product_id LIMIT :limit`;

const byWordsSql = 'SELECT rowid FROM product_text WHERE product_text MATCH ? ORDER BY rowid LIMIT ?';

const wordsFromSql = `
SELECT word FROM vocabulary WHERE word >= ? AND word <= ? ORDER BY word LIMIT ${mostWordsOfBeginning + 1}`;

const seekWordSql = 'SELECT word FROM vocabulary WHERE word >= ? ORDER BY word LIMIT 1';

const describeSql = `
SELECT wanted.value AS productId, product.name, product.sku, product.unit
FROM json_each(:productIds) AS wanted LEFT JOIN product ON product.product_id = wanted.value
ORDER BY wanted.key`;

const resolveSql = `
SELECT wanted.position, wanted.product_id AS productId, product.name, product.sku, product.unit
FROM (
  SELECT typed.key AS position, CASE
    WHEN EXISTS (SELECT 1 FROM product WHERE product_id = typed.value ->> 0)
      OR EXISTS (SELECT 1 FROM known_product WHERE product_id = typed.value ->> 0)
    THEN typed.value ->> 0
    ELSE (
      SELECT CASE count(*) WHEN 1 THEN min(product_id) END FROM product WHERE sku_key = typed.value ->> 1
    )
  END AS product_id
  FROM json_each(:keys) AS typed
) AS wanted LEFT JOIN product ON product.product_id = wanted.product_id
WHERE wanted.product_id IS NOT NULL`;

type FindIds = (limit: number) => ProductId[];

/** Finds products by what a person types. */
export class SqliteProductSearch {
  readonly #database: DatabaseSyncInstance;
  readonly #byId: StatementSyncInstance;
  readonly #bySku: StatementSyncInstance;
  readonly #byName: StatementSyncInstance;
  readonly #byWords: StatementSyncInstance;
  readonly #wordsFrom: StatementSyncInstance;
  readonly #seekWord: StatementSyncInstance;
  readonly #describe: StatementSyncInstance;
  readonly #resolve: StatementSyncInstance;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
    this.#byId = prepare(byIdSql);
    this.#bySku = prepare(bySkuSql);
    this.#byName = prepare(byNameSql);
    this.#byWords = prepare(byWordsSql);
    this.#wordsFrom = prepare(wordsFromSql);
    this.#seekWord = prepare(seekWordSql);
    this.#describe = database.prepare(describeSql);
    this.#resolve = database.prepare(resolveSql);
  }

  search(query: string, page: number, pageSize: number): { products: Product[]; hasMore: boolean } {
    const end = page * pageSize;
    return inTransaction(this.#database, 'DEFERRED', () => {
      const found = new Set<ProductId>();
      for (const find of this.#tiers(foldQuery(query))) {
        for (const productId of find(end + 1)) found.add(productId);
        if (found.size > end) break;
      }
      const productIds = [...found].slice(end - pageSize, end);
      return { products: this.#productsOf(productIds), hasMore: found.size > end };
    });
  }

  resolve(keys: readonly string[]): (Product | null)[] {
    const typed = keys.map((key) => {
      const folded = foldText(key);
      return [productIdOf(folded), folded];
    });
    const products = keys.map((): Product | null => null);
    type ResolvedRow = Product & { position: number };
    for (const { position, ...product } of this.#resolve.all({ keys: JSON.stringify(typed) }) as ResolvedRow[])
      products[position] = product;
    return products;
  }

  /** The ways to match, best first; later ones repeat products of earlier ones. */
  *#tiers(text: string): Generator<FindIds> {
    if (text === '') {
      yield this.#idsIn(everyId);
      return;
    }
    yield* this.#exact(text);
    yield* this.#beginnings(text);
    const words = wordsOfQuery(text);
    const asTyped = words.map((word) => this.#termsOf(word));
    if (words.length > 0) yield this.#matching(asTyped);
    yield* this.#corrected(words, asTyped);
  }

  *#exact(text: string): Generator<FindIds> {
    const productId = productIdOf(text);
    if (productId !== null) yield this.#idsIn({ from: productId, to: productId });
    yield this.#keysBetween(this.#bySku, text, text);
  }

  *#beginnings(text: string): Generator<FindIds> {
    const productId = productIdOf(text);
    if (productId !== null) for (const range of idsBeginningWith(productId)) yield this.#idsIn(range);
    yield this.#keysBetween(this.#bySku, text, text + lastCharacter);
    yield this.#keysBetween(this.#byName, text, text + lastCharacter);
  }

  /** Whole words before beginnings: `velvte` is velvet rather than something that starts like it. */
  *#corrected(words: readonly string[], asTyped: readonly string[][]): Generator<FindIds> {
    const corrections = words.map((word) => correctionsOf(word, this.#seek));
    const whole = corrections.map((each) => each.filter((one) => one.whole).map((one) => exactTerm(one.text)));
    if (whole.some((terms) => terms.length > 0)) yield this.#matching(joined(asTyped, whole));
    if (corrections.every((each) => each.length === 0)) return;
    const beginnings = corrections.map((each) => each.flatMap((one) => this.#termsOf(one.text)));
    yield this.#matching(joined(asTyped, beginnings));
  }

  /** What finds the products with a word that begins like this; nothing where no word does. */
  #termsOf(beginning: string): string[] {
    const words = this.#wordsFrom.all(beginning, beginning + lastCharacter) as [string][];
    return words.length > mostWordsOfBeginning ? [`${exactTerm(beginning)} *`] : words.map(([word]) => exactTerm(word));
  }

  #idsIn({ from, to }: IdRange): FindIds {
    return (limit) => idsOf(this.#byId.all({ from, to, limit }));
  }

  #keysBetween(statement: StatementSyncInstance, from: string, to: string): FindIds {
    return (limit) => idsOf(statement.all({ from, to, limit }));
  }

  /** Products with one of the terms of every word. */
  #matching(termsOfWords: readonly string[][]): FindIds {
    if (termsOfWords.some((terms) => terms.length === 0)) return () => [];
    const match = termsOfWords.map((terms) => `(${terms.join(' OR ')})`).join(' AND ');
    return (limit) => idsOf(this.#byWords.all(match, limit));
  }

  readonly #seek: SeekWord = (from) => (this.#seekWord.get(from) as [string] | undefined)?.[0];

  #productsOf(productIds: readonly ProductId[]): Product[] {
    return (this.#describe.all({ productIds: JSON.stringify(productIds) }) as Product[]).map((product) =>
      Object.assign({}, product),
    );
  }
}

/** A term of the index's query language. Words hold letters and digits alone, so nothing typed is read as syntax. */
function exactTerm(word: string): string {
  return `"${word}"`;
}

function joined(some: readonly string[][], others: readonly string[][]): string[][] {
  return some.map((terms, index) => [...new Set([...terms, ...(others[index] ?? [])])]);
}

function idsOf(rows: unknown[]): ProductId[] {
  return (rows as [ProductId][]).map(([productId]) => productId);
}
