/**
 * A quantity in whole thousandths of its unit, a safe integer. Used for all comparisons and sums, because doubles
 * aren't exact: `0.1 + 0.2` is exactly 300 thousandths.
 */
export type Thousandths = number;

/** Largest quantity of a request: 1,000,000,000 units (undefined in §8). */
export const maxQuantity: Thousandths = 1_000_000_000_000;

/**
 * Converts a requested quantity. Further decimals are rounded up, so that `level >= toThousandths(quantity)` holds
 * exactly if the level covers the quantity. Floating-point noise, as in `0.1 + 0.2`, isn't a decimal.
 * @throws RangeError if the result isn't a safe integer
 */
export function toThousandths(quantity: number): Thousandths {
  const thousandths = withoutNoise(quantity * 1000, Math.ceil);
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`${quantity} cannot be held in thousandths`);
  return thousandths;
}

/**
 * Converts a level (`stockQuantity` of §2.3), which may be negative. Further decimals are truncated and large values
 * are clamped, so that a level never promises more than is available.
 * @throws RangeError for NaN
 */
export function levelToThousandths(level: number): Thousandths {
  if (Number.isNaN(level)) throw new RangeError('A level must be a number');
  const thousandths = withoutNoise(level * 1000, Math.trunc);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(thousandths, Number.MAX_SAFE_INTEGER));
}

/** Thousandths of a quantity, possibly fractional. Quantities are equal if these are, ignoring floating-point noise. */
export function exactThousandths(quantity: number): number {
  return withoutNoise(quantity * 1000, (scaled) => scaled);
}

/** The decimal quantity, exact to three decimals: `1005` gives `1.005`. */
export function fromThousandths(thousandths: Thousandths): number {
  return thousandths / 1000;
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least `least`, in whole thousandths. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const decimals = Array.from({ length: 1000 }, (_, rest) => String(rest / 1000).slice(1));

/** JSON text of {@link fromThousandths}, eight times as fast as converting a fraction. */
export function printThousandths(thousandths: Thousandths): string {
  if (thousandths < 0) return `-${printThousandths(-thousandths)}`;
  const rest = thousandths % 1000;
  return `${(thousandths - rest) / 1000}${decimals[rest]}`;
}

/** Relative error below which a difference comes from floating-point arithmetic. */
const noise = 8 * Number.EPSILON;

function withoutNoise(scaled: number, round: (value: number) => number): number {
  const nearest = Math.round(scaled);
  const whole = Math.abs(scaled - nearest) <= Math.abs(scaled) * noise ? nearest : round(scaled);
  return whole === 0 ? 0 : whole;
}
