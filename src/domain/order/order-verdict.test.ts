import { describe, expect, it } from 'vitest';

import { addDays } from '#lib/calendar-date.ts';

import { today } from '#domain/entries.arbitrary.ts';
import type { LineState, OrderAnswers, RealDate } from './line-state.ts';
import type { OrderLine, StockQuestion } from './order-line.ts';
import { answered, orderLine } from './order.sample.ts';
import { orderVerdict } from './order-verdict.ts';

const day = (days: number) => addDays(today, days);
const real = (days: number, checkedAt = 0) =>
  answered({ kind: days <= 0 ? 'in-stock' : 'expected', date: day(days) }, checkedAt);
const theory = (days: number) => answered({ kind: 'max-lead-time', date: day(days) });
const unasked: LineState = { kind: 'unasked' };

/** Answers by product, or by product and quantity (`7 3000`); real dates by product. */
function answersOf(states: Record<string, LineState>, realDates: Record<number, RealDate> = {}): OrderAnswers {
  const stateOf = ({ productId, quantity }: Pick<OrderLine, 'productId' | 'quantity'>) =>
    states[`${productId} ${quantity}`] ?? states[String(productId)] ?? unasked;
  return {
    stateOf,
    answerTo: stateOf,
    realDateOf: ({ productId }) => realDates[productId] ?? 'working-out',
  };
}

function orderOf(...products: (number | [number, number])[]): OrderLine[] {
  return products.map((each, index) => {
    const [productId, quantity] = typeof each === 'number' ? [each, 1000] : each;
    return orderLine(index + 1, { productId, quantity });
  });
}

const verdictOf = (lines: readonly OrderLine[], answers: OrderAnswers) => orderVerdict(lines, answers, today);

describe('the dates of an order', () => {
  it('are the earliest answer, and the latest', () => {
    const verdict = verdictOf(orderOf(1, 2, 3), answersOf({ 1: real(3), 2: real(-5), 3: real(9) }));
    expect(verdict).toMatchObject({
      firstShipDate: day(-5),
      completion: { kind: 'known', real: { kind: 'date', date: day(9) }, withMaxLeadTime: day(9), blockers: [3] },
    });
  });

  it.each([
    ['stock alone', { 1: real(3), 2: theory(9) }, false],
    ['a max lead time alone', { 1: real(9), 2: theory(3) }, true],
    ['both on one day', { 1: theory(3), 2: real(3) }, false],
  ])('say whether the first rests on %s', (_, answers, isTheory) => {
    const verdict = verdictOf(orderOf(1, 2), answersOf(answers));
    expect(verdict).toMatchObject({ firstShipDate: day(3), isFirstShipTheory: isTheory });
  });

  it('are none for an order without content', () => {
    const blank = orderLine(1, { product: ' ', productId: null, quantityText: '', quantity: null });
    expect(verdictOf([blank], answersOf({}))).toMatchObject({ firstShipDate: null, completion: { kind: 'empty' } });
  });

  it.each<[string, Record<number, RealDate>, unknown]>([
    ['work out until the calendars are there', { 2: day(20) }, { kind: 'working-out' }],
    ['are none where real stock never covers a line', { 2: 'none', 3: day(20) }, { kind: 'none', lines: [2] }],
    ['come from the calendars', { 2: day(20), 3: day(15) }, { kind: 'date', date: day(20) }],
    ['stay with the latest answer', { 2: day(1), 3: day(2) }, { kind: 'date', date: day(4) }],
    ['are not known without a calendar', { 2: day(1), 3: 'not-answered' }, { kind: 'not-answered', lines: [3] }],
    ['are none even where another calendar is missing', { 2: 'none', 3: 'not-answered' }, { kind: 'none', lines: [2] }],
  ])('from real stock %s', (_, realDates, expected) => {
    const answers = answersOf({ 1: real(4), 2: theory(10), 3: theory(8) }, realDates);
    expect(verdictOf(orderOf(1, 2, 3), answers).completion).toMatchObject({
      kind: 'known',
      real: expected,
      withMaxLeadTime: day(10),
    });
  });

  it.each<LineState>([
    unasked,
    { kind: 'checking' },
    { kind: 'unknown-product' },
    { kind: 'not-available' },
    { kind: 'not-answered', reason: 'timeout', requestId: null },
    { kind: 'not-trusted', finding: { kind: 'missing' } },
  ])('are not known while a line is $kind; what holds for the others stands apart', (state) => {
    const verdict = verdictOf(orderOf(1, 2, 3), answersOf({ 1: real(4), 2: state, 3: real(6) }));
    expect(verdict).toMatchObject({
      firstShipDate: day(4),
      completion: {
        kind: 'not-known',
        unanswered: [2],
        withoutThese: { real: { kind: 'date', date: day(6) }, withMaxLeadTime: day(6), blockers: [3] },
      },
    });
  });

  it('are not known over a line without a readable quantity', () => {
    const lines = [...orderOf(1), orderLine(2, { quantity: null, quantityText: 'some' })];
    expect(verdictOf(lines, answersOf({ '1 1000': real(4) })).completion).toMatchObject({ unanswered: [2] });
  });

  it('are nothing at all while no line has an answer', () => {
    expect(verdictOf(orderOf(1), answersOf({}))).toMatchObject({
      firstShipDate: null,
      oldestCheck: null,
      completion: { kind: 'not-known', unanswered: [1], withoutThese: null },
    });
  });
});

