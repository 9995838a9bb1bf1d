import { t } from '@lingui/core/macro';

import { describeQuantityProblem } from '#features/fields/quantity-problem.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { Product } from '#contract/gateway.ts';
import { readQuantity } from '#lib/locale-number.ts';

import type { LineProblem } from './line-view.ts';
import type { OrderWords } from './order-words.ts';

/** What is wrong with what stands in a line, and what would be right. */
export function problemWords(
  problem: LineProblem,
  line: DraftLine,
  product: Product | null,
  { i18n, locale }: OrderWords,
): string {
  switch (problem) {
    case 'no-product':
      return t(i18n)`The product is missing: write an id, an SKU or a name.`;
    case 'not-found':
      return t(i18n)`No product has the id, SKU or name “${line.product}”.`;
    case 'no-quantity': {
      const reading = readQuantity(line.quantityText, locale);
      return describeQuantityProblem(reading.ok ? 'empty' : reading.reason, i18n, locale);
    }
    case 'other-unit':
      return t(
        i18n,
      )`The list says ${line.writtenUnit}, the product is sold by ${product?.unit ?? ''}. Nothing was converted.`;
    case 'past-date':
    default:
      return t(i18n)`Needed by is before today.`;
  }
}
