import type { StockStore } from '#server/store/stock-store.ts';

import { ServiceProblem } from './service-problem.ts';

/**
 * The store as the embedded service serves it. Without stock data, all requests for stock are rejected with
 * `no-stock-data`, so that a lost store is never taken for one without stock.
 * @param servesDemo whether demo data is served; otherwise it counts as no data
 */
export function servedStock<Served extends StockStore>(store: Served, servesDemo: boolean): Served {
  // Once imported, data is only replaced, so that lookups needn't read the state.
  let isImported = false;
  const state: StockStore['state'] = async () => {
    const known = await store.state();
    isImported = known.contents === 'real';
    return known.contents === 'demo' && !servesDemo ? { ...known, contents: 'empty', searchable: false } : known;
  };
  const isEmpty = async () => !isImported && (await state()).contents === 'empty';
  const onlyWithData =
    <Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (await isEmpty()) throw new ServiceProblem('no-stock-data', 'No stock data imported. Import a stock file.');
      return read(...args);
    };
  return {
    ...store,
    state,
    findStock: onlyWithData((...args) => store.findStock(...args)),
    findCalendar: onlyWithData((...args) => store.findCalendar(...args)),
    findCalendarPage: onlyWithData((...args) => store.findCalendarPage(...args)),
    sortedPage: onlyWithData((...args) => store.sortedPage(...args)),
    searchProducts: async (...args) =>
      (await isEmpty()) ? { products: [], hasMore: false } : store.searchProducts(...args),
    resolveProducts: async (keys, market) =>
      (await isEmpty()) ? keys.map(() => null) : store.resolveProducts(keys, market),
    suggestProducts: async (texts, market) =>
      (await isEmpty()) ? texts.map(() => []) : store.suggestProducts(texts, market),
  };
}
