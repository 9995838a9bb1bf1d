import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { knownProducts, maxKeys, products } from '#data/products.ts';
import type { OrderListOptions, QuestionReading } from '#stock/order-list/order-list.ts';
import type { KnownProducts } from '#stock/order-list/prose-products.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { parseProductId } from '#stock/product-entry.ts';
import { findByName, isName } from '#stock/order/line-product.ts';

import type { OpenList } from './open-list.ts';
import { type ListLookup, mergedQuestions, type NamedProducts, type ReviewRow } from './review-rows.ts';

/** Looks up ids and SKUs in the catalog. */
export type CatalogLookup = (texts: readonly string[]) => Promise<KnownProducts>;

export function catalogLookup(queries: QueryClient): CatalogLookup {
  return (texts) => {
    const keys = new Set(texts.map((text) => text.toLowerCase()));
    return knownProducts(
      [...keys].filter((key) => key !== ''),
      queries,
    );
  };
}

/** Maximum number of names searched one by one. A list with more is hardly one of names. */
const maxNames = 50;

/** Products of a list: `known` by ID, SKU or name, null if there is none; `named` are to be suggested. */
export interface ReviewedProducts {
  known: KnownProducts;
  named: NamedProducts;
}

/**
 * Query for the products that a review shows. A text takes one request, unless it has more keys than fit or names that
 * its columns say to be products. If the catalog has none of the products, ids are left out, since the service may know
 * them.
 */
export function reviewedProducts(lookup: ListLookup, queries: QueryClient) {
  return queryOptions({
    queryKey: ['products', 'review', lookup],
    queryFn: () => lookUpList(lookup, queries),
  });
}

async function lookUpList({ texts, keys, names }: ListLookup, queries: QueryClient): Promise<ReviewedProducts> {
  const all = [...new Set([...texts, ...keys].map((text) => text.trim().toLowerCase()))].filter((key) => key !== '');
  const known = new Map<string, Product | null>();
  const named = new Map<string, readonly Product[]>();
  const first = all.slice(0, maxKeys);
  if (names.length > 0) {
    const found = await queries.fetchQuery(products.inText(first, names));
    for (const [at, product] of found.products.entries()) if (product) known.set(first[at] ?? '', product);
    for (const [at, name] of names.entries()) named.set(name, found.named?.[at] ?? []);
  }
  for (const [key, product] of await knownProducts(names.length > 0 ? all.slice(maxKeys) : all, queries))
    known.set(key, product);
  const isEmpty = known.size === 0;
  const missing = all.filter((key) => !known.get(key));
  const ofColumns = new Set(texts.map((text) => text.trim().toLowerCase()));
  const searched = missing.filter((key) => isName(key) && ofColumns.has(key)).slice(0, maxNames);
  for (const key of missing)
    if (!(isName(key) && ofColumns.has(key)) && !(isEmpty && parseProductId(key) !== null)) known.set(key, null);
  const search = async (text: string) => (await queries.fetchQuery(products.search(text))).products;
  for (const name of searched) known.set(name, await findByName({ search }, name));
  return { known, named };
}

/** A list whose columns were determined with the catalog, if possible. */
export interface ResolvedColumns {
  open: OpenList;
  /** Answers selected automatically; the user can change those still asked. */
  answers: NonNullable<OrderListOptions['answers']>;
}

/** Number of products per reading that are looked up. */
const sampleSize = 200;

/**
 * Determines the product column with the catalog if the list leaves it open, or if its likely column contains no known
 * product. Selects the column with the most known products. The user is still asked unless all its products are known,
 * or none of any other column. Row numbers never count as products.
 */
export async function resolveColumns(open: OpenList, lookUp: CatalogLookup): Promise<ResolvedColumns> {
  const { questions, elsewhere, lines, refused } = open.list.reading;
  const requested = questions.find(({ about }) => about === 'columns');
  const likely = requested?.readings ?? [{ key: '0', example: null, lines, refused }];
  const readings = [...likely, ...elsewhere];
  if (readings.length < 2) return { open, answers: {} };
  const samples = readings.map(productsIn);
  const known = await lookUp(samples.flat());
  const counts = samples.map((sample) => sample.filter((text) => known.get(text)).length);
  const most = Math.max(...counts);
  const at = counts.indexOf(most);
  const best = readings[at] as QuestionReading;
  const sample = samples[at] ?? [];
  const isTied = counts.filter((count) => count === most).length > 1;
  // The list's own reading applies, unless the catalog clearly favors another column.
  if (most === 0 || isTied || isCount(sample) || (requested === undefined && at === 0)) return { open, answers: {} };
  const isElsewhere = at >= likely.length;
  const isCertain = most === sample.length || counts.every((count, other) => other === at || count === 0);
  const isSilent = isCertain && !(isElsewhere && sample.some(isId));
  const answers = { columns: best.key };
  const list = await open.again(answers);
  if (!isSilent) {
    const question = { about: 'columns' as const, readings: [best, ...likely.filter((reading) => reading !== best)] };
    list.reading.questions = mergedQuestions([question], list.reading.questions, 'columns');
  }
  return { open: { ...open, list }, answers };
}

/** Includes lines without a quantity, whose products are just as informative. */
function productsIn({ lines, refused }: QuestionReading): string[] {
  const texts = new Set<string>();
  for (const { product = '' } of [...lines, ...refused]) {
    if (product !== '') texts.add(product.toLowerCase());
    if (texts.size === sampleSize) break;
  }
  return [...texts];
}

/** Whether the texts count rows: 1, 2, 3 or 10, 20, 30. */
function isCount(texts: readonly string[]): boolean {
  const step = Number(texts[0]);
  return [1, 10, 100].includes(step) && texts.length > 1 && texts.every((text, at) => Number(text) === (at + 1) * step);
}

function isId(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Whether some products are ids and others aren't, so that only the catalog can match them. */
export function mixesIds(rows: readonly Pick<ReviewRow, 'product'>[]): boolean {
  return rows.some(({ product }) => isId(product)) && rows.some(({ product }) => !isId(product));
}
