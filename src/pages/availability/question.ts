import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { describeQuantityProblem } from '#features/quantity-field.tsx';
import type { ProductId } from '#contract/product-id.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { formatQuantity, readQuantity } from '#lib/locale-number.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#lib/thousandths.ts';

/** What is asked: how much of which product, and by when it is needed. */
export interface Question {
  productId: ProductId;
  quantity: Thousandths;
  neededBy: CalendarDate | null;
}

/** The question's part of the address, quantities in units. */
export interface QuestionSearch {
  product?: ProductId | string;
  quantity?: number;
  neededBy?: CalendarDate;
}

/**
 * The question that an address asks; null where product id or quantity is missing. A day needed by that has
 * passed is no part of it: the field says so, and the rest is still answered.
 */
export function questionOf({ product, quantity, neededBy }: QuestionSearch, today: CalendarDate): Question | null {
  if (typeof product !== 'number' || quantity === undefined) return null;
  return {
    productId: product,
    quantity: toThousandths(quantity),
    neededBy: neededBy !== undefined && neededBy >= today ? neededBy : null,
  };
}

/** The address's part for a question, the inverse of {@link questionOf}. */
export function searchOf({ productId, quantity, neededBy }: Question): QuestionSearch {
  return { product: productId, quantity: fromThousandths(quantity), neededBy: neededBy ?? undefined };
}

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

type FieldErrors = Partial<Record<keyof Draft, string>>;

interface Reader {
  i18n: I18n;
  locale: string;
  today: CalendarDate;
}

/** A sentence for each field that can't be asked for as it stands. */
export function draftErrors(draft: Draft, reader: Reader): FieldErrors {
  const { i18n, locale } = reader;
  const quantity = readQuantity(draft.quantity, locale);
  return {
    ...(draft.product.trim() === '' && { product: i18n._(msg`Enter a product ID, SKU or name.`) }),
    ...(!quantity.ok && { quantity: describeQuantityProblem(quantity.reason, i18n, locale) }),
    ...pastDay(draft.neededBy, reader),
  };
}

/** The sentence for a ship-by date that has passed. */
export function pastDay(neededBy: CalendarDate | null | undefined, { i18n, today }: Reader): FieldErrors {
  return neededBy && neededBy < today ? { neededBy: i18n._(msg`Enter today or a later date.`) } : {};
}
