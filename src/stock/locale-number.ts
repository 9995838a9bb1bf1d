import { knownLocale } from './known-locale.ts';
import { type NumberConvention, numberConventions } from './number-convention.ts';
import { memoize } from './memoize.ts';
import { fromThousandths, maxQuantity, type Thousandths } from './thousandths.ts';

/** A parsed quantity, or why it is invalid. */
export type QuantityReading =
  | { ok: true; value: Thousandths }
  | {
      ok: false;
      /**
       * `ambiguous`: a number whose separators don't match the locale, so that it could mean another one. `too-small`:
       * zero or less. `too-large`: above 1,000,000,000. `too-many-decimals`: more than three.
       */
      reason: 'empty' | 'not-a-number' | 'too-many-decimals' | 'too-small' | 'too-large' | 'ambiguous';
    };

/**
 * Parses a quantity in the locale's format: its decimal mark, correctly placed thousands separators, and its own digits
 * or 0 to 9. No-break and thin spaces are thousands separators in every locale. Numbers that other locales read
 * differently are rejected as ambiguous: `1,5` or `0,500` in English, `1.5` in German.
 */
export function readQuantity(text: string, locale: string): QuantityReading {
  const written = text.replace(bidiMarks, '').trim();
  if (written === '') return { ok: false, reason: 'empty' };
  const convention = conventionOf(written, locale);
  const plain = toPlain(written, convention);
  if (plain.includes('a') || !/\d/.test(plain)) return { ok: false, reason: 'not-a-number' };
  const [, sign, whole = '?', decimals = ''] = /^(-?)([\d,_]*)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (!isWellGrouped(whole, convention)) return { ok: false, reason: 'ambiguous' };
  if (sign === '-') return { ok: false, reason: 'too-small' };
  return inRange(whole.replace(/[,_]/g, ''), decimals.replace(/0+$/, ''));
}

/** Formats a quantity for the locale, with a true minus and up to three decimals. `readQuantity` parses it back. */
export function formatQuantity(quantity: Thousandths, locale: string): string {
  return formatOf(locale).format(fromThousandths(quantity)).replace('-', '\u2212');
}

/** Formats a count with the locale's digits and grouping, and a true minus. */
export function formatCount(count: number, locale: string): string {
  return formatOf(locale).format(count).replace('-', '\u2212');
}

const formatOf = memoize((locale: string) => new Intl.NumberFormat(knownLocale(locale), { maximumFractionDigits: 3 }));

const bidiMarks = /[\u200e\u200f\u061c]/g;
const anySpace = /[ \u00a0\u2007\u2009\u202f]/;
const unbreakableSpace = /[\u00a0\u2007\u2009\u202f]/;
const apostrophe = /['’]/;
const minus = /[-\u2212]/;
/** Separators of any locale: one that isn't this locale's makes a number ambiguous rather than invalid. */
const foreignMark = /[.,'’٫٬، ]/;

function conventionOf(written: string, locale: string): NumberConvention {
  const [own, withLatinDigits] = numberConventions(locale);
  const ownDigits = Array.from(written).some((character) => own.digits.includes(character));
  return ownDigits ? own : (withLatinDigits ?? own);
}

/**
 * Normalizes the number: digits 0 to 9, `.` as decimal mark, `,` for the locale's separator, `_` for a space that
 * groups in any locale, `?` for another separator, `a` for any other character.
 */
function toPlain(written: string, convention: NumberConvention): string {
  return Array.from(written, (character, position) => {
    const digit = convention.digits.indexOf(character);
    if (digit >= 0) return String(digit);
    if (character === convention.decimal) return '.';
    if (isGroupOf(convention, character)) return ',';
    if (unbreakableSpace.test(character)) return '_';
    if (position === 0 && minus.test(character)) return '-';
    return foreignMark.test(character) ? '?' : 'a';
  }).join('');
}

/** Users type the plain space and apostrophe instead of the typographic ones. */
function isGroupOf({ group }: NumberConvention, character: string): boolean {
  if (group === null) return false;
  return character === group || [anySpace, apostrophe].some((kind) => kind.test(group) && kind.test(character));
}

/** One kind of separator, correctly placed. A leading zero suggests a decimal: `0,500` is hardly 500. */
function isWellGrouped(whole: string, { groupSize }: NumberConvention): boolean {
  if (/^\d*$/.test(whole) || /^[1-9]\d{0,2}(?:,\d{3})+$/.test(whole) || /^[1-9]\d{0,2}(?:_\d{3})+$/.test(whole)) {
    return true;
  }
  return groupSize === 2 && /^[1-9]\d?(?:,\d{2})*,\d{3}$/.test(whole);
}

function inRange(whole: string, decimals: string): QuantityReading {
  if (decimals.length > 3) return { ok: false, reason: 'too-many-decimals' };
  const value = Number(whole + decimals.padEnd(3, '0'));
  if (value > maxQuantity) return { ok: false, reason: 'too-large' };
  return value > 0 ? { ok: true, value } : { ok: false, reason: 'too-small' };
}

/** Formats a share as a percentage, empty without a total. Rounding never shows 0% or 100% unless it is exact. */
export function formatShare(count: number, total: number, locale: string): string {
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  if (total === 0) return '';
  if (count > 0 && count < total / 200) return `<${share.format(0.01)}`;
  if (count < total && total - count <= total / 200) return `>${share.format(0.99)}`;
  return share.format(count / total);
}

/** A share in percent, in thousandths and to a tenth, for files; null without a total. */
export function percentOf(count: number, total: number): Thousandths | null {
  return total === 0 ? null : Math.round((count / total) * 1000) * 100;
}
