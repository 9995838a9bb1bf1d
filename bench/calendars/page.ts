import { QueryClient } from '@tanstack/react-query';

import { CalendarLoad } from '#api/calendars/calendar-load.ts';
import { gatewaySource } from '#api/stock-source.ts';
import { loadPage } from '#api/calendars/calendar-page.ts';
import { summarize } from '#domain/calendars/calendar-summary.ts';
import { type CalendarTile, countTiles, tileOf } from '#domain/calendars/calendar-tiles.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import { todayIn } from '#lib/calendar-date.ts';

/** Times in milliseconds. */
export interface LoadFigures {
  products: number;
  tiles: Record<CalendarTile, number>;
  /** Time until the last page was received. */
  loaded: number;
  /** Time from then until every product was summarized and counted. */
  summedUp: number;
}

export interface CalendarsBench {
  load(way: LoadWay): Promise<LoadFigures>;
}

const ways = {
  'load all': async () => {
    const request = { choice: { kind: 'every' }, pageSize: 250, includeMaxLeadTime: true } as const;
    const load = new CalendarLoad(new QueryClient(), request);
    await load.resume();
    return load.products();
  },
  'one call after another': () => oneAfterAnother(250),
  'one page of 25 after another': () => oneAfterAnother(25),
};
export type LoadWay = keyof typeof ways;

async function oneAfterAnother(pageSize: number): Promise<readonly ListedProduct[]> {
  const products: ListedProduct[] = [];
  const { signal } = new AbortController();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const request = { choice: { kind: 'every' }, page, pageSize, includeMaxLeadTime: true } as const;
    const loaded = await loadPage(request, gatewaySource, signal);
    pages = loaded.totalPages;
    products.push(...loaded.products);
  }
  return products;
}

const bench: CalendarsBench = {
  async load(way) {
    const started = performance.now();
    const products = await ways[way]();
    const loaded = performance.now() - started;
    const today = todayIn();
    for (const product of products) if (product.kind === 'calendar') summarize(product, today, 40_000);
    const tiles = countTiles(products.map((product) => tileOf(product, today, 40_000)));
    return {
      products: products.length,
      tiles,
      loaded,
      summedUp: performance.now() - started - loaded,
    };
  },
};
Object.assign(window, { calendarsBench: bench });
