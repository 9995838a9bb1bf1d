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

/** A sentence for each field that was not taken. */
export type FieldErrors = Partial<Record<keyof Draft, string>>;

/** A draft that can be asked once it is known which product its text means. */
export type DraftReading =
  | { ok: true; product: string; quantity: Thousandths; neededBy: CalendarDate | null }
  | { ok: false; errors: FieldErrors };

interface Reader {
  i18n: I18n;
  locale: string;
  today: CalendarDate;
}

/** Reads a draft whole: either every field is right, or each wrong one has its sentence. */
export function readDraft(draft: Draft, reader: Reader): DraftReading {
  const { i18n, locale } = reader;
  const product = draft.product.trim();
  const quantity = readQuantity(draft.quantity, locale);
  const errors: FieldErrors = {
    ...(product === '' && { product: i18n._(msg`Product is missing: write an id, an SKU or a name.`) }),
    ...(!quantity.ok && { quantity: describeQuantityProblem(quantity.reason, i18n, locale) }),
    ...pastDay(draft.neededBy, reader),
  };
  if (!quantity.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, product, quantity: quantity.value, neededBy: draft.neededBy };
}

/** The sentence for a day needed by that has passed. */
export function pastDay(neededBy: CalendarDate | null | undefined, { i18n, today }: Reader): FieldErrors {
  return neededBy && neededBy < today ? { neededBy: i18n._(msg`Needed by must be today or later.`) } : {};
}
