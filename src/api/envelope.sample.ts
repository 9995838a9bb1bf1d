import { vi } from 'vitest';

/** Has every request answered with an envelope around these items; counters as given. */
export function answerWith(items: readonly object[], counters: object = {}) {
  const fetch = vi.fn((_path: string, _request: RequestInit) => Promise.resolve(enveloped(items, counters)));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** A response with an envelope (§2.1) around these items. */
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
