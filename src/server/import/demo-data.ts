import type { Product } from '#contract/gateway.ts';
import { type CalendarDate, addDays } from '#lib/calendar-date.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import { type DateOn, demoRows, showcaseRows } from './demo-calendar.ts';
import { demoCatalogue } from './demo-catalogue.ts';
import { demoShowcase } from './demo-showcase.ts';

const firstProductId = 10_001;
const productCount = 5000;

export interface DemoProduct {
  product: Product;
  rows: StockRow[];
}

/**
 * The demo data set: 5,000 products of an invented textile house with about 12 entries each, the same in every
 * run but for its dates, which are counted from `today`. Every awkward case has a product in `demo-showcase.ts`.
 */
export function* demoData(today: CalendarDate): Generator<DemoProduct> {
  const productIds = Array.from({ length: productCount }, (_, index) => firstProductId + index);
  const showcase = new Map(demoShowcase.map((product) => [product.productId, product]));
  const dateOn = remembered((day) => addDays(today, day));
  for (const product of demoCatalogue(productIds)) {
    const { productId, unit } = product;
    const shown = showcase.get(productId);
    if (shown === undefined) yield { product, rows: demoRows(productId, unit, dateOn) };
    else {
      const { name, sku } = shown;
      yield { product: { productId, name, sku, unit: shown.unit }, rows: showcaseRows(shown, dateOn) };
    }
  }
}

/** A few hundred days serve all rows. */
function remembered(dateOn: DateOn): DateOn {
  const dates = new Map<number, CalendarDate>();
  return (day) => {
    const date = dates.get(day) ?? dateOn(day);
    dates.set(day, date);
    return date;
  };
}
