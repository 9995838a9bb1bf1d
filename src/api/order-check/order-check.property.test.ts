import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { arbitraryEntries, arbitraryQuantity } from '#domain/entries.arbitrary.ts';
import { type AskableLine, isAskable } from '#domain/order/order-line.ts';
import { orderLine } from '#domain/order/order.sample.ts';
import { orderVerdict } from '#domain/order/order-verdict.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { arbitraryFault, FaultyService, type Manner } from './faulty-service.fake.ts';
import { OrderCheck } from './order-check.ts';

const arbitraryCalendars = fc.array(
  arbitraryEntries.filter((entries) => entries.length > 0),
  { maxLength: 12, size: 'max' },
);

/** Lines of products of which some are unknown; sums of products on several lines come by themselves. */
const arbitraryLines = (most: number) =>
  fc
    .array(fc.record({ productId: fc.integer({ min: 1, max: 15 }), quantity: arbitraryQuantity }), {
      minLength: 1,
      maxLength: most,
      size: 'max',
    })
    .map((questions) => questions.map((each, index) => orderLine(index + 1, each)).filter(isAskable));

/** Where nothing is named, twenty lines that all fail would rightly stop the check: fewer are asked. */
const arbitraryOrder = fc.oneof(
  fc.record({ manner: fc.constant<Manner>('names lines'), lines: arbitraryLines(80) }),
  fc.record({
    manner: fc.constantFrom<Manner>('names nothing', 'names nothing, empty calendars'),
    lines: arbitraryLines(19),
  }),
);

const arbitraryTrouble = fc.record({
  faults: fc.array(fc.oneof(fc.constant(null), arbitraryFault), { maxLength: 80, size: 'max' }),
  spoilsCalendars: fc.boolean(),
  batchSize: fc.integer({ min: 1, max: 20 }),
});

it('ends every line right or without an answer, whatever fails, and right after one retry that works', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCalendars,
      arbitraryOrder,
      arbitraryTrouble,
      async (calendars, { manner, lines }, { faults, spoilsCalendars, batchSize }) => {
        const service = new FaultyService(new Map(calendars.map((entries, index) => [index + 1, entries])), manner);
        service.faults = faults;
        service.spoilsCalendars = spoilsCalendars;
        const check = new OrderCheck({ ...service.options, batchSize });
        check.subscribe(() => {
          if (check.getSnapshot().phase === 'signed-out') check.resume();
        });
        check.setLines(lines);

        await check.check();
        for (const line of lines) {
          const outcome = outcomeOf(check, line);
          if (outcome !== null) expect(outcome).toEqual(service.truth(line));
        }
        expectTrueVerdict(service, check, lines);

        service.faults = [];
        if (check.getSnapshot().canRetry) await check.retry();
        for (const line of lines) expect(outcomeOf(check, line)).toEqual(service.truth(line));
        expectTrueVerdict(service, check, lines);
        expect(check.getSnapshot()).toMatchObject({ phase: 'idle', canRetry: false });

        expect(service.askedTwice).toEqual([]);
        expect(service.mostUnderWay).toBeLessThanOrEqual(4);
        expect(service.underWay).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

/** What a line says is true of its question; null where it says that it has no answer, or none to be trusted. */
function outcomeOf(check: OrderCheck, line: AskableLine) {
  const state = check.answers.stateOf(line);
  if (state.kind === 'not-answered' || state.kind === 'not-trusted') return null;
  return state.kind === 'answered' ? state.answer : state;
}

/** What the verdict says of the whole order is what the calendars say. */
function expectTrueVerdict(service: FaultyService, check: OrderCheck, lines: readonly AskableLine[]): void {
  const { completion } = orderVerdict(lines, check.answers, service.today);
  if (completion.kind !== 'known') return;
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  const truths = Array.from(sums, ([productId, quantity]) => {
    const truth = service.truth({ productId, quantity });
    const date = 'date' in truth ? truth.date : null;
    return { date, realDate: truth.kind === 'max-lead-time' ? service.realDate({ productId, quantity }) : date };
  });
  expect(completion.withMaxLeadTime).toBe(latestOf(truths.map(({ date }) => date)));
  const { real } = completion;
  expect(real.kind).not.toBe('working-out');
  if (real.kind === 'date') expect(real.date).toBe(latestOf(truths.map(({ realDate }) => realDate)));
  if (real.kind === 'none') expect(truths.map(({ realDate }) => realDate)).toContain(null);
}

/** Null where one of them is. */
function latestOf(dates: readonly (CalendarDate | null)[]): CalendarDate | null | undefined {
  const dated = dates.filter((date) => date !== null);
  return dated.length < dates.length ? null : dated.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
}
