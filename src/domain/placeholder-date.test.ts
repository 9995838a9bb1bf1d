import { describe, expect, test } from 'vitest';

import { isFarAhead, isPlaceholderDate } from './placeholder-date.ts';

const today = '2026-11-25';

describe('a date is a placeholder', () => {
  test.each([
    '9999-12-31',
    '4712-12-31',
    '2099-12-31',
    '2046-11-26',
    '2006-11-24',
    '1900-01-01',
    '1753-01-01',
  ] as const)('more than 20 years from today: %s', (date) => {
    expect(isPlaceholderDate(date, today)).toBe(true);
    expect(isFarAhead(date, today)).toBe(date > today);
  });

  test.each(['2046-11-25', '2027-01-01', '2026-11-25', '2006-11-25'] as const)('not within 20 years: %s', (date) => {
    expect(isPlaceholderDate(date, today)).toBe(false);
    expect(isFarAhead(date, today)).toBe(false);
  });

  test('on a February 29 too', () => {
    expect(isPlaceholderDate('2048-03-01', '2028-02-29')).toBe(true);
    expect(isPlaceholderDate('2048-02-29', '2028-02-29')).toBe(false);
    expect(isPlaceholderDate('2049-03-01', '2029-03-01')).toBe(false);
  });
});
