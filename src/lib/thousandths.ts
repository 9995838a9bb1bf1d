/**
 * A quantity in whole thousandths of its unit, a safe integer. Quantities are compared and added in this
 * form, never as binary fractions: `0.1 + 0.2` is 300 of them, exactly.
 */
export type Thousandths = number;

/** The largest quantity that can be asked for: 1,000,000,000 units (§8, left open there). */
export const largestQuantity: Thousandths = 1_000_000_000_000;

/**
 * The thousandths of a quantity asked for. What has more than three decimals is rounded up, so that
 * `level >= toThousandths(quantity)` holds exactly when the level covers the quantity; binary noise, such as that
 * of `0.1 + 0.2`, is no decimal.
 * @throws RangeError where the result is not a safe integer.
 */
export function toThousandths(quantity: number): Thousandths {
  const thousandths = withoutNoise(quantity * 1000, Math.ceil);
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`${quantity} cannot be held in thousandths`);
  return thousandths;
}

/**
 * The thousandths of a level (`stockQuantity` of §2.3), negative ones included. What has more than three decimals
 * is rounded towards zero and what is too large to hold is cut, so that a level never promises more than there is.
 * @throws RangeError where it is not a number.
 */
export function levelToThousandths(level: number): Thousandths {
  if (Number.isNaN(level)) throw new RangeError('A level must be a number');
  const thousandths = withoutNoise(level * 1000, Math.trunc);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(thousandths, Number.MAX_SAFE_INTEGER));
}

/** The thousandths of a quantity, whole or not: two quantities are the same where these are, binary noise aside. */
export function exactThousandths(quantity: number): number {
  return withoutNoise(quantity * 1000, (scaled) => scaled);
}

/** The decimal quantity, exact to three decimals: `1005` gives `1.005`. */
export function fromThousandths(thousandths: Thousandths): number {
  return thousandths / 1000;
}

/** The smallest of 1, 2, 5 times a power of ten that is at least `least`, in whole thousandths. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const decimals = Array.from({ length: 1000 }, (_, rest) => String(rest / 1000).slice(1));

/** {@link fromThousandths} as JSON writes it, in an eighth of the time that a fraction takes to become a text. */
export function printThousandths(thousandths: Thousandths): string {
  if (thousandths < 0) return `-${printThousandths(-thousandths)}`;
  const rest = thousandths % 1000;
  return `${(thousandths - rest) / 1000}${decimals[rest]}`;
}

/** More digits than a double holds reliably: what differs by less is how it was computed, not what was meant. */
const noise = 8 * Number.EPSILON;

function withoutNoise(scaled: number, round: (value: number) => number): number {
  const nearest = Math.round(scaled);
  const whole = Math.abs(scaled - nearest) <= Math.abs(scaled) * noise ? nearest : round(scaled);
  return whole === 0 ? 0 : whole;
}
