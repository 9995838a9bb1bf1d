import { readQuantity } from './locale-number.ts';
import { maxQuantity, type Thousandths } from './thousandths.ts';

import { unitName } from '#stock/order-list/unit-word.ts';

/**
 * A count and the quantity of each. No number is as long as a product ID, since `10001 x 300` is a product and its quantity.
 */
const multiplication =
  /(?<![\p{L}\p{N}.,/-]|\p{N}\s?[x×*]\s?)(?<count>[1-9]\d{0,2})(?:\s?[x×*]|\s?(?<first>\p{L}+)\.?\s(?:[x×*]|(?<of>of|à|von|zu|je)))\s?(?<each>\d{1,4}(?:[.,]\d{1,3})?)(?![\p{N}/-]|[.,]\d|\s?[x×*]\s?\d)(?:\s?(?<unit>\p{L}+[²³2]?)(?![\p{L}\p{N}]))?/iu;

/** Units that hold a quantity of another unit. */
const containers = new Set(['roll', 'bale', 'box', 'pack', 'set', 'pallet', 'bag', 'bottle', 'can', 'sheet', 'cone']);

/** What is written as a count and the quantity of each: `2 x 45 m`, `2 rolls of 45 m`. */
export interface WrittenMultiplication {
  text: string;
  count: number;
  /** The quantity of each, as written. */
  each: string;
  /** Unit of the total. Empty without a known one. */
  unit: string;
}

/** Finds the only multiplication in a text; null without one, or with several. */
export function multiplicationIn(text: string): WrittenMultiplication | null {
  const [found, ...others] = text.matchAll(new RegExp(multiplication, 'giu'));
  const { count, first, of, each = '', unit = '' } = found?.groups ?? {};
  if (found === undefined || others.length > 0) return null;
  const unitOfTotal = totalUnit(first, unit, of !== undefined);
  if (unitOfTotal === null) return null;
  const isUnit = unitName(unit) !== null;
  const written = isUnit ? found[0] : found[0].slice(0, found[0].lastIndexOf(each) + each.length);
  return { text: written, count: Number(count), each, unit: unitOfTotal };
}

/**
 * The unit of the total, of those after the two numbers: m for `3 rolls x 50 m` and `50 m x 3 rolls`. Empty without a known
 * one; null if it can't be a multiplication (`50 cm x 3 m`, `50 kg of 25`).
 */
function totalUnit(first: string | undefined, second: string, isOf: boolean): string | null {
  const [firstName, secondName] = [unitName(first ?? ''), unitName(second)];
  const isSecondMeasured = secondName !== null && secondName !== 'piece' && !containers.has(secondName);
  const isPieces = firstName === 'piece' && (isOf || isSecondMeasured);
  if (first === undefined || isPieces || (firstName !== null && containers.has(firstName)))
    return secondName === null ? '' : second;
  return firstName === null || isOf || isSecondMeasured ? null : first;
}

/** Multiplies what the whole text says; null if that isn't one quantity in the locale's format. */
export function multipliedQuantity(text: string, locale: string): { quantity: Thousandths; unit: string } | null {
  const found = multiplicationIn(text);
  if (found === null || found.text !== text.trim()) return null;
  const each = readQuantity(found.each, locale);
  const quantity = each.ok ? found.count * each.value : maxQuantity + 1;
  return quantity > maxQuantity ? null : { quantity, unit: found.unit };
}
