import { readProductEntry } from '#domain/product-entry.ts';
import { type CalendarDate } from '#lib/calendar-date.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import { toThousandths } from '#lib/thousandths.ts';

import type { QuestionSearch } from './question.ts';

/** What stands in the form, as it was written. */
export interface Draft {
  product: string;
  quantity: string;
  neededBy: CalendarDate | null;
}

/** The form for an address: quantities as the locale writes them. */
export function draftOf({ product, quantity, neededBy }: QuestionSearch, locale: string): Draft {
  return {
    product: product === undefined ? '' : String(product),
    quantity: quantity === undefined ? '' : formatQuantity(toThousandths(quantity), locale),
    neededBy: neededBy ?? null,
  };
}

/** A draft whose product field holds `12345 x 40` with each part in its own field; what was typed last counts. */
export function splitEntry(draft: Draft, locale: string): Draft {
  const { product, quantity } = readProductEntry(draft.product, locale);
  return quantity === null ? draft : { ...draft, product, quantity: formatQuantity(quantity, locale) };
}
