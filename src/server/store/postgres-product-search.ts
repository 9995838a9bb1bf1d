import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { foldText } from '#stock/fold-text.ts';

import type { Sql } from './postgres-client.ts';
import {
  correctionsAmong,
  allIds,
  type IdRange,
  idsWithPrefix,
  lastCharacter,
  maxAlphabetSize,
  possibleCorrections,
  productIdOf,
} from './product-query.ts';
import type { ProductIndex } from './product-search.ts';

/** Creates the index of the products that are known in a market; of all if it is omitted. */
export function postgresProductIndex(sql: Sql, market?: Market): ProductIndex {
  return {
    generation: async () => {
      const [state] = await sql<{ generation: number }[]>`SELECT generation FROM store_state WHERE id = 1`;
      return state?.generation ?? 0;
    },
    startsOf: (text, limit) => startsOf(sql, text, limit, market),
    wordsFrom: async (prefixes, limit) => {
      const found = await sql<{ place: number; word: string }[]>`
        SELECT wanted.place::integer AS place, word.word
        FROM unnest(${[...prefixes]}::text[]) WITH ORDINALITY AS wanted (prefix, place)
        CROSS JOIN LATERAL (
          SELECT word FROM vocabulary WHERE word >= wanted.prefix AND word <= wanted.prefix || ${lastCharacter}
          ORDER BY word LIMIT ${limit}
        ) AS word
        ORDER BY wanted.place, word.word`;
      const words = prefixes.map((): string[] => []);
      for (const { place, word } of found) words[place - 1]?.push(word);
      return words;
    },
    correctionsOf: async (words) => {
      const letters = await lettersAfter(sql, [...new Set(words.flatMap(prefixesOf))]);
      const errors = words.map((word) => [...new Set(possibleCorrections(word, (prefix) => letters.get(prefix)))]);
      const found = await firstFrom(sql, [...new Set(errors.flat())]);
      return words.map((word, index) => correctionsAmong(word, errors[index] ?? [], (from) => found.get(from)));
    },
    // Words contain only letters and digits, so no input is parsed as query syntax.
    matching: async (termsOfWords, limit) => {
      const query = termsOfWords.map((terms) =>
        terms.map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`).join(' | '),
      );
      const rows = await sql<{ productId: ProductId }[]>`
        SELECT product_id AS "productId" FROM product
        WHERE words @@ ${query.map((terms) => `(${terms})`).join(' & ')}::tsquery ${andKnown(sql, market)}
        ORDER BY product_id LIMIT ${limit}`;
      return rows.map((row) => row.productId);
    },
    productsOf: async (productIds) => {
      const rows = await sql<Product[]>`
        SELECT wanted.product_id AS "productId", product.name, product.sku, product.unit
        FROM unnest(${[...productIds]}::integer[]) WITH ORDINALITY AS wanted (product_id, place)
        LEFT JOIN LATERAL (
          SELECT name, sku, unit FROM product WHERE product_id = wanted.product_id LIMIT 1
        ) AS product ON true
        ORDER BY wanted.place`;
      return [...rows];
    },
  };
}

export async function resolveProducts(sql: Sql, keys: readonly string[], market?: Market): Promise<(Product | null)[]> {
  const folded = keys.map((key) => foldText(key));
  const rows = await sql<(Product & { place: number })[]>`
    SELECT typed.place::integer AS place, wanted.product_id AS "productId", product.name, product.sku, product.unit
    FROM unnest(${folded.map(productIdOf)}::integer[], ${folded}::text[])
      WITH ORDINALITY AS typed (product_id, sku_key, place)
    LEFT JOIN LATERAL (
      SELECT product_id FROM product WHERE product_id = typed.product_id ${andKnown(sql, market)}
      UNION ALL
      ${knownIds(sql, market)} AND product_id = typed.product_id
      LIMIT 1
    ) AS by_id ON true
    LEFT JOIN LATERAL (
      SELECT min(product_id) AS product_id FROM product WHERE sku_key = typed.sku_key ${andKnown(sql, market)}
      HAVING count(*) = 1
    ) AS by_sku ON true
    CROSS JOIN LATERAL (SELECT coalesce(by_id.product_id, by_sku.product_id) AS product_id) AS wanted
    LEFT JOIN LATERAL (
      SELECT name, sku, unit FROM product WHERE product_id = wanted.product_id LIMIT 1
    ) AS product ON true
    WHERE wanted.product_id IS NOT NULL`;
  const products = keys.map((): Product | null => null);
  for (const { place, ...product } of rows) products[place - 1] = product;
  return products;
}

/** Exact ID and SKU, then IDs, SKUs and names that begin with the text. An empty text finds all products. */
async function startsOf(sql: Sql, text: string, limit: number, market?: Market): Promise<ProductId[]> {
  const productId = productIdOf(text);
  const ranges: IdRange[] = [];
  if (text === '') ranges.push(allIds);
  else if (productId !== null) ranges.push({ from: productId, to: productId }, ...idsWithPrefix(productId));
  const tiers = ranges.map((_, index) => (index === 0 ? 0 : index + 1));
  const end = text + lastCharacter;
  const known = andKnown(sql, market);
  const rows = await sql<{ productId: ProductId }[]>`
    SELECT product_id AS "productId" FROM (
      SELECT range.tier, '' AS key, id.product_id
      FROM unnest(${tiers}::integer[], ${ranges.map(({ from }) => from)}::integer[],
        ${ranges.map(({ to }) => to)}::integer[]) AS range (tier, first, last)
      CROSS JOIN LATERAL (
        (SELECT product_id FROM product WHERE product_id BETWEEN range.first AND range.last ${known}
         ORDER BY product_id LIMIT ${limit})
        UNION
        (SELECT DISTINCT product_id FROM (${knownIds(sql, market)} AND product_id BETWEEN range.first AND range.last) AS known
         ORDER BY product_id LIMIT ${limit})
        ORDER BY product_id LIMIT ${limit}
      ) AS id
      UNION ALL
      (SELECT 1, sku_key, product_id FROM product WHERE ${text !== ''} AND sku_key = ${text} ${known}
       ORDER BY sku_key, product_id LIMIT ${limit})
      UNION ALL
      (SELECT 20, sku_key, product_id FROM product WHERE ${text !== ''} AND sku_key >= ${text} AND sku_key <= ${end} ${known}
       ORDER BY sku_key, product_id LIMIT ${limit})
      UNION ALL
      (SELECT 21, name_key, product_id FROM product WHERE ${text !== ''} AND name_key >= ${text} AND name_key <= ${end} ${known}
       ORDER BY name_key, product_id LIMIT ${limit})
    ) AS found ORDER BY tier, key COLLATE "C", product_id`;
  return rows.map((row) => row.productId);
}

/** Query for IDs that are known in a market, or in any; callers append a condition. */
function knownIds(sql: Sql, market?: Market) {
  const ofMarket =
    market &&
    sql`AND company = ${market.company} AND sales_organization = ${market.salesOrganization}
      AND territory_id = ${market.territoryId}`;
  return sql`
    SELECT product_id FROM known_product
    WHERE market_id IN (SELECT market_id FROM market WHERE is_current ${ofMarket ?? sql``})`;
}

/** Condition that a row of `product` is known in the market, if one is given. */
function andKnown(sql: Sql, market?: Market) {
  return market === undefined
    ? sql``
    : sql`AND EXISTS (${knownIds(sql, market)} AND known_product.product_id = product.product_id)`;
}

/** Finds the letters that follow each prefix in the vocabulary, by one index lookup per letter. */
async function lettersAfter(sql: Sql, prefixes: readonly string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ prefix: string; letter: string }[]>`
    WITH RECURSIVE step AS (
      SELECT wanted.prefix, next.word, substr(next.word, length(wanted.prefix) + 1, 1) AS letter, 0 AS steps
      FROM unnest(${prefixes}::text[]) AS wanted (prefix)
      CROSS JOIN LATERAL (SELECT word FROM vocabulary WHERE word >= wanted.prefix ORDER BY word LIMIT 1) AS next
      WHERE starts_with(next.word, wanted.prefix)
      UNION ALL
      SELECT step.prefix, next.word, substr(next.word, length(step.prefix) + 1, 1), step.steps + 1
      FROM step
      CROSS JOIN LATERAL (
        SELECT word FROM vocabulary
        WHERE word >= step.prefix
          || CASE step.letter WHEN '' THEN ${'\u0001'} ELSE step.letter || ${lastCharacter} END
        ORDER BY word LIMIT 1
      ) AS next
      WHERE starts_with(next.word, step.prefix) AND step.steps < ${maxAlphabetSize}
    )
    SELECT prefix, letter FROM step ORDER BY prefix, steps`;
  const letters = new Map<string, string[]>();
  for (const { prefix, letter } of found) {
    const known = letters.get(prefix) ?? [];
    letters.set(prefix, letter === '' ? known : [...known, letter]);
  }
  return letters;
}

/** Returns the texts that are a word or begin one, with the first such word. */
async function firstFrom(sql: Sql, texts: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ text: string; word: string }[]>`
    SELECT wanted.text, next.word FROM unnest(${texts}::text[]) AS wanted (text)
    CROSS JOIN LATERAL (SELECT word FROM vocabulary WHERE word >= wanted.text ORDER BY word LIMIT 1) AS next
    WHERE starts_with(next.word, wanted.text)`;
  return new Map(found.map(({ text, word }) => [text, word]));
}

function prefixesOf(word: string): string[] {
  const letters = Array.from(word);
  return [...letters.keys(), letters.length].map((length) => letters.slice(0, length).join(''));
}
