import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { draftOf, splitEntry } from './draft.ts';
import { readDraft } from './read-draft.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const reader = (locale: string) => ({ i18n, locale, today: '2026-03-01' }) as const;

describe('readDraft', () => {
  it.each([
    ['en', '2.5', 2500],
    ['de', '2,5', 2500],
    ['de', '1.250', 1_250_000],
  ])('reads a whole draft in %s', (locale, quantity, thousandths) => {
    expect(readDraft({ product: ' MT-100 ', quantity, neededBy: '2026-03-01' }, reader(locale))).toEqual({
      ok: true,
      product: 'MT-100',
      quantity: thousandths,
      neededBy: '2026-03-01',
    });
  });

  it('names every wrong field at once', () => {
    const reading = readDraft({ product: ' ', quantity: 'many', neededBy: '2026-02-28' }, reader('en'));
    expect(reading).toEqual({
      ok: false,
      errors: {
        product: expect.stringContaining('Product'),
        quantity: expect.stringContaining('Quantity'),
        neededBy: 'Needed by must be today or later.',
      },
    });
  });
});

describe('splitEntry', () => {
  it.each([
    ['12345 x 40', { product: '12345', quantity: '40' }],
    ['250 m of 12345', { product: '12345', quantity: '250' }],
    ['12345', { product: '12345', quantity: '7' }],
  ])('puts the parts of %j in their fields', (product, expected) => {
    expect(splitEntry({ product, quantity: '7', neededBy: null }, 'en')).toMatchObject(expected);
  });
});

describe('draftOf', () => {
  it('writes an address as the locale does', () => {
    expect(draftOf({ product: 12345, quantity: 1250.5 }, 'de')).toEqual({
      product: '12345',
      quantity: '1.250,5',
      neededBy: null,
    });
    expect(draftOf({}, 'de')).toEqual({ product: '', quantity: '', neededBy: null });
  });
});
