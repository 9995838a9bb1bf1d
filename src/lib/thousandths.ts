/**
 * A quantity in whole thousandths of its unit, a safe integer. Quantities are compared and added in this
 * form, never as binary fractions: `0.1 + 0.2` is 300 of them, exactly.
 */
export type Thousandths = number;

/**
 * The thousandths of a decimal quantity. What has more than three decimals is rounded up, so that
 * `level >= toThousandths(quantity)` holds exactly when the level covers the quantity.
 * @throws RangeError where the result is not a safe integer.
 */
export function toThousandths(quantity: number): Thousandths {
  const rounded = Math.round(quantity * 1000);
  const thousandths = rounded / 1000 < quantity ? rounded + 1 : rounded;
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`${quantity} cannot be held in thousandths`);
  return thousandths;
}

/** The decimal quantity, exact to three decimals: `1005` gives `1.005`. */
export function fromThousandths(thousandths: Thousandths): number {
  return thousandths / 1000;
}
