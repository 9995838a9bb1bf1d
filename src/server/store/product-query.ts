import { type ProductId, largestProductId } from '#contract/product-id.ts';

import { foldText, wordsOf } from './search-text.ts';

// How what a person types is read, whatever database then looks for it.

/** What a person types is shorter; what is longer is read up to here. */
const longestQuery = 200;
const mostWords = 8;

/** Sorts behind everything that a text can go on with. */
export const lastCharacter = '\u{10FFFF}';

/** Looked up one by one, few words cost less than their common beginning, which merges the lists of all. */
export const mostWordsOfBeginning = 16;

/** A run of product ids, both ends included. */
export interface IdRange {
  from: ProductId;
  to: ProductId;
}

export const everyId: IdRange = { from: 1, to: largestProductId };

export function foldQuery(query: string): string {
  return foldText(query.slice(0, longestQuery));
}

/** The words of a folded query that count. */
export function wordsOfQuery(folded: string): string[] {
  return wordsOf(folded).slice(0, mostWords);
}

/** The product id that is written there, in ASCII digits without leading zeros; null for anything else. */
export function productIdOf(text: string): ProductId | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestProductId ? Number(text) : null;
}

/** The ids that begin with the digits of this one and are longer, the shorter ones first. */
export function* idsBeginningWith(productId: ProductId): Generator<IdRange> {
  for (let scale = 10; productId * scale <= largestProductId; scale *= 10)
    yield { from: productId * scale, to: Math.min(productId * scale + scale - 1, largestProductId) };
}
