import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import type { Locale } from '#ui/locale.tsx';
import { describeQuantityProblem } from '#parts/quantity-field.tsx';
import type { ProductId } from '#stock/contract/product-id.ts';
import { shipByProblem } from '#stock/ship-by.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';
import { type ProductEntry, readProductEntry, type Suggestion } from '#stock/product-entry.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { readTypedQuantity } from '#stock/typed-quantity.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#stock/thousandths.ts';

/** A check: product, quantity (thousandths) and ship-by date. */
export interface AvailabilityQuery {
  productId: ProductId;
  quantity: Thousandths;
  shipBy: CalendarDate | null;
}

/** What the page shows: a query, or without a quantity the product's calendar alone. */
export type ShownQuery = Omit<AvailabilityQuery, 'quantity'> & { quantity: Thousandths | null };

/** A query's search parameters. The quantity is in the product's unit; without a product, in `unit`. */
export interface AvailabilitySearch {
  product?: ProductId | string;
  quantity?: number;
  unit?: string;
  shipBy?: CalendarDate;
}

/**
 * Returns what an address asks; null without a product id. A rejected ship-by date is omitted: its field shows an error,
 * and the rest is still checked.
 */
export function queryOf({ product, quantity, shipBy }: AvailabilitySearch, today: CalendarDate): ShownQuery | null {
  if (typeof product !== 'number') return null;
  return {
    productId: product,
    quantity: quantity === undefined ? null : toThousandths(quantity),
    shipBy: shipBy !== undefined && shipByProblem(shipBy, today) === null ? shipBy : null,
  };
}

/** Returns the search parameters. Inverse of {@link queryOf}. */
export function searchOf({ productId, quantity, shipBy }: ShownQuery): AvailabilitySearch {
  return {
    product: productId,
    quantity: quantity === null ? undefined : fromThousandths(quantity),
    unit: undefined,
    shipBy: shipBy ?? undefined,
  };
}

/** Values of the form, as entered. */
export interface Draft {
  product: string;
  quantity: string;
  shipBy: CalendarDate | null;
}

/** Returns the form values of an address, with the quantity in the locale's format. */
export function draftOf({ product, quantity, unit, shipBy }: AvailabilitySearch, locale: string): Draft {
  const figure = quantity === undefined ? '' : formatQuantity(toThousandths(quantity), locale);
  return {
    product: product === undefined ? '' : String(product),
    // The unit stays in the field, which compares it with the product's.
    quantity: product === undefined && figure !== '' ? [figure, unit].filter(Boolean).join(' ') : figure,
    shipBy: shipBy ?? null,
  };
}

/**
 * Moves the parts of `12345 x 40` in the product field to their fields, replacing what they contain.
 * @param checkedShipBy ship-by date of the query on screen; it isn't kept for a quantity typed without a date
 */
export function splitEntry(
  draft: Draft,
  reader: Pick<Reader, 'locale' | 'today'>,
  checkedShipBy: CalendarDate | null,
): Draft {
  const { product, ...beside } = readProductEntry(draft.product, reader);
  const isSplit = beside.quantity !== null || beside.shipBy !== null;
  return isSplit ? { product, ...fieldsBeside(draft, beside, reader.locale, checkedShipBy) } : draft;
}

/** Puts a product into its field, and what was typed beside it into the others, as {@link splitEntry} does. */
export function withProduct(
  draft: Draft,
  { product, ...beside }: Suggestion,
  locale: string,
  checkedShipBy: CalendarDate | null,
): Draft {
  const isOwnUnit = beside.unit !== null && product.unit !== null && isSameUnit(beside.unit, product.unit);
  const fields = fieldsBeside(draft, isOwnUnit ? { ...beside, unit: null } : beside, locale, checkedShipBy);
  return { product: String(product.productId), ...fields };
}

/** The unit stays in the quantity field, which compares it with the product's. */
function fieldsBeside(
  draft: Draft,
  beside: Omit<ProductEntry, 'product'>,
  locale: string,
  checkedShipBy: CalendarDate | null,
): Omit<Draft, 'product'> {
  const figure = beside.quantity === null ? null : formatQuantity(beside.quantity, locale);
  const quantity = figure === null || beside.unit === null ? figure : `${figure} ${beside.unit}`;
  const keptShipBy = quantity !== null && draft.shipBy === checkedShipBy ? null : draft.shipBy;
  return { quantity: quantity ?? draft.quantity, shipBy: beside.shipBy ?? keptShipBy };
}

export type FieldErrors = Partial<Record<keyof Draft, string>>;

interface Reader {
  i18n: I18n;
  locale: string;
  today: CalendarDate;
  namedToday: CalendarDate | null;
  formatDate: Locale['formatDate'];
}

/**
 * Returns an error message for each invalid field. Without a quantity the product's calendar is shown.
 * @param unit of the product; null if it has none or isn't known yet
 */
export function draftErrors(draft: Draft, reader: Reader, unit: string | null = null): FieldErrors {
  const { i18n, locale } = reader;
  const quantity = readTypedQuantity(draft.quantity, locale, unit === null ? [] : [unit]);
  return {
    ...(draft.product.trim() === '' && { product: i18n._(msg`Enter a product ID, SKU or name.`) }),
    ...(!quantity.ok && quantity.reason !== 'empty' && { quantity: describeQuantityProblem(quantity, i18n, locale) }),
    ...shipByErrors(draft.shipBy, reader),
  };
}

/** Returns the error message for a rejected ship-by date. */
export function shipByErrors(
  shipBy: CalendarDate | null | undefined,
  { i18n, today, namedToday, formatDate }: Reader,
): FieldErrors {
  const problem = shipBy ? shipByProblem(shipBy, today) : null;
  if (problem === null) return {};
  if (problem === 'far-date') return { shipBy: i18n._(msg`Enter a date within the next 20 years.`) };
  return {
    shipBy:
      namedToday === null
        ? i18n._(msg`Enter ${formatDate(today, 'medium')} or a later date.`)
        : i18n._(msg`Enter today or a later date.`),
  };
}
