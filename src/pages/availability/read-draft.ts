import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { describeQuantityProblem } from '#features/fields/quantity-problem.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { readQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { Draft } from './draft.ts';

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
