import type { Thousandths } from '#stock/thousandths.ts';
import { groupsOf, latinDigits, plainText } from './plain-text.ts';
import type { RefusalCode } from './refusal-code.ts';
import { isCurrency, unitName } from './unit-word.ts';
import { numberConventions } from '#stock/number-convention.ts';

/** In thousandths; null if the text isn't a number in this style. */
export type NumberReading = Thousandths | 'too-many-decimals' | null;

/** A written number, read with a decimal point and with a decimal comma: `1,234` is 1234 and 1.234. */
export interface NumberCell {
  point: NumberReading;
  comma: NumberReading;
  /** Whether spaces or apostrophes separate thousands. Points and commas elsewhere then don't. */
  isGroupedOtherwise: boolean;
  isNegative: boolean;
  /** Whether it has a currency. */
  isMoney: boolean;
  unit?: string | undefined;
}

// The digits with their separators, and the text before and after.
const shape = /^([^\d.,]*)((?:[.,]\d|\d)(?:[\d., ']*\d)?)([.,]?)(.*)$/s;

/** Parses `1.234,5 m`, `€ 12.50`, `(5)`, `5-`, `3x`; returns a code if the text isn't a number that can be ordered. */
export function readNumberCell(text: string): NumberCell | RefusalCode {
  const written = latinDigits(plainText(text));
  if (/^[-./ ]*$|^n\/?a$/i.test(written)) return 'no-quantity';
  if (/^#(?:#+|[A-Z/0!?]+)$/.test(written)) return 'spreadsheet-error';
  const [before = '', core, trailing, after = ''] = groupsOf(written, shape);
  if (core === undefined) return 'not-a-number';
  const lead = readLead(before);
  const tail = readTail(after.trim());
  if (lead === null) return 'not-a-number';
  if (typeof tail === 'string') return tail;
  if (trailing !== '' && tail.sign === '-') return 'price';
  if ((lead.sign === '(') !== (tail.sign === ')') || (lead.sign === '-' && tail.sign === '-')) return 'not-a-number';
  const point = readAsDecimal(core, '.');
  const comma = readAsDecimal(core, ',');
  if (point === null && comma === null) return 'not-a-number';
  return {
    point,
    comma,
    isGroupedOtherwise: /[ ']/.test(core),
    isNegative: lead.sign === '-' || lead.sign === '(' || tail.sign === '-',
    isMoney: lead.isMoney || tail.isMoney,
    unit: tail.unit,
  };
}

/** Words and signs before an approximate number. */
export const approximatePattern = String.raw`[~≈]|(?:ca|c|approx|env|zirka)\.|(?:ca|circa|about|approx|approximately|around|roughly|at (?:least|most)|up to|ungefähr|etwa|rund|mindestens|höchstens|bis zu|environ|au moins|ongeveer|minstens|minimaal|aproximadamente|al menos)(?=[\s\d])`;

const approximate = new RegExp(
  String.raw`^(?:(?:${approximatePattern}|[<>≤≥]=?|(?:min|max)(?:\.|imum|imal)?(?=[\s\d]))\s*\d|\d+\s?(?:\p{No}|\+$)|\p{No}|=[^"])`,
  'iu',
);

/** Whether the text is an amount but not a plain number: `ca. 50`, `50+`, `2½`, `=A1*2`. */
export function isApproximateNumber(text: string): boolean {
  return approximate.test(text);
}

interface Affix {
  sign: string;
  isMoney: boolean;
  unit?: string | undefined;
}

function readLead(before: string): Affix | null {
  const sign = /[-+(]/.exec(before)?.[0] ?? '';
  const rest = before.replace(sign, '').trim();
  // `X-1` is a code.
  if (rest === '' || /^[x×] ?$/i.test(before)) return { sign, isMoney: false };
  return isCurrency(rest) ? { sign, isMoney: true } : null;
}

function readTail(after: string): Affix | RefusalCode {
  if (/[%‰]/.test(after)) return 'percent';
  if (/^e[-+]?\d/i.test(after)) return 'shortened-quantity';
  const sign = /[-)]$/.exec(after)?.[0] ?? '';
  const rest = sign === '' ? after : after.slice(0, -1).trim();
  if (rest === '' || /^[x×*]$/i.test(rest)) return { sign, isMoney: false };
  if (/^(?:\p{L}+\.?\s*)?[x×*]\s*\d/iu.test(rest)) return 'unclear-quantity';
  if (unitName(rest) !== null) return { sign, isMoney: false, unit: rest.replace(/\.$/, '') };
  return isCurrency(rest) ? { sign, isMoney: true } : 'not-a-number';
}

// A group never starts with 0: `0,125` and `0.125` are decimals in any locale.
const shapes = {
  '.': /^(?:([1-9]\d{0,2}(?:([, '])\d{3})(?:\2\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3})|(\d*))(?:\.(\d*))?$/,
  ',': /^(?:([1-9]\d{0,2}(?:([. '])\d{3})(?:\2\d{3})*)|(\d*))(?:,(\d*))?$/,
};

function readAsDecimal(core: string, decimal: '.' | ','): NumberReading {
  const match = shapes[decimal].exec(core);
  if (match === null) return null;
  const whole = (match[1] ?? match[3] ?? '').replace(/\D/g, '');
  const decimals = match[4]?.replace(/0+$/, '') ?? '';
  if (decimals.length > 3) return 'too-many-decimals';
  return Number(whole + decimals.padEnd(3, '0'));
}

/** Decimal mark. `lone-mark`: spaces or apostrophes separate thousands, so a single point or comma is decimal. */
export type NumberStyle = 'decimal-point' | 'decimal-comma' | 'lone-mark';

/** Whether a number is ambiguous: decimal point and decimal comma give different values. */
export function isAmbiguous({ point, comma }: NumberCell): boolean {
  return point !== null && comma !== null && point !== comma;
}

/**
 * Derives the style from the unambiguous numbers of a column; null if there are none or they contradict each other, or
 * if `1.250` and `1,250` are beside each other, of which one isn't in the style of the column.
 */
export function numberStyleOf(cells: Iterable<NumberCell>): NumberStyle | null {
  let points = false;
  let commas = false;
  let others = false;
  const groups = new Set<boolean>();
  for (const { point, comma, isGroupedOtherwise } of cells) {
    if (comma === null) points = true;
    else if (point === null) commas = true;
    else if (isGroupedOtherwise) others = true;
    else if (point !== comma) groups.add(point < comma);
  }
  if (groups.size > 1) return null;
  if (points !== commas) return points ? 'decimal-point' : 'decimal-comma';
  return others && !points ? 'lone-mark' : null;
}

/** Returns the locale's decimal style; the point if it uses neither mark. */
export function numberStyleOfLocale(locale: string): 'decimal-point' | 'decimal-comma' {
  const conventions = numberConventions(locale);
  return conventions.at(-1)?.decimal === ',' ? 'decimal-comma' : 'decimal-point';
}

/** Resolves a number in the style of its column. An unambiguous number keeps its only reading. */
export function valueOf({ point, comma }: NumberCell, style: NumberStyle): NumberReading {
  if (point === null) return comma;
  if (comma === null || style === 'decimal-point') return point;
  if (style === 'decimal-comma') return comma;
  return smaller(point, comma);
}

function smaller(a: Thousandths | 'too-many-decimals', b: Thousandths | 'too-many-decimals'): NumberReading {
  return typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : a;
}
