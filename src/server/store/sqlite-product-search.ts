import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { foldText } from '#stock/fold-text.ts';

import { correctionsOf, allIds, idsWithPrefix, lastCharacter, productIdOf } from './product-query.ts';
import type { ProductIndex } from './product-search.ts';
import { findMarketSql } from './sqlite-stock-reader.ts';

/** Whether a product is known in the market `:market`, or that is null. */
const inMarket = (productId: string) => `(:market IS NULL OR EXISTS (
  SELECT 1 FROM known_product AS known WHERE known.market_id = :market AND known.product_id = ${productId}
))`;

const byIdSql = `
SELECT product_id FROM product WHERE product_id BETWEEN :from AND :to AND ${inMarket('product.product_id')}
UNION SELECT product_id FROM known_product
WHERE product_id BETWEEN :from AND :to AND (:market IS NULL OR market_id = :market)
ORDER BY product_id LIMIT :limit`;

const byKeySql = (key: 'sku_key' | 'name_key') => `
SELECT product_id FROM product WHERE ${key} >= :from AND ${key} <= :to AND ${inMarket('product.product_id')}
ORDER BY ${key}, product_id LIMIT :limit`;

const byWordsSql = `
SELECT rowid FROM product_text WHERE product_text MATCH :match AND ${inMarket('product_text.rowid')}
ORDER BY rowid LIMIT :limit`;

const wordsFromSql = 'SELECT word FROM vocabulary WHERE word >= ? AND word <= ? ORDER BY word LIMIT ?';

const seekWordSql = 'SELECT word FROM vocabulary WHERE word >= ? ORDER BY word LIMIT 1';

const describeSql = `
SELECT wanted.value AS productId, product.name, product.sku, product.unit
FROM json_each(:productIds) AS wanted LEFT JOIN product ON product.product_id = wanted.value
ORDER BY wanted.key`;

const resolveSql = `
SELECT wanted.position, wanted.product_id AS productId, product.name, product.sku, product.unit
FROM (
  SELECT typed.key AS position, CASE
    WHEN EXISTS (
        SELECT 1 FROM product WHERE product_id = typed.value ->> 0 AND ${inMarket('product.product_id')}
      )
      OR EXISTS (
        SELECT 1 FROM known_product
        WHERE product_id = typed.value ->> 0 AND (:market IS NULL OR market_id = :market)
      )
    THEN typed.value ->> 0
    ELSE (
      SELECT CASE count(*) WHEN 1 THEN min(product_id) END FROM product
      WHERE sku_key = typed.value ->> 1 AND ${inMarket('product.product_id')}
    )
  END AS product_id
  FROM json_each(:keys) AS typed
) AS wanted LEFT JOIN product ON product.product_id = wanted.product_id
WHERE wanted.product_id IS NOT NULL`;

/** An ID that no market has. */
const noMarket = -1;

export function sqliteProducts(database: DatabaseSyncInstance) {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const generation = prepare('SELECT generation FROM store_state WHERE id = 1');
  const [byId, bySku, byName] = [prepare(byIdSql), prepare(byKeySql('sku_key')), prepare(byKeySql('name_key'))];
  const [byWords, wordsFrom, seekWord] = [prepare(byWordsSql), prepare(wordsFromSql), prepare(seekWordSql)];
  const describe = database.prepare(describeSql);
  const resolve = database.prepare(resolveSql);
  const seek = (from: string) => (seekWord.get(from) as [string] | undefined)?.[0];
  const findMarket = prepare(findMarketSql);
  const idOf = (market: Market | undefined): number | null => {
    if (market === undefined) return null;
    const { company, salesOrganization, territoryId } = market;
    const row = findMarket.get(company, salesOrganization, territoryId) as [marketId: number] | undefined;
    return row?.[0] ?? noMarket;
  };

  const indexOf = (market: number | null): ProductIndex => ({
    generation: () => (generation.get() as [number])[0],
    startsOf: (text, limit) => {
      const found = new Set<ProductId>();
      for (const [statement, from, to] of startsOf(text)) {
        for (const productId of firstsOf<ProductId>(statement.all({ from, to, limit, market }))) found.add(productId);
        if (found.size >= limit) break;
      }
      return [...found];
    },
    wordsFrom: (prefixes, limit) =>
      prefixes.map((prefix) => firstsOf<string>(wordsFrom.all(prefix, prefix + lastCharacter, limit))),
    correctionsOf: (words) => words.map((word) => correctionsOf(word, seek)),
    // Words contain only letters and digits, so no input is parsed as query syntax.
    matching: (termsOfWords, limit) => {
      const match = termsOfWords.map((terms) =>
        terms.map(({ text, isPrefix }) => `"${text}"${isPrefix ? ' *' : ''}`).join(' OR '),
      );
      return firstsOf<ProductId>(
        byWords.all({ match: match.map((terms) => `(${terms})`).join(' AND '), limit, market }),
      );
    },
    productsOf: (productIds) =>
      (describe.all({ productIds: JSON.stringify(productIds) }) as Product[]).map((product) =>
        Object.assign({}, product),
      ),
  });

  function* startsOf(
    text: string,
  ): Generator<[StatementSyncInstance, from: ProductId | string, to: ProductId | string]> {
    const productId = productIdOf(text);
    if (text === '') yield [byId, allIds.from, allIds.to];
    if (productId !== null) yield [byId, productId, productId];
    if (text !== '') yield [bySku, text, text];
    if (productId !== null) for (const { from, to } of idsWithPrefix(productId)) yield [byId, from, to];
    if (text !== '') for (const statement of [bySku, byName]) yield [statement, text, text + lastCharacter];
  }

  return {
    /** The index of the products that are known in a market; of all if it is omitted. */
    indexOf: (market?: Market) => indexOf(idOf(market)),
    resolve: (keys: readonly string[], market?: Market): (Product | null)[] => {
      const folded = keys.map((key) => foldText(key));
      const typed = JSON.stringify(folded.map((key) => [productIdOf(key), key]));
      const products = keys.map((): Product | null => null);
      for (const { position, ...product } of resolve.all({ keys: typed, market: idOf(market) }) as (Product & {
        position: number;
      })[])
        products[position] = product;
      return products;
    },
  };
}

function firstsOf<Value>(rows: unknown[]): Value[] {
  return (rows as [Value][]).map(([value]) => value);
}
