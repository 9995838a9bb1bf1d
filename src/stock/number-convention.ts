import { knownLocale } from './known-locale.ts';
import { memoize } from './memoize.ts';

/** How a locale writes numbers in one set of digits. */
export interface NumberConvention {
  /** From zero to nine. */
  digits: readonly string[];
  decimal: string;
  /** Thousands separator; null if the locale has none. */
  group: string | null;
  /** Digits per group before the last group, which has three: two in `12,34,567`. */
  groupSize: number;
}

/** The locale's own convention, then the one with the digits 0 to 9 if its own digits differ. */
type NumberConventions = readonly [own: NumberConvention, withLatinDigits?: NumberConvention];

/** The number conventions of a locale; unknown locales use `en`. */
export const numberConventions = memoize((locale: string): NumberConventions => {
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
