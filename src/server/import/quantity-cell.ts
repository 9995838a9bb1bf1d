import type { Thousandths } from '#stock/thousandths.ts';

import { CellFault, type ColumnForm } from './cell-fault.ts';

export type DecimalMark = '.' | ',';

/** Names of the forms in the faults of this column. */
export const decimalForms: Readonly<Record<DecimalMark, ColumnForm>> = {
  '.': { name: 'decimal point', option: '--decimal .' },
  ',': { name: 'decimal comma', option: '--decimal ,' },
};

/** The writing of nearly all rows; the general reader takes several times as long. */
const plainNumber = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/;

/**
 * Parses a number with up to three decimals, ignoring floating-point noise: `12.5`, `1E+05`, `+5`, `5.`, `5-`, `1 234`,
 * `1,234.5`, `0.30000000000000004`. Numbers that a decimal comma would change are rejected: `1,500` can mean one and a
 * half or fifteen hundred.
 * @param decimal the column's decimal mark; null if it isn't declared: a point is a decimal point then
 */
export function readQuantity(text: string, decimal: DecimalMark | null): Thousandths | CellFault {
  const [, sign, whole = '', decimals = ''] = decimal === ',' ? [] : (plainNumber.exec(text) ?? []);
  if (sign === undefined) return readWritten(text, decimal);
  const thousandths = Number(whole) * 1000 + Number(decimals.padEnd(3, '0'));
  return sign === '-' && thousandths !== 0 ? -thousandths : thousandths;
}

function readWritten(text: string, decimal: DecimalMark | null): Thousandths | CellFault {
  const [, leading = '', unsigned = '', trailing = ''] =
    /^([-+]?)([^-+].*?|)(-?)$/.exec(text.replace('\u2212', '-')) ?? [];
  const number = unsigned.replace(groupedBySpaces, (whole) => whole.replaceAll(/\D/g, ''));
  const isNegative = leading === '-' || trailing === '-';
  const byPoint = partsOf(number, '.');
  const byComma = partsOf(number, ',');
  const isUnclear = leading !== '' && trailing !== '';
  if (isUnclear || (byPoint === null && byComma === null))
    return new CellFault('must be a number with a decimal point and without a unit, for example 1234.5');
  if (decimal !== null) {
    const parts = decimal === ',' ? byComma : byPoint;
    return parts === null
      ? new CellFault(`must be a number with a ${decimalForms[decimal].name}`)
      : toThousandths(parts, isNegative);
  }
  if (byPoint === null)
    return new CellFault('has a decimal comma: write it as in 1234.5, or use --decimal ,', [decimalForms[',']]);
  if (byComma === null || !number.includes(',')) return toThousandths(byPoint, isNegative);
  return new CellFault(
    `can be ${printed(byComma)} or ${printed(byPoint)}: write one of them, or use --decimal , or --decimal .`,
    [decimalForms[','], decimalForms['.']],
  );
}

/**
 * Finds points that may part thousands: `1.250` is 1.25 in a column with a decimal point, and 1250 in one with a decimal
 * comma. Rows with a decimal comma show the latter, unless more rows have a decimal point that parts no thousands.
 */
export class PointDoubts {
  #commas = 0;
  #points = 0;
  #first: { line: number; text: string } | null = null;

  add(written: string, line: number): void {
    const text = written.trim();
    if (!text.includes('.') || text.includes(',')) return;
    if (thousandsByPoint.test(text)) this.#first ??= { line, text };
    else this.#points++;
  }

  addComma(): void {
    this.#commas++;
  }

  /** What is in doubt, and what would settle it; null if nothing is. */
  get found(): string | null {
    if (this.#first === null || this.#commas <= this.#points) return null;
    const { line, text } = this.#first;
    return `stockQuantity: "${text}" in line ${line} can be ${Number(text)} or ${text.replaceAll('.', '')}, because other rows have a decimal comma: use --decimal , or --decimal .`;
  }
}

const thousandsByPoint = /^-?[1-9]\d{0,2}\.\d{3}$/;

const groupedBySpaces = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?!\d)/;

interface NumberParts {
  whole: string;
  decimals: string;
  exponent: number;
}

const shapes: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:e([-+]?\d{1,2}))?$/i,
  ',': /^([1-9]\d{0,2}(?:\.\d{3})+|\d*)(?:,(\d*))?(?:e([-+]?\d{1,2}))?$/i,
};

function partsOf(number: string, decimal: DecimalMark): NumberParts | null {
  const [, written, decimals = '', exponent = '0'] = shapes[decimal].exec(number) ?? [];
  const whole = written?.replaceAll(/\D/g, '') ?? '';
  return whole === '' && decimals === '' ? null : { whole, decimals, exponent: Number(exponent) };
}

function printed({ whole, decimals }: NumberParts): string {
  return `${whole}.${decimals}`.replace(/\.?0*$/, '');
}

/** Largest distance from three decimals that is floating-point noise, in thousandths: 1e-9 units. */
const noise = 1e-6;

function toThousandths({ whole, decimals, exponent }: NumberParts, isNegative: boolean): Thousandths | CellFault {
  const zeros = '0'.repeat(Math.abs(exponent));
  const digits = exponent < 0 ? zeros + whole + decimals : whole + decimals + zeros;
  const point = exponent < 0 ? whole.length : whole.length + exponent;
  const scaled = digits.slice(0, point) + digits.slice(point, point + 3).padEnd(3, '0');
  const rest = Number(`0.${digits.slice(point + 3)}`);
  if (rest > noise && rest < 1 - noise) return new CellFault('must have at most three decimals');
  const thousandths = Number(scaled) + Math.round(rest);
  if (!Number.isSafeInteger(thousandths)) return new CellFault('must be at most 9,007,199,254,740');
  return isNegative && thousandths !== 0 ? -thousandths : thousandths;
}
