import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';

import type { OrderListLine, OrderListQuestion } from '#stock/order-list/order-list.ts';
import { formatDate } from '#stock/locale-date.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import type { OrderWords } from '#orders/order-words.ts';

import { questionWords, readingWords, unusedWords } from './list-words.ts';

const words: OrderWords = {
  i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
  locale: 'en',
  today: '2026-03-24',
  formatDate: (date, style) => formatDate(date, 'en', style),
  formatQuantity: (quantity) => formatQuantity(quantity, 'en'),
  timeZone: 'UTC',
  namedToday: '2026-03-24',
  formatShipDate: (date, style) => formatDate(date, 'en', style),
  formatFromToday: (date) => date,
};

const reading = (key: string, ...lines: OrderListLine[]) => ({ key, example: null, lines, refused: [] });

it('describes column readings by a line that differs', () => {
  const same = { line: 5, product: 'CP-1001-SK', quantity: 40 };
  const question: OrderListQuestion = {
    about: 'columns',
    readings: [
      reading('0', same, { line: 6, product: '10013', quantity: 3 }),
      reading('1', same, { line: 6, product: '3', quantity: 10_013 }),
    ],
  };
  expect(question.readings.map((each) => readingWords(question, each, words))).toEqual([
    'Product “10013”, quantity 3 (line 6)',
    'Product “3”, quantity 10,013 (line 6)',
  ]);
});

it('describes quantity columns by their headings', () => {
  const line = { line: 2, product: '10013', quantity: 40 };
  const question: OrderListQuestion = {
    about: 'columns',
    readings: [
      { ...reading('0', line), example: 'Qty ordered' },
      { ...reading('1', { ...line, quantity: 10 }), example: 'Qty open' },
    ],
  };
  expect(questionWords(question, words)).toBe('Which column contains the quantity?');
  expect(question.readings.map((each) => readingWords(question, each, words))).toEqual([
    '“Qty ordered”: product “10013”, quantity 40 (line 2)',
    '“Qty open”: product “10013”, quantity 10 (line 2)',
  ]);
});

it('asks for the quantity if all readings have the same products', () => {
  const [first, other] = [
    { line: 2, product: '10013', quantity: 3 },
    { line: 3, product: '10014', quantity: 5 },
  ];
  const ask = (...lines: OrderListLine[]) =>
    questionWords({ about: 'columns', readings: [reading('0', first, other), reading('1', ...lines)] }, words);
  expect(ask({ ...first, quantity: 7 })).toBe('Which column contains the quantity?');
  expect(ask({ ...first, quantity: 7 }, { ...other, product: '5' })).toBe('Which column contains the product?');
});

it('describes column readings by their dates if nothing else differs', () => {
  const question: OrderListQuestion = {
    about: 'columns',
    readings: [
      reading('0', { line: 2, product: '10013', quantity: 3, shipBy: '2026-12-03' }),
      reading('1', { line: 2, product: '10013', quantity: 3 }),
    ],
  };
  expect(questionWords(question, words)).toBe('Which column contains the ship-by date?');
  expect(question.readings.map((each) => readingWords(question, each, words))).toEqual([
    'Product “10013”, quantity 3, ship by: December 3, 2026 (line 2)',
    'Product “10013”, quantity 3, ship by: No date (line 2)',
  ]);
});

const line = (at: number) => ({ line: at, product: 'CP-1001-SK', quantity: 40 });

it('asks which lines are ordered if a column does not say which of its values denies', () => {
  const question: OrderListQuestion = {
    about: 'mark Flg',
    isOpen: true,
    marked: { heading: 'Flg', values: ['N', 'Y'], lines: [2, 3, 4] },
    readings: [
      reading('keep', line(2), line(3), line(4)),
      { ...reading('without-no', line(3)), example: 'Y' },
      { ...reading('without-yes', line(2), line(4)), example: '' },
    ],
  };
  expect(questionWords(question, words)).toBe('“Flg”: which lines are ordered?');
  expect(question.readings.map((each) => readingWords(question, each, words))).toEqual([
    'All (3 lines)',
    'Only “Y” (1 line)',
    'Only empty (2 lines)',
  ]);
});

const ask = (about: OrderListQuestion['about'], marked: NonNullable<OrderListQuestion['marked']>) =>
  questionWords({ about, readings: [], marked }, words);

it('names the rows that a column marks', () => {
  expect(ask('mark Order?', { heading: 'Order?', values: ['no'], lines: [3] })).toBe(
    '“Order?” is “no” in 1 line (3). Leave out?',
  );
  expect(ask('mark Type', { heading: 'Type', values: ['Return', 'Credit'], lines: [3, 4, 5, 6, 7, 8] })).toBe(
    '“Type” is “Return”, “Credit” in 6 lines (3, 4, 5, 6, 7, …). Leave out?',
  );
  expect(ask('mark Order', { heading: 'Order', values: [''], lines: [2, 4] })).toBe(
    '“Order” is empty in 2 lines (2, 4). Leave out?',
  );
  expect(ask('mark 2', { heading: null, values: ['nein'], lines: [2] })).toBe('“nein” in 1 line (2). Leave out?');
});

it('names the columns that no line uses', () => {
  expect(unusedWords(['Color', 'Store'], words.i18n)).toBe('Not used: Color, Store.');
  expect(unusedWords(['a', 'b', 'c', 'd', 'e', 'f'], words.i18n)).toBe('Not used: a, b, c, d, e, ….');
  expect(unusedWords([], words.i18n)).toBeNull();
});
