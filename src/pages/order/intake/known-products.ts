import type { QueryClient } from '@tanstack/react-query';

import { knownProducts, products } from '#api/products.ts';
import type { OrderListOptions, QuestionReading } from '#domain/order-list/order-list.ts';
import { productIdIn } from '#domain/product-entry.ts';
import { findByName, isName } from '#pages/order/lines/product-directory.ts';

import type { OpenList } from './open-list.ts';
import { type KnownProducts, mergedQuestions, type ReviewRow } from './review-rows.ts';

/** What the catalogue knows of ids and SKUs; nothing where it can't be asked. */
export type LookUp = (texts: readonly string[]) => Promise<KnownProducts>;

export function catalogueOf(queries: QueryClient): LookUp {
  return (texts) => {
    const keys = new Set(texts.map((text) => text.toLowerCase()));
    return knownProducts(
      [...keys].filter((key) => key !== ''),
      queries,
    );
  };
}

/** Names that are looked for one by one; with more of them, a list is hardly one of names. */
const mostNames = 50;

/**
 * The same, names among them, and null for what is no product. An id may be one that the service knows better where the
 * catalogue has none of the list.
 */
export function wholeCatalogueOf(queries: QueryClient): LookUp {
  const search = async (text: string) => (await queries.fetchQuery(products.search(text))).products;
  return async (texts) => {
    const known = new Map(await catalogueOf(queries)(texts));
    const isEmpty = known.size === 0;
    const missing = [...new Set(texts.map((text) => text.trim().toLowerCase()))].filter((key) => !known.get(key));
    for (const key of missing) if (!isName(key) && !(isEmpty && productIdIn(key) !== null)) known.set(key, null);
    for (const name of missing.filter(isName).slice(0, mostNames)) known.set(name, await findByName({ search }, name));
    return known;
  };
}

/** A list whose columns the catalogue told, as far as it can. */
export interface SettledColumns {
  open: OpenList;
  /** What was chosen for the person, who may choose otherwise where it is still asked. */
  answers: NonNullable<OrderListOptions['answers']>;
}

/** As many products of each reading as tell what it holds. */
const looked = 200;

/**
 * Has the catalogue say in which column the products stand, where the list leaves it open, or holds none of them where
 * they seem to stand: the column with the most products that exist. Who knows better is asked unless every product of
 * it exists, or none of any other. Numbers that count the rows are never taken for products.
 */
export async function settleColumns(open: OpenList, lookUp: LookUp): Promise<SettledColumns> {
  const { questions, elsewhere, lines, refused } = open.list.reading;
  const asked = questions.find(({ about }) => about === 'columns');
  const likely = asked?.readings ?? [{ key: '0', example: null, lines, refused }];
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
  // What the list says by itself stands, unless all else speaks for another column.
  if (most === 0 || isTied || isCount(sample) || (asked === undefined && at === 0)) return { open, answers: {} };
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

/** Those of lines without a quantity too: what they say about the products is no worse for it. */
function productsIn({ lines, refused }: QuestionReading): string[] {
  const texts = new Set<string>();
  for (const { product = '' } of [...lines, ...refused]) {
    if (product !== '') texts.add(product.toLowerCase());
    if (texts.size === looked) break;
  }
  return [...texts];
}

/** 1, 2, 3 or 10, 20, 30. */
function isCount(texts: readonly string[]): boolean {
  const step = Number(texts[0]);
  return [1, 10, 100].includes(step) && texts.length > 1 && texts.every((text, at) => Number(text) === (at + 1) * step);
}

function isId(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Whether some products stand there by id and some otherwise, so that only the catalogue tells which are the same. */
export function mixesIds(rows: readonly Pick<ReviewRow, 'product'>[]): boolean {
  return rows.some(({ product }) => isId(product)) && rows.some(({ product }) => !isId(product));
}
