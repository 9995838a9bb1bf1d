import { expect, it } from 'vitest';

import type { OrderListQuestion } from '#domain/order-list/order-list.ts';

import { mergedQuestions } from './merged-questions.ts';

function question(about: OrderListQuestion['about'], label: string): OrderListQuestion {
  return { about, readings: [{ key: '0', label, example: label, lines: [], refused: [] }] };
}

const columns = question('columns', 'A or B');
const quantity = question('quantity', '1.234');
const date = question('date', '03.04.');

it('keeps what was answered, and adds what follows from it', () => {
  expect(mergedQuestions([columns, quantity], [date], 'quantity')).toEqual([columns, quantity, date]);
});

it('puts the questions about other columns anew', () => {
  const other = question('quantity', '5.678');
  expect(mergedQuestions([columns, quantity, date], [other], 'columns')).toEqual([columns, other]);
});
