import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { type Answer, answerFor, answerOfItem, backedAnswer, contradiction, contradictionNow } from './answer.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { readTimeline } from './stock-timeline.ts';

const calendar = [
  real('2026-03-01', 500),
  real('2026-03-20', 40),
  real('2026-04-17', 90),
  real('2026-05-01', 10),
  real('2026-05-20', 120),
  maxLeadTime('2026-06-12'),
];

/** Returns the effective date of an answer. Dates before today count as today; `never` sorts after all dates. */
function dayOf(answer: Answer): string {
  return answer.kind === 'not-available' ? 'never' : answer.date < today ? today : answer.date;
}

describe('answerFor', () => {
  it.each<[string, number, Answer]>([
    ['what is there today', 40, { kind: 'in-stock', date: '2026-03-20' }],
    ['a thousandth more', 40.001, { kind: 'expected', date: '2026-04-17' }],
    ['what only a later level covers', 120, { kind: 'expected', date: '2026-05-20' }],
    ['what only history covered', 500, { kind: 'max-lead-time', date: '2026-06-12' }],
  ])('%s', (_, quantity, answer) => {
    expect(answerFor(readTimeline(calendar, today), quantity * 1000)).toEqual(answer);
  });

  it("counts today's own entry as in stock", () => {
    expect(answerFor(readTimeline([real(today, 1)], today), 1000)).toEqual({ kind: 'in-stock', date: today });
  });

  it('lets real stock win on the date of the max lead time', () => {
    const timeline = readTimeline([maxLeadTime('2026-06-12'), real('2026-06-12', 5)], today);
    expect(answerFor(timeline, 5000)).toEqual({ kind: 'expected', date: '2026-06-12' });
    expect(answerFor(timeline, 5001)).toEqual({ kind: 'max-lead-time', date: '2026-06-12' });
  });

  it('takes stock of today before a max lead time that has passed, and that one for more', () => {
    const timeline = readTimeline([maxLeadTime('2026-03-02'), real('2026-03-03', 243), real('2026-04-01', 900)], today);
    expect(answerFor(timeline, 243_000)).toEqual({ kind: 'in-stock', date: '2026-03-03' });
    expect(answerFor(timeline, 243_001)).toEqual({ kind: 'max-lead-time', date: '2026-03-02' });
  });

  it('covers any quantity at max lead time, whatever the placeholder says', () => {
    const timeline = readTimeline([maxLeadTime('2026-06-12')], today);
    expect(answerFor(timeline, 1_000_000_000_000)).toEqual({ kind: 'max-lead-time', date: '2026-06-12' });
  });

  it.each([
    ['no entries', []],
    ['levels of zero and below', [real(today, 0), real('2026-04-01', -5)]],
    ['deleted stock', [{ ...real(today, 50), isDeleted: true }]],
  ])('is not available from %s', (_, entries) => {
    expect(answerFor(readTimeline(entries, today), 1)).toEqual({ kind: 'not-available' });
  });

  it('compares as thousandths, not as binary fractions', () => {
    const timeline = readTimeline([real(today, 0.3)], today);
    expect(answerFor(timeline, 300).kind).toBe('in-stock');
  });

  test('is what walking the days finds', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        expect(answerFor(readTimeline(entries, today), quantity)).toEqual(dayByDay(entries, today).answer(quantity));
      }),
      { numRuns: 1000 },
    );
  });

  test('never leaves earlier for more', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        expect(dayOf(answerFor(timeline, quantity)) <= dayOf(answerFor(timeline, quantity + 1))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('answerOfItem', () => {
  it.each([
    ['2026-03-01', false, 'in-stock'],
    [today, false, 'in-stock'],
    ['2026-03-25', false, 'expected'],
    ['2026-06-12', true, 'max-lead-time'],
    ['2026-03-01', true, 'max-lead-time'],
  ] as const)('%s, max lead time %s, is %s', (stockDate, isMaxLeadTime, kind) => {
    expect(answerOfItem({ stockDate, isMaxLeadTime }, today)).toEqual({ kind, date: stockDate });
  });
});

describe('contradiction', () => {
  const timeline = readTimeline(calendar, today);

  it.each<[string, Answer, number, ReturnType<typeof contradiction>]>([
    ['in stock, and it is', { kind: 'in-stock', date: today }, 40_000, null],
    [
      'in stock, and it is not',
      { kind: 'in-stock', date: today },
      40_001,
      { kind: 'not-enough-today', levelToday: 40_000 },
    ],
    ['later, and it is', { kind: 'expected', date: '2026-05-20' }, 40_001, null],
    [
      'later, though enough is there',
      { kind: 'expected', date: '2026-04-17' },
      40_000,
      { kind: 'enough-today', levelToday: 40_000 },
    ],
    [
      'max lead time, though enough is there',
      { kind: 'max-lead-time', date: '2026-06-12' },
      1,
      { kind: 'enough-today', levelToday: 40_000 },
    ],
    ['max lead time, and less is there', { kind: 'max-lead-time', date: '2026-06-12' }, 41_000, null],
    [
      'not available, though enough is there',
      { kind: 'not-available' },
      1,
      { kind: 'enough-today', levelToday: 40_000 },
    ],
    ['not available, and less is there', { kind: 'not-available' }, 41_000, null],
    ['a max lead time that has passed, though enough is there', { kind: 'max-lead-time', date: today }, 1, null],
  ])('%s', (_, answer, quantity, expected) => {
    expect(contradiction(answer, timeline, quantity)).toEqual(expected);
  });

  it('counts nothing in force as a level of 0', () => {
    expect(contradiction({ kind: 'in-stock', date: today }, readTimeline([], today), 1)).toEqual({
      kind: 'not-enough-today',
      levelToday: 0,
    });
  });

  test('a calendar never contradicts its own answer', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        expect(contradiction(answerFor(timeline, quantity), timeline, quantity)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('backedAnswer', () => {
  const timeline = readTimeline([real('2026-03-20', 243), maxLeadTime('2026-03-02')], today);

  it.each<[string, Answer, number, Answer['kind']]>([
    ['passed, and it is there today', { kind: 'max-lead-time', date: '2026-03-02' }, 243_000, 'in-stock'],
    ['passed, and less is there', { kind: 'max-lead-time', date: '2026-03-02' }, 243_001, 'max-lead-time'],
    ['ahead', { kind: 'max-lead-time', date: '2026-06-12' }, 1, 'max-lead-time'],
    ['expected', { kind: 'expected', date: '2026-06-12' }, 1, 'expected'],
  ])('a max lead time date %s', (_, answer, quantity, kind) => {
    expect(backedAnswer(answer, timeline, quantity)).toEqual({ ...answer, kind });
  });
});

describe('contradictionNow', () => {
  const falling = [real('2026-03-20', 80), real('2026-03-24', 30), real('2026-04-10', 90)];
  const inStock: Answer = { kind: 'in-stock', date: '2026-03-20' };
  const expected: Answer = { kind: 'expected', date: '2026-04-10' };

  it('takes back what is promised for a today that the service has not come to', () => {
    expect(contradictionNow('2026-03-24', ['2026-03-23'], inStock, falling, 80_000)).toEqual({
      kind: 'not-enough-today',
      levelToday: 30_000,
    });
  });

  it('leaves a later date to a service whose today is past what is there', () => {
    expect(contradictionNow('2026-03-23', ['2026-03-24'], expected, falling, 80_000)).toBeNull();
    expect(contradictionNow('2026-03-22', ['2026-03-23'], expected, falling, 80_000)?.kind).toBe('enough-today');
  });
});
