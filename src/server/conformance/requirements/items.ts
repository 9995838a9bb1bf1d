import { type Answered, arrayOf } from '#server/conformance/answers.ts';
import { fieldsOf } from '#server/conformance/levels.ts';
import { type Deviation, unless } from '#server/conformance/requirement.ts';

type Fields = Record<string, unknown>;

/**
 * Holds each item of an answer to `deviationsOf`, which is told where the item stands. A result without an item is
 * the envelope's to name.
 */
export function eachItem(deviationsOf: (item: Fields, at: string) => Deviation[]) {
  return (answer: Answered): Deviation[] =>
    arrayOf(answer.body['results']).flatMap((result, index) => {
      const { item } = fieldsOf(result);
      return item === undefined ? [] : deviationsOf(fieldsOf(item), `results[${index}].item`);
    });
}

/** §2.2, §2.4: both are the product id as text. What is of another type is named with the fields. */
export function idsAsText(item: Fields, at: string): Deviation[] {
  const { productId } = item;
  if (typeof productId !== 'number') return [];
  return ['itemId', 'id'].flatMap((name) =>
    typeof item[name] === 'string'
      ? unless(item[name] === String(productId), `${at}.${name}`, `"${productId}"`, item[name])
      : [],
  );
}
