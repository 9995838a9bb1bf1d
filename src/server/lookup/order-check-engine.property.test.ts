import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { arbitraryEntries, arbitraryQuantity } from '#stock/entries.arbitrary.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';
import type { LineResult } from '#stock/order/line-state.ts';
import type { CountedLine, LineKey } from '#stock/order/order-line.ts';
import { countedLine } from '#stock/order/order.sample.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { arbitraryFault, caller, FaultyBackend, type Manner } from './faulty-backend.fake.ts';
import { lookupOf } from './faulty-lookup.fixture.ts';
import { checkOrder } from './order-check-engine.ts';

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
    .map((requests) => requests.map((each, index) => countedLine(index + 1, each)));

/** If the service names no products, twenty failing lines stop the check as designed, so use fewer. */
const arbitraryOrder = fc.oneof(
  fc.record({ manner: fc.constant<Manner>('names products'), lines: arbitraryLines(80) }),
  fc.record({
    manner: fc.constantFrom<Manner>('names nothing', 'names nothing, empty calendars'),
    lines: arbitraryLines(19),
  }),
);

const signedOut = { code: 'expired-token' } as const;
const arbitraryTrouble = fc.record({
  faults: fc.array(fc.oneof(fc.constant(null), arbitraryFault, fc.constant(signedOut)), { maxLength: 80, size: 'max' }),
  spoilsCalendars: fc.boolean(),
  requestsPerCall: fc.integer({ min: 1, max: 20 }),
});

const maxLeadTimeOnly = [
  { stockDate: '2026-03-24', stockQuantity: 0, isMaxLeadTime: true, isDeleted: true },
] satisfies DatedEntry[];
const products = [1, 1, 1, 1, 3, 1, 3, 1, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 2, 1];

/** The sign-in ends at a call for calendars, while further results arrive that need theirs. */
const endsWhileResultsArrive = [
  [maxLeadTimeOnly, maxLeadTimeOnly, maxLeadTimeOnly],
  {
    manner: 'names products' as Manner,
    lines: products.map((productId, index) => countedLine(index + 1, { productId, quantity: 1 })),
  },
  {
    faults: [
      signedOut,
      'deleted' as const,
      null,
      '429 Retry-After' as const,
      null,
      null,
      'swapped' as const,
      '503 Retry-After' as const,
      null,
      null,
      signedOut,
    ],
    spoilsCalendars: true,
    requestsPerCall: 5,
  },
] satisfies [unknown, unknown, unknown];

it('emits one correct result or none for each line, whatever fails, and all after retries', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCalendars,
      arbitraryOrder,
      arbitraryTrouble,
      async (calendars, { manner, lines }, { faults, spoilsCalendars, requestsPerCall }) => {
        const backend = new FaultyBackend(new Map(calendars.map((entries, index) => [index + 1, entries])), manner);
        backend.faults = [...faults];
        backend.spoilsCalendars = spoilsCalendars;
        const lookup = lookupOf(backend, requestsPerCall);
        const promised = promisedLineByLine(backend, lines);
        const reliable = new Map<LineKey, LineResult>();

        const check = async (keys: ReadonlySet<LineKey> | null) => {
          const seen = new Set<LineKey>();
          const emit = (event: CheckEvent) => {
            if (event.kind !== 'result') return;
            const { key, result } = event;
            expect(seen.has(key)).toBe(false);
            seen.add(key);
            if (result.kind === 'no-result' || result.kind === 'not-trusted') return;
            expect(result.kind === 'result' ? result.stockResult : result).toEqual(promised.get(key));
            reliable.set(key, result);
          };
          const output = { emit, ready: async () => undefined, now: () => 0 };
          try {
            await checkOrder(lookup, { lines, keys }, caller, new AbortController().signal, output);
            expect(seen).toEqual(keys ?? new Set(lines.map(({ key }) => key)));
          } catch (error) {
            if (!(error instanceof ServiceProblem)) throw error;
          }
        };

        await check(null);
        const restOf = () => new Set(lines.flatMap(({ key }) => (reliable.has(key) ? [] : [key])));
        await check(restOf());
        backend.faults = [];
        await check(restOf());
        expect(reliable.size).toBe(lines.length);
        expect(backend.underWay).toBe(0);
      },
    ),
    { numRuns: 300, examples: [endsWhileResultsArrive] },
  );
});

/** Reimplements the rule: lines are promised in order, one by one. */
function promisedLineByLine(backend: FaultyBackend, lines: readonly CountedLine[]) {
  const taken = new Map<number, number>();
  return new Map(
    lines.map(({ key, productId, quantity }) => {
      taken.set(productId, (taken.get(productId) ?? 0) + quantity);
      return [key, backend.truth({ productId, quantity: taken.get(productId) ?? 0 })];
    }),
  );
}
