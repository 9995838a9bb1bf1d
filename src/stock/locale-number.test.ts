import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  formatCount,
  formatQuantity,
  formatShare,
  percentOf,
  type QuantityReading,
  readQuantity,
} from './locale-number.ts';
import { maxQuantity } from './thousandths.ts';

const noBreak = '\u00a0';
const narrow = '\u202f';
const thin = '\u2009';

/** Locales with different separators, group sizes and digits (some outside the BMP), and invalid tags. */
const locales = `
  en-US en-GB en-IN en-ZA de-DE de-AT de-CH fr-FR fr-CH it-IT it-CH es-ES es-MX pt-PT pt-BR pl-PL sv-SE nb-NO fi-FI
  ru-RU bg-BG et-EE lt-LT sl-SI tr-TR hu-HU ar-EG ar-MA fa-IR ur-PK ckb he-IL hi-IN mr-IN bn-BD ne-NP my-MM th-TH
  ja-JP zh-CN zh-CN-u-nu-hanidec ko-KR ff-Adlm ccp gsw rm de-CH-u-nu-latn xx en_US`
  .trim()
  .split(/\s+/);

describe('readQuantity accepts', () => {
  it.each([
    ['40', 'en-US', 40],
    ['  40\t', 'en-US', 40],
    ['007', 'en-US', 7],
    ['1.5', 'en-US', 1.5],
    ['.5', 'en-US', 0.5],
    ['5.', 'en-US', 5],
    ['0.001', 'en-US', 0.001],
    ['5.50000', 'en-US', 5.5],
    ['1,234', 'en-US', 1234],
    ['1,234,567.891', 'en-US', 1_234_567.891],
    ['1234567.891', 'en-US', 1_234_567.891],
    ['1,5', 'de-DE', 1.5],
    ['1.234', 'de-DE', 1234],
    ['1.234.567,891', 'de-DE', 1_234_567.891],
    ["1'234.5", 'de-CH', 1234.5],
    ['1’234.5', 'de-CH', 1234.5],
    [`1${narrow}234,5`, 'fr-FR', 1234.5],
    [`1${noBreak}234,5`, 'fr-FR', 1234.5],
    [`1${thin}234,5`, 'fr-FR', 1234.5],
    ['1 234,5', 'fr-FR', 1234.5],
    ['1,234', 'fr-FR', 1.234],
    [`1${narrow}234.5`, 'en-US', 1234.5],
    [`12${noBreak}345${noBreak}678,5`, 'de-DE', 12_345_678.5],
    ['12,34,567.8', 'en-IN', 1_234_567.8],
    ['1,234,567.8', 'en-IN', 1_234_567.8],
    ['1,00,000', 'en-IN', 100_000],
    ['١٬٢٣٤٫٥', 'ar-EG', 1234.5],
    ['٣٫٥', 'ar-EG', 3.5],
    ['1,234.5', 'ar-EG', 1234.5],
    ['۱٬۲۳۴٫۵', 'fa-IR', 1234.5],
    ['\u200e1.5', 'en-US', 1.5],
    ['1000000000', 'en-US', 1_000_000_000],
    ['1.5', 'not a locale', 1.5],
  ])('%j in %s: %d', (text, locale, value) => {
    expect(readQuantity(text, locale)).toEqual({ ok: true, value: Math.round(value * 1000) });
  });
});

