import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';

import { products } from '#data/products.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import {
  parseProductId,
  type ProductEntry,
  productReadings,
  suggestProducts,
  type Suggestion,
} from '#stock/product-entry.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

/** The user's formats, and the service's date. */
interface Reader {
  locale: string;
  today: CalendarDate;
}

/** The product or products that a text refers to, each with the quantity and date that the text then contains. */
export type Resolution =
  | { kind: 'one'; found: Suggestion }
  /** Several products match, so the user selects one. Best first. */
  | { kind: 'several'; choices: readonly Suggestion[] }
  | { kind: 'none' };

const freshFor = 5 * 60_000;

/** What a text such as `300 m blue poplin by Dec 12` may mean, best first. Previous suggestions stay while loading. */
export const suggestions = (text: string, { locale, today }: Reader, most?: number) =>
  queryOptions({
    queryKey: ['products', 'suggestions', { text: text.trim(), locale, today, most }],
    queryFn: ({ client }) => {
      const search = async (words: string) => (await client.fetchQuery(products.search(words, most))).products;
      return suggestProducts(text, { locale, today }, search);
    },
    staleTime: freshFor,
    placeholderData: keepPreviousData,
    enabled: text.trim() !== '',
  });

/**
 * Finds the product whose ID or SKU a text contains, otherwise what it may mean by name. An ID is used even if the
 * catalog doesn't contain it or can't be reached, because the stock service may know it. Throws the client's errors.
 */
export async function resolveProduct(queries: QueryClient, text: string, reader: Reader): Promise<Resolution> {
  const readings = productReadings(text, reader);
  const ids = readings.map(({ product }) => parseProductId(product));
  const known = await Promise.all(readings.map(({ product }) => queries.fetchQuery(products.one(product)))).catch(
    (error: unknown) => {
      if (ids.some((id) => id !== null)) return [];
      throw error;
    },
  );
  const exact = readings.map((reading, at) => (known[at] ? suggestionOf(reading, known[at]) : null));
  const [likeliest, ...others] = exact;
  if (likeliest) return { kind: 'one', found: likeliest };
  const [id] = ids;
  const [reading] = readings;
  if (id && reading)
    return { kind: 'one', found: { ...reading, product: { productId: id, name: null, sku: null, unit: null } } };
  const listed = others.filter((each) => each !== null);
  const choices = listed.length > 0 ? listed : await queries.fetchQuery(suggestions(text, reader));
  const [first] = choices;
  if (first === undefined) return { kind: 'none' };
  return choices.length === 1 ? { kind: 'one', found: first } : { kind: 'several', choices };
}

function suggestionOf(reading: ProductEntry, product: Product): Suggestion {
  return { ...reading, product };
}

/** Query that resolves a product from text in the URL. */
export const productOf = (text: string, reader: Reader) =>
  queryOptions({
    queryKey: ['products', 'meant', { text, locale: reader.locale, today: reader.today }],
    queryFn: ({ client }) => resolveProduct(client, text, reader),
    staleTime: freshFor,
  });