describe('a product on several lines', () => {
  const lines = orderOf([1, 100], [2, 50], [1, 240]);
  const own = { '1 100': real(0), '1 240': real(2), 2: real(1) };

  it('counts with the answer to the sum', () => {
    const verdict = verdictOf(lines, answersOf({ ...own, '1 340': real(9) }));
    expect(verdict).toMatchObject({
      firstShipDate: day(1),
      completion: { kind: 'known', withMaxLeadTime: day(9), blockers: [1, 3] },
      counts: { 'in-stock': 1, expected: 2 },
    });
    expect(verdict.together.get(1)).toEqual({ productId: 1, quantity: 340, state: real(9) });
    expect(verdict.together.has(2)).toBe(false);
  });

  it('leaves its lines without an answer until the sum has one', () => {
    expect(verdictOf(lines, answersOf(own)).completion).toMatchObject({
      kind: 'not-known',
      unanswered: [1, 3],
      withoutThese: { withMaxLeadTime: day(1) },
    });
  });

  it('leaves its lines without an answer where together they are too much', () => {
    const answers = answersOf({ ...own, '1 340': { kind: 'not-available' } });
    expect(verdictOf(lines, answers).completion).toMatchObject({ kind: 'not-known', unanswered: [1, 3] });
  });

  it('is summed up without a line that has no answer of its own', () => {
    const answers = answersOf({ ...own, '1 240': { kind: 'not-available' } });
    expect(verdictOf(lines, answers).completion).toMatchObject({
      unanswered: [3],
      withoutThese: { withMaxLeadTime: day(1), blockers: [2] },
    });
  });

  it('takes its real date for the sum', () => {
    const asked: StockQuestion[] = [];
    const answers = answersOf({ ...own, '1 340': theory(9) });
    verdictOf(lines, {
      ...answers,
      realDateOf: ({ productId, quantity }) => {
        asked.push({ productId, quantity });
        return 'none';
      },
    });
    expect(asked).toEqual([{ productId: 1, quantity: 340 }]);
  });

  it('is not asked for more than can be asked for', () => {
    const most = 1_000_000_000_000;
    const answers = answersOf({ 1: real(1) });
    expect(verdictOf(orderOf([1, most], [1, most]), answers).completion).toMatchObject({ unanswered: [1, 2] });
  });
});

function completionOf(lines: readonly OrderLine[], answers: OrderAnswers) {
  const { completion } = verdictOf(lines, answers);
  if (completion.kind !== 'known') throw new Error('every line has an answer');
  return completion;
}

describe('the lines that hold an order up', () => {
  it('are none where everything can leave today', () => {
    expect(completionOf(orderOf(1, 2), answersOf({ 1: real(0), 2: real(-9) })).blockers).toEqual([]);
  });

  it('each have the dates without them', () => {
    const answers = answersOf({ 1: real(3), 2: theory(9), 3: real(5) }, { 2: 'none' });
    const completion = completionOf(orderOf(1, 2, 3), answers);
    expect(completion.blockers).toEqual([2]);
    expect(completion.without(2)).toEqual({ real: { kind: 'date', date: day(5) }, withMaxLeadTime: day(5) });
  });

  it('change nothing alone where several are the latest', () => {
    const completion = completionOf(orderOf(1, 2, 3), answersOf({ 1: real(3), 2: real(9), 3: real(9) }));
    expect(completion.blockers).toEqual([2, 3]);
    expect(completion.without(2)).toMatchObject({ withMaxLeadTime: day(9) });
  });

  it('leave nothing behind where there is only one', () => {
    expect(completionOf(orderOf(1), answersOf({ 1: real(3) })).without(1)).toBeNull();
  });

  it('leave the own answer of the other line of their product', () => {
    const answers = answersOf({ '1 100': real(0), '1 240': real(2), '1 340': real(9) });
    const completion = completionOf(orderOf([1, 100], [1, 240]), answers);
    expect(completion.without(1)).toMatchObject({ withMaxLeadTime: day(2) });
    expect(completion.without(2)).toMatchObject({ withMaxLeadTime: day(0) });
  });

  it('wait for the sum of the others of their product', () => {
    const lines = orderOf([1, 100], [1, 200], [1, 400]);
    const states = { '1 100': real(0), '1 200': real(1), '1 400': real(2), '1 700': real(9) };
    expect(completionOf(lines, answersOf(states)).without(3)).toBe('working-out');
    expect(completionOf(lines, answersOf({ ...states, '1 300': real(4) })).without(3)).toMatchObject({
      withMaxLeadTime: day(4),
    });
  });
});

describe('the counts', () => {
  it('are of lines by state, and of late ones beside', () => {
    const lines = [
      orderLine(1, { productId: 1, neededBy: day(2) }),
      orderLine(2, { productId: 2, neededBy: day(2) }),
      orderLine(3, { productId: 3, neededBy: day(2) }),
      orderLine(4, { productId: 4, neededBy: day(-3) }),
      orderLine(5, { productId: 5, neededBy: day(2) }),
      orderLine(6, { productId: 6, neededBy: day(2) }),
      orderLine(7, { product: '', productId: null, quantityText: '', quantity: null }),
    ];
    const answers = answersOf({
      1: real(2),
      2: real(3),
      3: theory(3),
      4: real(-5),
      5: { kind: 'unknown-product' },
      6: { kind: 'checking' },
    });
    expect(verdictOf(lines, answers).counts).toEqual({
      unasked: 0,
      checking: 1,
      'in-stock': 1,
      expected: 2,
      'max-lead-time': 1,
      'unknown-product': 1,
      'not-available': 0,
      'not-answered': 0,
      'not-trusted': 0,
      late: 3,
    });
  });
});

it('knows how old its oldest answer is', () => {
  const answers = answersOf({ '1 100': real(0, 500), '1 240': real(2, 300), 2: real(1, 400), '1 340': real(9, 200) });
  expect(verdictOf(orderOf([1, 100], [2, 50], [1, 240]), answers).oldestCheck).toBe(200);
});
