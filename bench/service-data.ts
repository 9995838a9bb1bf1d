import type { Market } from '#stock/contract/envelope.ts';
import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import { collections, colors, fibers, weaves } from '#server/import/demo-catalog.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { openWriter } from '#server/store/open-store.ts';
import type { StoreLocation } from '#server/store/stock-store.ts';

/** Default market of tokens. */
export const benchMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
export const benchToday: CalendarDate = todayIn('UTC', new Date());
export const firstProductId = 100_000;

/** Fills a store with products that have eleven entries around today and a max lead time each, or other numbers. */
export async function fillStore(
  location: StoreLocation,
  products: number,
  { entriesPerProduct = 12, withNames = false } = {},
): Promise<void> {
  const random = seededRandom(5);
  const writer = await openWriter(location, { contents: 'real', replaceStock: true, replaceProducts: true });
  const pick = (words: Readonly<Record<string, string>>) => random.pick(Object.values(words));
  const daysBetweenEntries = Math.round(180 / entriesPerProduct);
  for (let index = 0; index < products; index++) {
    const productId = firstProductId + index;
    for (let entry = 0; entry < entriesPerProduct; entry++)
      writer.putStock(benchMarket, {
        productId,
        stockDate: addDays(benchToday, entry * daysBetweenEntries + random.between(0, daysBetweenEntries - 1) - 30),
        stockQuantity: random.between(0, 900_000),
        isMaxLeadTime: entry === entriesPerProduct - 1,
        isDeleted: false,
        lastUpdateDate: benchToday,
      });
    if (withNames) {
      const name = [pick(fibers), pick(weaves), random.pick(collections), pick(colors)].join(' ');
      writer.putProduct({ productId, name, sku: `SH-${index}`, unit: 'm' });
    }
    if (index % 100 === 0) await writer.drain();
  }
  await writer.commit();
  await writer.close();
}
