import { setupI18n } from '@lingui/core';
import { describe, expect, it, test } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { messages as de } from '#shell/locales/de.po';
import { messages as en } from '#shell/locales/en.po';

import { customerWords } from './customer-copy.tsx';
import { countDifferences, customerPage, type KeyedOffer, type PageLetter } from './customer-page.ts';
import { orderLetter } from './customer-text.ts';

const i18n = setupI18n({ locale: 'en', messages: { en, de } });
const words = customerWords(i18n, 'en-US');
const day = '2026-11-26' as CalendarDate;

const offer = (changes: Partial<KeyedOffer> = {}): KeyedOffer => ({
  key: '1',
  product: 'Blue poplin (BP-1)',
  quantity: 250_000,
  unit: 'm',
  stockResult: { kind: 'expected', date: '2026-12-10' },
  part: null,
  asOf: day,
  isEarlier: false,
  ...changes,
});
const letter = (...offers: KeyedOffer[]): PageLetter => ({
  name: 'Atelier Nord',
  reference: '4711',
  offers,
  isPartial: false,
  checkedAt: Date.parse('2026-11-26T12:00:00Z'),
  transit: null,
});
const pageOf = (current: PageLetter, before: PageLetter | null = null) =>
  customerPage(current, before && customerPage(before, null, 'en', words), 'en', words);

describe("a customer's page", () => {
  it.each([
    ['a date', offer()],
    ['a max lead time', offer({ stockResult: { kind: 'max-lead-time', date: '2027-02-18' } })],
    ['no date', offer({ stockResult: null })],
    ['a part now and the rest later', offer({ part: { quantity: 100_000, date: '2026-11-26' } })],
    ['an earlier check', offer({ isEarlier: true })],
  ])('says of %s what the copied text says', (_, each) => {
    const current = letter(each, offer({ key: '2', product: 'Silk', quantity: 40_500 }));
    const page = pageOf(current);
    const { text } = orderLetter(current, words);
    const said = [
      page.reference,
      ...page.opening,
      ...page.closing,
      ...page.lines.flatMap((line) => [line.product, line.quantity, line.shipDate, line.note]),
    ];
    for (const sentence of said) expect(text).toContain(sentence);
  });

  it('has neither IDs nor available quantities among its words', () => {
    const { lines, ...page } = pageOf(letter(offer()));
    expect(lines.map(({ results: _results, key: _key, amount: _amount, ...said }) => said)).toEqual([
      { product: 'Blue poplin (BP-1)', quantity: '250\u00a0m', shipDate: 'December 10, 2026', note: '' },
    ]);
    expect(page).toMatchObject({ title: 'Atelier Nord', reference: 'Your order: 4711', changes: null });
  });

  test('names what changed since the last version', () => {
    const before = letter(
      offer(),
      offer({ key: '2', product: 'Silk' }),
      offer({ key: '3', product: 'Linen' }),
      offer({ key: '4', product: 'Wool', stockResult: null }),
    );
    const current = letter(
      offer({ stockResult: { kind: 'expected', date: '2026-12-16' } }),
      offer({ key: '2', product: 'Silk', stockResult: null }),
      offer({ key: '4', product: 'Wool', stockResult: { kind: 'max-lead-time', date: '2027-01-10' } }),
      offer({ key: '5', product: 'Jersey' }),
    );
    const said = pageOf(current, before).changes?.sentences.map((each) => each.replaceAll('\u00a0', ' '));
    expect(said).toEqual([
      'Blue poplin (BP-1), 250 m: now Wednesday, December 16, 2026 instead of Thursday, December 10, 2026.',
      'Silk, 250 m: we can no longer confirm Thursday, December 10, 2026.',
      'Wool, 250 m: changed.',
      'Jersey, 250 m: added.',
      'Linen, 250 m: removed.',
    ]);
    expect(countDifferences(pageOf(before), current)).toBe(5);
  });

  test.each<[what: string, changes: Partial<KeyedOffer>, differs: number]>([
    ['nothing', {}, 0],
    ['stock on hand, a day later', { stockResult: { kind: 'in-stock', date: '2026-12-10' }, asOf: '2026-12-11' }, 0],
    ['another day', { stockResult: { kind: 'expected', date: '2026-12-11' } }, 1],
    ['another basis', { stockResult: { kind: 'max-lead-time', date: '2026-12-10' } }, 1],
    ['another quantity', { quantity: 251_000 }, 1],
    ['another name', { product: 'Poplin' }, 1],
    ['a part', { part: { quantity: 1000, date: '2026-12-01' } }, 1],
  ])('differs as it should: %s', (_, changes, differs) => {
    expect(countDifferences(pageOf(letter(offer())), letter(offer(changes)))).toBe(differs);
    if (differs === 0) expect(pageOf(letter(offer(changes)), letter(offer())).changes).toBeNull();
  });

  test('rolls with a max lead time that is as far away as before', () => {
    const [before, after] = [
      offer({ stockResult: { kind: 'max-lead-time', date: '2027-02-18' } }),
      offer({ stockResult: { kind: 'max-lead-time', date: '2027-02-20' }, asOf: '2026-11-28' }),
    ];
    expect(countDifferences(pageOf(letter(before)), letter(after))).toBe(0);
  });

  test('speaks German where that was chosen', () => {
    i18n.activate('de');
    const page = customerPage(letter(offer()), null, 'de', customerWords(i18n, 'de'));
    i18n.activate('en');
    expect(page.lines[0]?.shipDate).toBe('10. Dezember 2026');
    expect(page.columns.shipDate).not.toBe('Ship date');
  });
});
