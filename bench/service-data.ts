import type { Market } from '#contract/envelope.ts';
import { addDays, type CalendarDate, todayIn } from '#lib/calendar-date.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { openWriter } from '#server/store/open-store.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';

/** Default market of tokens. */
export const benchMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
export const benchToday: CalendarDate = todayIn('UTC', new Date());
export const firstProductId = 100_000;

/** Fills a store with products that have eleven entries around today and a max lead time each. */
export async function fillStore(location: StoreLocation, products: number): Promise<void> {
  const random = seededRandom(5);
  const writer = await openWriter(location, { contents: 'real', replaceStock: true, replaceProducts: true });
  for (let index = 0; index < products; index++) {
    for (let entry = 0; entry < 12; entry++)
      writer.putStock(benchMarket, {
        productId: firstProductId + index,
        stockDate: addDays(benchToday, entry * 15 + random.between(0, 14) - 30),
        stockQuantity: random.between(0, 900_000),
        isMaxLeadTime: entry === 11,
        isDeleted: false,
        lastUpdateDate: benchToday,
      });
    if (index % 100 === 0) await writer.drain();
  }
  await writer.commit();
  await writer.close();
}
