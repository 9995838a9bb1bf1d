import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { orderVerdict } from '#domain/order-verdict.ts';
import { arbitraryEntries, arbitraryQuantity } from '#domain/entries.arbitrary.ts';
import type { OrderLine } from '#domain/order/order-line.ts';

import type { CalendarDate } from '#lib/calendar-date.ts';

import { arbitraryFault, FaultyService, type Manner } from './faulty-service.fake.ts';
import { OrderCheck } from './order-check.ts';

const arbitraryWorld = fc.array(
  arbitraryEntries.filter((entries) => entries.length > 0),
  { maxLength: 12 },
);

const arbitraryLines = fc.array(
  fc.record({ productId: fc.integer({ min: 1, max: 15 }), quantity: arbitraryQuantity }),
  {
    minLength: 1,
    maxLength: 40,
  },
);

const arbitraryFaults = fc.array(fc.oneof(fc.constant(null), arbitraryFault), { maxLength: 60 });

const arbitraryManner = fc.constantFrom<Manner>('names lines', 'names nothing', 'names nothing, empty calendars');

function orderOf(questions: readonly { productId: number; quantity: number }[]): OrderLine[] {
  return questions.map(({ productId, quantity }, index) => ({
    key: index + 1,
    product: String(productId),
    productId,
    quantityText: String(quantity),
    quantity,
    neededBy: null,
    note: '',
  }));
}

it('ends every line right or without an answer, whatever fails, and right after a retry that works', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryWorld,
      arbitraryLines,
      arbitraryFaults,
      arbitraryManner,
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      async (world, questions, faults, manner, spoilsCalendars, batchSize) => {
        const service = new FaultyService(new Map(world.map((entries, index) => [index + 1, entries])), manner);
        service.faults = faults;
        service.spoilsCalendars = spoilsCalendars;
        const lines = orderOf(questions);
        const check = new OrderCheck({ ...service.options, batchSize });
        check.subscribe(() => {
          if (check.getSnapshot().phase === 'signed-out') check.resume();
        });
        check.setLines(lines);
        await check.check();

        for (const line of lines) {
          const state = check.answers.stateOf(line);
          const truth = service.truth({ productId: line.productId as number, quantity: line.quantity as number });
          if (state.kind === 'answered') expect(state.answer).toEqual(truth);
          else if (state.kind === 'unknown-product' || state.kind === 'not-available') expect(state).toEqual(truth);
          else expect(['not-answered', 'not-trusted']).toContain(state.kind);
        }
        expectTrueVerdict(service, check, lines);

        service.faults = [];
        for (let tries = 0; tries < 4 && check.getSnapshot().canRetry; tries += 1) await check.retry();
        expect(check.getSnapshot().canRetry).toBe(false);
        for (const line of lines) {
          const state = check.answers.stateOf(line);
          const truth = service.truth({ productId: line.productId as number, quantity: line.quantity as number });
          expect(state.kind === 'answered' ? state.answer : state).toEqual(truth);
        }
        expectTrueVerdict(service, check, lines);
        expect(service.askedTwice).toEqual([]);
        expect(service.mostUnderWay).toBeLessThanOrEqual(4);
        expect(service.underWay).toBe(0);
      },
    ),
    { numRuns: 400 },
  );
});

/** What the verdict says of the whole order is what the calendars say. */
function expectTrueVerdict(service: FaultyService, check: OrderCheck, lines: readonly OrderLine[]): void {
  const { completion } = orderVerdict(lines, check.answers, service.today);
  if (completion.kind !== 'known') return;
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines) {
    sums.set(productId as number, (sums.get(productId as number) ?? 0) + (quantity as number));
  }
  const demands = Array.from(sums, ([productId, quantity]) => ({ productId, quantity }));
  const dates = demands.map((demand) => {
    const truth = service.truth(demand);
    return 'date' in truth ? truth.date : null;
  });
  expect(completion.withMaxLeadTime).toBe(latestOf(dates));
  const realDates = demands.map((demand) => {
    const truth = service.truth(demand);
    return 'date' in truth && truth.kind !== 'max-lead-time' ? truth.date : service.realDate(demand);
  });
  if (completion.real.kind === 'date') expect(completion.real.date).toBe(latestOf(realDates));
  if (completion.real.kind === 'none') expect(realDates).toContain(null);
  expect(completion.real.kind).not.toBe('working-out');
}

/** Null where one of them is. */
function latestOf(dates: readonly (CalendarDate | null)[]): CalendarDate | null | undefined {
  const dated = dates.filter((date) => date !== null);
  return dated.length < dates.length ? null : dated.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
}
