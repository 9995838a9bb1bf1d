import { knownLocale } from './known-locale.ts';
import { remembered } from './remembered.ts';

/** The marks by which numbers of a locale are written, in one set of digits. */
export interface NumberConvention {
  /** From zero to nine. */
  digits: readonly string[];
  decimal: string;
  /** The thousands separator; null where the locale has none. */
  group: string | null;
  /** How many digits stand in a group beyond the last one, which has three: two in `12,34,567`. */
  groupSize: number;
}

/** The way a locale writes numbers by itself, then how it writes them with 0 to 9 where its own digits are others. */
type NumberConventions = readonly [own: NumberConvention, withLatinDigits?: NumberConvention];

/** How numbers are written in a locale; one that isn't known writes as `en`. */
export const numberConventions = remembered((locale: string): NumberConventions => {
  const own = new Intl.NumberFormat(knownLocale(locale));
  return own.resolvedOptions().numberingSystem === 'latn'
    ? [readConvention(own)]
    : [readConvention(own), readConvention(new Intl.NumberFormat(knownLocale(locale), { numberingSystem: 'latn' }))];
});

function readConvention(format: Intl.NumberFormat): NumberConvention {
  const parts = format.formatToParts(1_234_567_890.5);
  const value = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
  const groups = parts.filter((part) => part.type === 'integer').map((part) => Array.from(part.value).length);
  return {
    digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)),
    decimal: value('decimal') ?? '.',
    group: value('group') ?? null,
    groupSize: groups.at(-2) ?? 3,
  };
}
