import type { ProductId } from '#contract/product-id.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';

import type { ListedCalendar } from './listed-product.ts';

/** A product that came with these entries and nothing odd about it. */
export function listed(entries: readonly DatedEntry[], productId: ProductId = 1): ListedCalendar {
  return { kind: 'calendar', productId, entries, territories: ['BRU_GLO'], findings: [] };
}
