import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import {
  type Correction,
  foldQuery,
  halvesOf,
  maxWordsOfPrefix,
  partsOfWords,
  wordsOf,
  wordsOfQuery,
} from './product-query.ts';

type MaybePromise<Result> = Result | Promise<Result>;

/** A search term: a whole word, or the prefix of one. */
export interface Term {
  text: string;
  isPrefix: boolean;
}

/** Product index in a database. Methods are batched, since a round trip may cost more than the lookup. */
export interface ProductIndex {
  /** Number of the latest import. */
  generation(): MaybePromise<number>;
  /** Exact ID and SKU, then IDs, SKUs and names that begin with the text. An empty text finds all products. */
  startsOf(text: string, limit: number): MaybePromise<ProductId[]>;
  /** Returns for each prefix up to `limit` words that start with it, sorted. */
  wordsFrom(prefixes: readonly string[], limit: number): MaybePromise<string[][]>;
  /** Returns for each word the words that are one typing error away. */
  correctionsOf(words: readonly string[]): MaybePromise<Correction[][]>;
  /** Products that match one of the terms of every word, by ascending ID. */
  matching(termsOfWords: readonly Term[][], limit: number): MaybePromise<ProductId[]>;
  /** Returns the products in the order of the IDs. */
  productsOf(productIds: readonly ProductId[]): MaybePromise<Product[]>;
}

/**
 * Searches products by typed text. Starts over if an import was committed meanwhile, since each call of the index reads
 * the latest state.
 */
export async function searchProducts(
  index: ProductIndex,
  query: string,
  page: number,
  pageSize: number,
): Promise<{ products: Product[]; hasMore: boolean }> {
  const before = await index.generation();
  const end = page * pageSize;
  const found = new Set<ProductId>();
  for await (const productIds of tiers(index, foldQuery(query), end + 1)) {
    for (const productId of productIds) found.add(productId);
    if (found.size > end) break;
  }
  const products = await index.productsOf([...found].slice(end - pageSize, end));
  const isConsistent = (await index.generation()) === before;
  return isConsistent ? { products, hasMore: found.size > end } : searchProducts(index, query, page, pageSize);
}

const maxSuggestions = 3;
const maxWordsOfText = 8;

/**
 * Finds for each text the products with most of its words in their names, in any order: the longest run of words that
 * the catalog has, of two or more words, or the whole of a name. If there are none, words with one typing error count as
 * what they may be. Words of other sentences than names do no harm.
 */
export async function suggestProducts(index: ProductIndex, texts: readonly string[]): Promise<Product[][]> {
  const wordsOfTexts = texts.map((text) => wordsOf(foldQuery(text)).filter((word) => Array.from(word).length > 2));
  const all = [...new Set(wordsOfTexts.flat())];
  const first = await index.wordsFrom(all, 1);
  const known = new Map(all.flatMap((word, at) => (first[at]?.[0] === word ? [[word, [word]] as const] : [])));
  const suggested: Product[][] = [];
  for (const words of wordsOfTexts) {
    let found = await suggestionsOf(index, spellingsOf(words, known));
    if (found.length === 0) found = await suggestionsOf(index, await correctedWords(index, words, known));
    suggested.push(found);
    // Many texts don't delay other requests.
    await nextTurn();
  }
  return suggested;
}

/** The words of a text that the catalog has, each with its possible spellings. */
function spellingsOf(words: readonly string[], known: ReadonlyMap<string, readonly string[]>): (readonly string[])[] {
  return words.flatMap((word) => [known.get(word) ?? []].filter(({ length }) => length > 0)).slice(0, maxWordsOfText);
}

/** Shorter words are one typing error away from too many others. */
const minCorrected = 4;

async function correctedWords(
  index: ProductIndex,
  words: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): Promise<(readonly string[])[]> {
  const unknown = words.filter((word) => !known.has(word) && word.length >= minCorrected).slice(0, maxWordsOfText);
  if (unknown.length === 0) return [];
  const corrections = await index.correctionsOf(unknown);
  const whole = corrections.map((each) => each.filter((one) => one.whole).map(({ text }) => text));
  return spellingsOf(words, new Map([...known, ...unknown.map((word, at) => [word, whole[at] ?? []] as const)]));
}

