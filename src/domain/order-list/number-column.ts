import { numberConventions } from '#lib/number-convention.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { NumberCell, NumberReading } from './number-cell.ts';

/** Which mark stands before the decimals; `lone-mark`: thousands are set apart by spaces, so any lone mark does. */
export type NumberStyle = 'decimal-point' | 'decimal-comma' | 'lone-mark';

/** Whether a cell means another number with the point than with the comma. */
export function isOpen({ point, comma }: NumberCell): boolean {
  return point !== null && comma !== null && point !== comma;
}

/**
 * What the cells of a column that can be read in one way only say about the others; null where nothing does, or
 * where they contradict each other, and the person has to be asked.
 */
export function numberStyleOf(cells: Iterable<NumberCell>): NumberStyle | null {
  let points = false;
  let commas = false;
  let others = false;
  for (const { point, comma, isGroupedOtherwise } of cells) {
    if (comma === null) points = true;
    else if (point === null) commas = true;
    else if (isGroupedOtherwise) others = true;
  }
  if (points !== commas) return points ? 'decimal-point' : 'decimal-comma';
  return others && !points ? 'lone-mark' : null;
}

/** How the locale writes decimals; one that uses neither mark is read with the point. */
export function numberStyleOfLocale(locale: string): 'decimal-point' | 'decimal-comma' {
  const conventions = numberConventions(locale);
  return conventions.at(-1)?.decimal === ',' ? 'decimal-comma' : 'decimal-point';
}

/** The cell in the style of its column, unless it can be read in one way only. */
export function valueOf({ point, comma }: NumberCell, style: NumberStyle): NumberReading {
  if (point === null) return comma;
  if (comma === null || style === 'decimal-point') return point;
  if (style === 'decimal-comma') return comma;
  return smaller(point, comma);
}

function smaller(a: Thousandths | 'too-many-decimals', b: Thousandths | 'too-many-decimals'): NumberReading {
  return typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : a;
}