describe('readQuantity rejects', () => {
  type Reason = Exclude<QuantityReading, { ok: true }>['reason'];
  it.each<[string, string, Reason]>([
    ['', 'en-US', 'empty'],
    [` ${narrow}\u200f\t`, 'en-US', 'empty'],
    ['forty', 'en-US', 'not-a-number'],
    ['40 m', 'en-US', 'not-a-number'],
    ['.', 'en-US', 'not-a-number'],
    ['-', 'en-US', 'not-a-number'],
    ['1e3', 'en-US', 'not-a-number'],
    ['0x10', 'en-US', 'not-a-number'],
    ['NaN', 'en-US', 'not-a-number'],
    ['∞', 'en-US', 'not-a-number'],
    ['+5', 'en-US', 'not-a-number'],
    ['1-2', 'en-US', 'not-a-number'],
    ['5%', 'en-US', 'not-a-number'],
    ['½', 'en-US', 'not-a-number'],
    ['٣', 'en-US', 'not-a-number'],
    ['٣3', 'ar-EG', 'not-a-number'],
    ['1\u0000', 'en-US', 'not-a-number'],
    ['1,5', 'en-US', 'ambiguous'],
    ['1,23', 'en-US', 'ambiguous'],
    ['1,2345', 'en-US', 'ambiguous'],
    ['1234,567', 'en-US', 'ambiguous'],
    ['0,500', 'en-US', 'ambiguous'],
    ['012,345', 'en-US', 'ambiguous'],
    ['12,', 'en-US', 'ambiguous'],
    [',500', 'en-US', 'ambiguous'],
    ['1,,234', 'en-US', 'ambiguous'],
    ['1.5,000', 'en-US', 'ambiguous'],
    ['1.234.567', 'en-US', 'ambiguous'],
    ['1.234,5', 'en-US', 'ambiguous'],
    ['1 500', 'en-US', 'ambiguous'],
    ["1'234", 'en-US', 'ambiguous'],
    ['1,00,000', 'en-US', 'ambiguous'],
    [`1${narrow}234,567`, 'en-US', 'ambiguous'],
    [`12${narrow}34`, 'en-US', 'ambiguous'],
    [`0${narrow}500`, 'en-US', 'ambiguous'],
    [`01${narrow}234`, 'en-US', 'ambiguous'],
    ['1.5', 'de-DE', 'ambiguous'],
    ['0.500', 'de-DE', 'ambiguous'],
    ['1,234.5', 'de-DE', 'ambiguous'],
    ['17.03.2026', 'de-DE', 'ambiguous'],
    ['1.234', 'fr-FR', 'ambiguous'],
    ['12 34,5', 'fr-FR', 'ambiguous'],
    ['1,5', 'de-CH', 'ambiguous'],
    ['1,2,345', 'en-IN', 'ambiguous'],
    ['1,2345', 'en-IN', 'ambiguous'],
    ['٣.٥', 'ar-EG', 'ambiguous'],
    ['3٫5', 'ar-EG', 'ambiguous'],
    ['1,5', 'not a locale', 'ambiguous'],
    ['1.0001', 'en-US', 'too-many-decimals'],
    ['0,0005', 'de-DE', 'too-many-decimals'],
    ['0', 'en-US', 'too-small'],
    ['0.000', 'en-US', 'too-small'],
    ['-5', 'en-US', 'too-small'],
    ['−5', 'en-US', 'too-small'],
    ['1000000000.001', 'en-US', 'too-large'],
    ['9'.repeat(400), 'en-US', 'too-large'],
  ])('%j in %s: %s', (text, locale, reason) => {
    expect(readQuantity(text, locale)).toEqual({ ok: false, reason });
  });
});

describe('formatQuantity', () => {
  it.each([
    [1_234_567_891, 'en-US', '1,234,567.891'],
    [1_234_500, 'de-DE', '1.234,5'],
    [1_234_500, 'fr-FR', `1${narrow}234,5`],
    [1_234_567_000, 'en-IN', '12,34,567'],
    [1_234_500, 'ar-EG', '١٬٢٣٤٫٥'],
    [40_000, 'en-US', '40'],
    [0, 'en-US', '0'],
    [-1500, 'en-US', '−1.5'],
    [1_234_500, 'not a locale', '1,234.5'],
  ])('%i in %s is %s', (quantity, locale, text) => {
    expect(formatQuantity(quantity, locale)).toBe(text);
  });
});

const arbitraryQuantity = fc.oneof(
  fc.integer({ min: 1, max: maxQuantity }),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 1, max: 1_000_000 }).map((units) => units * 1000),
);

test.each(locales)('readQuantity parses the output of formatQuantity: %s', (locale) => {
  fc.assert(
    fc.property(arbitraryQuantity, (value) => {
      expect(readQuantity(formatQuantity(value, locale), locale)).toEqual({ ok: true, value });
    }),
  );
});

test('a quantity formatted in one locale is parsed equally or rejected in another, except for its thousands separator', () => {
  fc.assert(
    fc.property(
      arbitraryQuantity,
      fc.constantFrom(...locales),
      fc.constantFrom(...locales),
      (value, writer, reader) => {
        const reading = readQuantity(formatQuantity(value, writer), reader);
        if (!reading.ok) return;
        // "1,234" is 1234 in some locales and 1.234 in others, which the text alone can't reveal.
        expect([value, value * 1000, value / 1000]).toContain(reading.value);
      },
    ),
    { numRuns: 5000 },
  );
});

test('never throws', () => {
  const marks = fc.array(
    fc.constantFrom('1', '0', '9', '٣', '.', ',', "'", '’', ' ', narrow, '-', '٫', '٬', 'x', '\0', '😀'),
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    marks.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...locales), (text, locale) => {
      const reading = readQuantity(text, locale);
      if (reading.ok)
        expect(Number.isSafeInteger(reading.value) && reading.value > 0 && reading.value <= maxQuantity).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  [12_345, 'en', '12,345'],
  [-12_345, 'en', '−12,345'],
  [12_345, 'de', '12.345'],
  [12_345, 'ar-EG', '١٢٬٣٤٥'],
  [12_345, 'not a locale', '12,345'],
])('formatCount of %i in %s', (count, locale, written) => {
  expect(formatCount(count, locale)).toBe(written);
});

it.each([
  [0, 400, '0%'],
  [1, 400, '<1%'],
  [2, 400, '1%'],
  [100, 400, '25%'],
  [397, 400, '99%'],
  // 99.5% would be rounded to 100%.
  [398, 400, '>99%'],
  [400, 400, '100%'],
  [1, 1, '100%'],
  [5, 0, ''],
])('formatShare of %i of %i', (count, total, written) => {
  expect(formatShare(count, total, 'en')).toBe(written);
});

it('gives a share in percent, to a tenth', () => {
  expect([percentOf(1, 3), percentOf(3, 3), percentOf(0, 3), percentOf(0, 0)]).toEqual([33_300, 100_000, 0, null]);
});
