import { knownLocale } from './known-locale.ts';
import { type NumberConvention, numberConventions } from './number-convention.ts';
import { remembered } from './remembered.ts';
import { fromThousandths, largestQuantity, type Thousandths } from './thousandths.ts';

/** A quantity that somebody wrote, or why it isn't one. */
export type QuantityReading =
  | { ok: true; value: Thousandths }
  | {
      ok: false;
      /**
       * `ambiguous`: a number, but not separated the way the locale separates, so that it could mean another one.
       * `too-small`: zero or less. `too-large`: above 1,000,000,000. `too-many-decimals`: more than three.
       */
      reason: 'empty' | 'not-a-number' | 'too-many-decimals' | 'too-small' | 'too-large' | 'ambiguous';
    };

/**
 * Reads a quantity as a person of that locale writes it: its decimal mark, its thousands separator where it stands
 * in the right places, its own digits or 0 to 9. No-break and thin spaces separate thousands in every locale. What
 * could mean another number elsewhere is refused, never guessed: `1,5` or `0,500` in English, `1.5` in German.
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

/** The quantity with the locale's digits and marks, a true minus and up to three decimals. `readQuantity` reads it back. */
export function formatQuantity(quantity: Thousandths, locale: string): string {
  return formatOf(locale).format(fromThousandths(quantity)).replace('-', '\u2212');
}

/** How many of something there are, with the locale's digits and grouping, and a true minus. */
export function formatCount(count: number, locale: string): string {
  return formatOf(locale).format(count).replace('-', '\u2212');
}

const formatOf = remembered(
  (locale: string) => new Intl.NumberFormat(knownLocale(locale), { maximumFractionDigits: 3 }),
);

const bidiMarks = /[\u200e\u200f\u061c]/g;
const anySpace = /[ \u00a0\u2007\u2009\u202f]/;
const unbreakableSpace = /[\u00a0\u2007\u2009\u202f]/;
const apostrophe = /['’]/;
const minus = /[-\u2212]/;
/** What separates digits somewhere: written where the locale doesn't, it makes a number unsure, not a word. */
const foreignMark = /[.,'’٫٬، ]/;

function conventionOf(written: string, locale: string): NumberConvention {
  const [own, withLatinDigits] = numberConventions(locale);
  const ownDigits = Array.from(written).some((character) => own.digits.includes(character));
  return ownDigits ? own : (withLatinDigits ?? own);
}

/**
 * The number in 0 to 9, `.` before decimals, `,` for the locale's group and `_` for a space that any locale may
 * group by; `?` for a foreign mark, `a` for anything that no number holds.
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

/** People type the space and the apostrophe of the keyboard for those that typographers prescribe. */
function isGroupOf({ group }: NumberConvention, character: string): boolean {
  if (group === null) return false;
  return character === group || [anySpace, apostrophe].some((kind) => kind.test(group) && kind.test(character));
}

/** One kind of separator, in the right places. A leading zero betrays a decimal: `0,500` is hardly 500. */
function isWellGrouped(whole: string, { groupSize }: NumberConvention): boolean {
  if (/^\d*$/.test(whole) || /^[1-9]\d{0,2}(?:,\d{3})+$/.test(whole) || /^[1-9]\d{0,2}(?:_\d{3})+$/.test(whole)) {
    return true;
  }
  return groupSize === 2 && /^[1-9]\d?(?:,\d{2})*,\d{3}$/.test(whole);
}

function inRange(whole: string, decimals: string): QuantityReading {
  if (decimals.length > 3) return { ok: false, reason: 'too-many-decimals' };
  const value = Number(whole + decimals.padEnd(3, '0'));
  if (value > largestQuantity) return { ok: false, reason: 'too-large' };
  return value > 0 ? { ok: true, value } : { ok: false, reason: 'too-small' };
}
