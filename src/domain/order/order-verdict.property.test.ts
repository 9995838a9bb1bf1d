import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { arbitraryDay, today } from '#domain/entries.arbitrary.ts';
import { type LineState, type OrderAnswers, type RealDate, unasked } from './line-state.ts';
import { isAskable, type StockQuestion } from './order-line.ts';
import { answered, orderLine } from './order.sample.ts';
import { orderVerdict, type OrderVerdict } from './order-verdict.ts';

const arbitraryState = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ date: arbitraryDay, kind: fc.constantFrom('expected', 'max-lead-time') })
      .map((answer): LineState => answered(answer)),
  },
  { weight: 1, arbitrary: fc.constant<LineState>({ kind: 'not-available' }) },
);

const arbitraryRealDate = fc.oneof(arbitraryDay, fc.constant<RealDate>('none'));

/** A state and a real date for every product and quantity, so that all sums have an answer too. */
const arbitraryAnswers = fc
  .record({
    states: fc.array(arbitraryState, { minLength: 30, maxLength: 30 }),
    realDates: fc.array(arbitraryRealDate, { minLength: 30, maxLength: 30 }),
  })
  .map(({ states, realDates }): OrderAnswers => ({
    stateOf: (line) => (isAskable(line) ? (states[placeOf(line)] as LineState) : unasked),
    answerTo: (question) => states[placeOf(question)] as LineState,
    realDateOf: (question) => realDates[placeOf(question)] as RealDate,
  }));

const arbitraryLines = fc
  .array(fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 8,
  })
  .map((questions) => questions.map((question, index) => orderLine(index + 1, question)));

function placeOf({ productId, quantity }: StockQuestion): number {
  return (productId * 7 + quantity) % 30;
}

/** What of a verdict doesn't depend on the order of lines. */
function substanceOf({ completion, together, ...verdict }: OrderVerdict) {
  const dates = completion.kind === 'not-known' ? completion.withoutThese : completion;
  const isDated = dates !== null && 'blockers' in dates;
  return {
    ...verdict,
    kind: completion.kind,
    real: isDated && (dates.real.kind === 'date' ? dates.real.date : dates.real.kind),
    withMaxLeadTime: isDated && dates.withMaxLeadTime,
    blockers: isDated && new Set(dates.blockers),
    together: new Set(together.values()),
  };
}

it('is the same in any order of lines', () => {
  const arbitraryOrders = arbitraryLines.chain((lines) =>
    fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
  );
  fc.assert(
    fc.property(arbitraryOrders, arbitraryAnswers, ([lines, shuffled], answers) => {
      const verdict = orderVerdict(lines, answers, today);
      expect(substanceOf(orderVerdict(shuffled, answers, today))).toEqual(substanceOf(verdict));
    }),
  );
});

it('says without a line what an order without that line would say', () => {
  fc.assert(
    fc.property(arbitraryLines, arbitraryAnswers, (lines, answers) => {
      const { completion } = orderVerdict(lines, answers, today);
      if (completion.kind !== 'known') return;
      for (const { key } of lines) {
        const others = lines.filter((line) => line.key !== key);
        const expected = orderVerdict(others, answers, today).completion;
        const without = completion.without(key);
        if (without === null) expect(expected.kind).toBe('empty');
        else if (without === 'working-out') expect(expected.kind).toBe('not-known');
        else {
          const { withMaxLeadTime, real } = without;
          expect(expected).toMatchObject({ kind: 'known', withMaxLeadTime, real: { kind: real.kind } });
        }
      }
    }),
  );
});
