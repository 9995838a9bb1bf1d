import { unitName } from '#domain/order-list/unit-word.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { formatQuantity, readQuantity } from '#lib/locale-number.ts';

const withUnit = /^(.*\d)\s*([^\d.,'\s]+)$/u;

/** What is written in a quantity cell: a number, with a unit or without. What is no quantity is kept as written. */
export function readQuantityCell(
  text: string,
  locale: string,
): Pick<DraftLine, 'quantity' | 'quantityText' | 'writtenUnit'> {
  const [, figure, unit] = withUnit.exec(text.trim()) ?? [];
  const isMeasure = figure !== undefined && unit !== undefined && unitName(unit) !== null;
  const reading = readQuantity(isMeasure ? figure : text, locale);
  if (!reading.ok) return { quantity: null, quantityText: text.trim(), writtenUnit: '' };
  return {
    quantity: reading.value,
    quantityText: formatQuantity(reading.value, locale),
    writtenUnit: isMeasure ? unit : '',
  };
}
