import { vi } from 'vitest';

/** Stubs `fetch` to return an envelope of these items, with the given counters. */
export function answerWith(items: readonly object[], counters: object = {}) {
  const fetch = vi.fn((_path: string, _request: RequestInit) => Promise.resolve(enveloped(items, counters)));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** A response with an envelope (§2.1) of these items. */
export function enveloped(items: readonly object[], counters: object = {}): Response {
  return Response.json({
    parameters: null,
    results: items.map((item) => ({ item })),
    facets: [],
    filters: [],
    filter: '',
    page: 1,
    pageSize: items.length,
    totalPageCount: 1,
    totalItemCount: items.length,
    ...counters,
  });
}
