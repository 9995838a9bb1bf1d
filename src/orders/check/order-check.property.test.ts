import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { arbitraryEntries, arbitraryQuantity } from '#stock/entries.arbitrary.ts';
import type { LineState } from '#stock/order/line-state.ts';
import { type CountedLine, type LineQuery, lineQueries } from '#stock/order/order-line.ts';
import { countedLine } from '#stock/order/order.sample.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { CheckedOrder } from './checked-order.sample.ts';
import { CheckedService, faults as allFaults } from './checked-service.fake.ts';

const arbitraryCalendars = fc.array(
  arbitraryEntries.filter((entries) => entries.length > 0),
  { maxLength: 12, size: 'max' },
);

/** Lines of known and unknown products, many of them repeated. */
const arbitraryLines = (most: number) =>
  fc
    .array(fc.record({ productId: fc.integer({ min: 1, max: 15 }), quantity: arbitraryQuantity }), {
      minLength: 1,
      maxLength: most,
      size: 'max',
    })
    .map((queries) => queries.map((each, index) => countedLine(index + 1, each)));

const arbitraryTrouble = fc.record({
  faults: fc.array(fc.constantFrom(null, ...allFaults), { maxLength: 8, size: 'max' }),
  linesAtOnce: fc.integer({ min: 1, max: 20 }),
});

it('returns correct results line by line or none, whatever fails, all after one successful retry, and keeps them if a recheck fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCalendars,
      arbitraryLines(80),
      arbitraryTrouble,
      async (calendars, lines, { faults, linesAtOnce }) => {
        const service = new CheckedService(new Map(calendars.map((entries, index) => [index + 1, entries])));
        service.faults = [...faults];
        service.linesAtOnce = linesAtOnce;
        const check = new CheckedOrder(service, lines);
        const promised = promisedLineByLine(service, lines);
        service.queue.subscribe(() => {
          if (service.queue.isSignedOut) queueMicrotask(() => service.queue.signedIn());
        });

        await check.check();
        for (const [index, state] of check.states.entries()) {
          const outcome = outcomeOf(state);
          if (outcome !== null) expect(outcome).toEqual(promised[index]);
        }
        expectTrueSummary(service, check, lines);

        service.faults = [];
        if (check.getSnapshot().canRetry) await check.check();
        expect(check.states.map(outcomeOf)).toEqual(promised);
        expectTrueSummary(service, check, lines);
        expect(check.getSnapshot()).toMatchObject({ phase: 'idle', canRetry: false });

        expect(service.askedTwice).toEqual([]);

        service.faults = [...faults];
        await check.checkAnew();
        for (const [index, state] of check.states.entries()) {
          const mayHide =
            state.kind === 'not-trusted' ||
            (state.kind === 'no-result' && (state.reason === 'refused' || state.reason === 'not-allowed'));
          if (!mayHide) expect(outcomeOf(state)).toEqual(promised[index]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** Reimplements the rule: lines are promised in order, one by one. */
function promisedLineByLine(service: CheckedService, lines: readonly CountedLine[]) {
  const taken = new Map<number, number>();
  return lines.map(({ productId, quantity }) => {
    taken.set(productId, (taken.get(productId) ?? 0) + quantity);
    return service.truth({ productId, quantity: taken.get(productId) ?? 0 });
  });
}

/** The result shown by a line; null if it has none or it isn't reliable. */
function outcomeOf(state: LineState) {
  if (state.kind === 'no-result' || state.kind === 'not-trusted') return null;
  return state.kind === 'result' ? state.stockResult : state;
}

/** Asserts that the order summary agrees with the calendars. */
function expectTrueSummary(service: CheckedService, check: CheckedOrder, lines: readonly CountedLine[]): void {
  const { completion } = check.summary;
  if (completion.kind !== 'known') return;
  const queries = lineQueries(lines);
  const truths = promisedLineByLine(service, lines).map((truth, index) => {
    const date = 'date' in truth ? truth.date : null;
    const realDate = truth.kind === 'max-lead-time' ? service.realDate(queries[index] as LineQuery) : date;
    return { date, realDate };
  });
  expect(completion.withMaxLeadTime).toBe(latestOf(truths.map(({ date }) => date)));
  const { real } = completion;
  expect(real.kind).not.toBe('working-out');
  if (real.kind === 'date') expect(real.date).toBe(latestOf(truths.map(({ realDate }) => realDate)));
  if (real.kind === 'none') expect(truths.map(({ realDate }) => realDate)).toContain(null);
  for (const key of completion.blockers) {
    const rest = promisedLineByLine(
      service,
      lines.filter((line) => line.key !== key),
    );
    const without = completion.without(key);
    if (without !== 'working-out') {
      expect(without?.withMaxLeadTime).toBe(latestOf(rest.map((truth) => ('date' in truth ? truth.date : null))));
    }
  }
}

/** The latest date; null if any is null. */
function latestOf(dates: readonly (CalendarDate | null)[]): CalendarDate | null | undefined {
  const dated = dates.filter((date) => date !== null);
  return dated.length < dates.length ? null : dated.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
}
