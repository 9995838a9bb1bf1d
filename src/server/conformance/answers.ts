import { fieldsOf } from './levels.ts';
import type { Exchange } from './probe.ts';

/** An exchange that came back with a JSON object and a status of 200 to 299. */
export interface Answered {
  exchange: Exchange;
  body: Record<string, unknown>;
}

export function hasSucceeded({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 200 && answer.status < 300;
}

/** The exchanges that something can be read from. */
export function answered(...exchanges: readonly (Exchange | null)[]): Answered[] {
  return exchanges.flatMap((exchange) => {
    if (exchange === null || !hasSucceeded(exchange)) return [];
    const { json } = exchange;
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? [{ exchange, body: fieldsOf(json) }]
      : [];
  });
}

/** The `item` of each of the results (§2.1); an empty object for what is none. */
export function itemsOf({ body }: Answered): Record<string, unknown>[] {
  return arrayOf(body['results']).map((result) => fieldsOf(fieldsOf(result)['item']));
}

/** The answers whose every result holds an item with a product id: of others nothing more can be said than that. */
export function readable(answers: readonly Answered[]): Answered[] {
  return answers.filter((answer) => itemsOf(answer).every(({ productId }) => typeof productId === 'number'));
}

/** The product ids of the results; what is no number is left out. */
export function productIdsOf(answer: Answered): number[] {
  return itemsOf(answer).flatMap(({ productId }) => (typeof productId === 'number' ? [productId] : []));
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
