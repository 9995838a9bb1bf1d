import { expect } from 'vitest';

import { externalLookup } from './external-lookup.ts';
import { backendOf, caller, type Fault, type FaultyBackend, oneOf, upTo } from './faulty-backend.fake.ts';
import type { Caller, StockLookup, StockRequest, LookupResult } from './stock-lookup.ts';

export function lookupOf(backend: FaultyBackend, requestsPerCall?: number): StockLookup {
  return externalLookup({
    backend,
    today: () => backend.today,
    generation: async () => 7,
    clock: backend.clock,
    requestsPerCall,
  });
}

/** Looks up all requests, each of which must be settled once, and returns their results in order. */
export async function resultsOf(
  lookup: StockLookup,
  requests: readonly StockRequest[],
  {
    signal = new AbortController().signal,
    pause,
    by = caller,
  }: { signal?: AbortSignal; pause?: (until: number | null) => void; by?: Caller } = {},
): Promise<LookupResult[]> {
  const results: LookupResult[] = [];
  await lookup.results(requests, by, signal, {
    settle: (index, result) => {
      expect(results[index]).toBeUndefined();
      results[index] = result;
    },
    pause,
  });
  expect(Object.keys(results)).toHaveLength(requests.length);
  return results;
}

/** Looks up one unit of each of `count` products with the given faults. */
export async function faulted(count: number, faults: FaultyBackend['faults'] | Fault[], requestsPerCall?: number) {
  const backend = backendOf(count);
  backend.faults = faults;
  const lookup = lookupOf(backend, requestsPerCall);
  const results = await resultsOf(lookup, oneOf(...upTo(count)));
  return { backend, lookup, results, kinds: results.map(({ kind }) => kind) };
}

/** Number of requests in each call. */
export function sizesOf(backend: FaultyBackend): number[] {
  return backend.stockCalls.map((requests) => requests.length);
}