/** @param words the possible spellings of each word */
async function suggestionsOf(index: ProductIndex, words: readonly (readonly string[])[]): Promise<Product[]> {
  const all = new Set(words.flat());
  for (let length = words.length; length > 0; length--) {
    const found = new Set<ProductId>();
    for (let start = 0; start + length <= words.length; start++) {
      const terms = words.slice(start, start + length).map((spellings) => spellings.map(wholeWord));
      for (const productId of await index.matching(terms, maxSuggestions)) found.add(productId);
    }
    const products = found.size === 0 ? [] : await index.productsOf([...found].slice(0, maxSuggestions));
    const isWhole = ({ name }: Product) => wordsOf(foldQuery(name ?? '')).every((word) => all.has(word));
    const named = length > 1 ? products : products.filter((product) => product.name !== null && isWhole(product));
    if (named.length > 0) return named;
  }
  return [];
}

/** Yields up to `limit` products for each kind of match, best first. Later ones repeat products of earlier ones. */
async function* tiers(index: ProductIndex, text: string, limit: number): AsyncGenerator<ProductId[]> {
  yield await index.startsOf(text, limit);
  const words = wordsOfQuery(text);
  if (words.length === 0) return;
  const asTyped = await termsOf(index, words);
  const matching = async (others: readonly Term[][]) => {
    const terms = asTyped.map((each, word) => each.concat(others[word] ?? []));
    return matchingAll(index, terms, limit);
  };
  yield await matching([]);
  for (const parts of await splitsOf(index, words)) yield await matchingAll(index, await termsOf(index, parts), limit);
  // Whole words first: `velvte` is more likely velvet than the prefix of another word.
  const corrections = await index.correctionsOf(words);
  const whole = corrections.map((each) => each.filter((one) => one.whole).map(({ text }) => wholeWord(text)));
  if (whole.some((terms) => terms.length > 0)) yield await matching(whole);
  if (corrections.every((each) => each.length === 0)) return;
  const terms = await termsOf(
    index,
    corrections.flatMap((each) => each.map((one) => one.text)),
  );
  yield await matching(corrections.map((each) => terms.splice(0, each.length).flat()));
}

const maxSplits = 8;

/**
 * Splits words for SKUs typed without hyphens: `cp1001sk` into `cp`, `1001` and `sk`, and `cobche145` into `cobc`, `he`
 * and `145` if both are words. Empty if no word mixes letters and digits.
 */
async function splitsOf(index: ProductIndex, words: readonly string[]): Promise<string[][]> {
  const parts = partsOfWords(words);
  if (parts.length === words.length) return [];
  const inTwo = parts.map((part) => (words.includes(part) ? [] : halvesOf(part)));
  const halves = [...new Set(inTwo.flat(2))];
  const found = halves.length === 0 ? [] : await index.wordsFrom(halves, 1);
  const known = new Set(halves.filter((half, at) => found[at]?.[0] === half));
  const areKnown = (two: readonly string[]) => two.every((half) => known.has(half));
  const ways = parts.map((part, at) => [[part]].concat(inTwo[at]?.filter(areKnown) ?? []));
  return ways.reduce<string[][]>(
    (before, next) => before.flatMap((start) => next.map((way) => [...start, ...way])).slice(0, maxSplits),
    [[]],
  );
}

function matchingAll(index: ProductIndex, terms: readonly Term[][], limit: number): MaybePromise<ProductId[]> {
  return terms.some((each) => each.length === 0) ? [] : index.matching(terms, limit);
}

/** Returns the terms that match each prefix; none if no word starts with it. */
async function termsOf(index: ProductIndex, prefixes: readonly string[]): Promise<Term[][]> {
  const words = await index.wordsFrom(prefixes, maxWordsOfPrefix + 1);
  return prefixes.map((text, place) => {
    const found = words[place] ?? [];
    return found.length > maxWordsOfPrefix ? [{ text, isPrefix: true }] : found.map(wholeWord);
  });
}

function wholeWord(text: string): Term {
  return { text, isPrefix: false };
}
