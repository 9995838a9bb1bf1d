import { numberConventions } from './number-convention.ts';
import { formatQuantity, type QuantityReading, readQuantity } from './locale-number.ts';
import type { Thousandths } from './thousandths.ts';
import { withUnit } from './with-unit.ts';

import { latinDigits, plainText } from '#stock/order-list/plain-text.ts';
import { isSameUnit, unitName } from '#stock/order-list/unit-word.ts';

/** A quantity as typed, with the unit beside it, if any; or why there is none. */
export type TypedQuantity = { ok: true; value: Thousandths; unit: string | null } | QuantityProblem;

export type QuantityProblem =
  | Extract<QuantityReading, { ok: false }>
  /** In another unit than the product's, or than those of several products. The quantity is never converted. */
  | { ok: false; reason: 'other-unit'; value: Thousandths; unit: string; productUnits: readonly string[] };

const numberAndUnit = /^(.*?\p{Nd}[.,٫]?)\s*(\p{L}[\p{L}\p{M}\d²³. ]*)$/u;

/**
 * Parses a quantity in the locale's format, with or without a unit: `300`, `300m`, `300 lfm`, `1.250,5 m`, in the digits
 * of any script.
 * @param productUnits with which the typed one is compared: the product's, or those of several; none if unknown
 */
export function readTypedQuantity(text: string, locale: string, productUnits: readonly string[] = []): TypedQuantity {
  const bare = readDigits(text, locale);
  if (bare.ok) return { ...bare, unit: null };
  const [, number = '', unit = ''] = numberAndUnit.exec(text.trim()) ?? [];
  const isOfProduct = productUnits.some((each) => isSameUnit(unit, each));
  if (unit === '' || (unitName(unit) === null && !isOfProduct)) return bare;
  const reading = readDigits(number, locale);
  if (!reading.ok) return reading;
  return productUnits.length === 0 || isOfProduct
    ? { ...reading, unit }
    : { ok: false, reason: 'other-unit', value: reading.value, unit, productUnits };
}

/**
 * Formats what is read from a text, to be shown beside it: with the product's unit, else the typed one. Null if nothing
 * is read, or if the text says it already.
 */
export function quantityEcho(text: string, locale: string, productUnits: readonly string[]): string | null {
  const reading = readTypedQuantity(text, locale, productUnits);
  if (!reading.ok) return null;
  const figure = formatQuantity(reading.value, locale);
  const typedUnit = reading.unit;
  const own = productUnits.find((each) => typedUnit !== null && isSameUnit(typedUnit, each));
  const unit = own ?? typedUnit ?? (productUnits.length === 1 ? productUnits[0] : null) ?? null;
  const written = unit === null ? figure : withUnit(figure, unit);
  const typed = plainText(text);
  return [figure, written].some((each) => plainText(each) === typed) ? null : written;
}

/** Reads digits that are all of another script than the locale's, with the marks of that script. */
function readDigits(text: string, locale: string): QuantityReading {
  const reading = readQuantity(text, locale);
  if (reading.ok || reading.reason !== 'not-a-number' || /[0-9]/.test(text)) return reading;
  const conventions = numberConventions(locale);
  const { decimal, group } = conventions[1] ?? conventions[0];
  const latin = text
    .replaceAll('٫', decimal)
    .replaceAll('٬', group ?? '')
    .replaceAll(/[\uff0c\uff0e]/g, (mark) => mark.normalize('NFKC'))
    .replaceAll(/\p{Nd}/gu, latinDigits);
  return /[0-9]/.test(latin) ? readQuantity(latin, locale) : reading;
}
