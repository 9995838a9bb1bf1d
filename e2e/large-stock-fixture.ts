import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

/** Number of products: more than 4,000 pages of 25. */
export const productCount = 100_050;

const firstNamed = productCount - 100;

/** Returns the ID of the product at a zero-based position. IDs ascend, with gaps. */
export function idAt(place: number): number {
  return 1_000_003 + place * 7;
}

/** Returns the name of the product at a zero-based position. Only the last 100 products have names. */
export function nameAt(place: number): string {
  return `Bolt number ${place}`;
}

/** Builds the stock file for `npm run import -- --stock`, in shuffled order. */
export function manyStockCsv(today: CalendarDate): string {
  const rows = Array.from({ length: productCount }, (_, line) => {
    const place = (line * 7919) % productCount;
    return [idAt(place), addDays(today, place % 60), (place % 900) + 1, addDays(today, -1)].join(',');
  });
  return ['productId,stockDate,stockQuantity,lastUpdateDate', ...rows, ''].join('\n');
}

/** Builds the product file for `npm run import -- --products`. */
export function manyCatalogueCsv(): string {
  const rows = Array.from({ length: productCount - firstNamed }, (_, line) => {
    const place = firstNamed + line;
    return [idAt(place), nameAt(place), `BN-${place}`, 'm'].join(',');
  });
  return ['productId,name,sku,unit', ...rows, ''].join('\n');
}
