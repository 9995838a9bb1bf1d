import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { arbitraryEntries, arbitraryQuantity } from '#stock/entries.arbitrary.ts';

import { arbitraryFault, FaultyBackend, type Manner } from './faulty-backend.fake.ts';
import { lookupOf, resultsOf } from './faulty-lookup.fixture.ts';
import type { LookupResult } from './stock-lookup.ts';

const arbitraryCalendars = fc.array(
  arbitraryEntries.filter((entries) => entries.length > 0),
  { maxLength: 12, size: 'max' },
);

/** Requests of known and unknown products, all different, many of one product. */
const arbitraryRequests = (most: number) =>
  fc.uniqueArray(fc.record({ productId: fc.integer({ min: 1, max: 15 }), quantity: arbitraryQuantity }), {
    minLength: 1,
    maxLength: most,
    size: 'max',
    selector: ({ productId, quantity }) => `${productId} ${quantity}`,
  });

/** If the service names no products, twenty failing requests stop the lookup as designed, so use fewer. */
const arbitraryLookup = fc.oneof(
  fc.record({ manner: fc.constant<Manner>('names products'), requests: arbitraryRequests(80) }),
  fc.record({
    manner: fc.constantFrom<Manner>('names nothing', 'names nothing, empty calendars'),
    requests: arbitraryRequests(19),
  }),
);

const arbitraryTrouble = fc.record({
  faults: fc.array(fc.oneof(fc.constant(null), arbitraryFault), { maxLength: 80, size: 'max' }),
  spoilsCalendars: fc.boolean(),
  requestsPerCall: fc.integer({ min: 1, max: 20 }),
});

it('returns correct results or none, whatever fails, and the rest when requested again', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCalendars,
      arbitraryLookup,
      arbitraryTrouble,
      async (calendars, { manner, requests }, { faults, spoilsCalendars, requestsPerCall }) => {
        const backend = new FaultyBackend(new Map(calendars.map((entries, index) => [index + 1, entries])), manner);
        backend.faults = [...faults];
        backend.spoilsCalendars = spoilsCalendars;
        const lookup = lookupOf(backend, requestsPerCall);
        const truths = requests.map((request) => backend.truth(request));

        const results = await resultsOf(lookup, requests);
        for (const [index, result] of results.entries()) {
          const outcome = outcomeOf(result);
          if (outcome !== null) expect(outcome).toEqual(truths[index]);
        }

        backend.faults = [];
        const open = requests.flatMap((_, index) => (outcomeOf(results[index]) === null ? [index] : []));
        const again = await resultsOf(
          lookup,
          requests.filter((_, index) => open.includes(index)),
        );
        expect(again.map(outcomeOf)).toEqual(open.map((index) => truths[index]));
        expect(backend.requestedTwice).toEqual([]);
        expect(backend.maxUnderWay).toBeLessThanOrEqual(4);
        expect(backend.underWay).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

/** The result that is shown; null if it has none or it isn't reliable. */
function outcomeOf(result: LookupResult | undefined) {
  if (result === undefined || result.kind === 'no-result' || result.kind === 'not-trusted') return null;
  return result.kind === 'result' ? result.stockResult : result;
}
