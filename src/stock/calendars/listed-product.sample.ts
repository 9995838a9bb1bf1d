import type { ProductId } from '#stock/contract/product-id.ts';
import type { DatedEntry } from '#stock/stock-timeline.ts';

import type { ListedCalendar } from './listed-product.ts';

/** Creates a product with these entries. */
export function listed(entries: readonly DatedEntry[], productId: ProductId = 1): ListedCalendar {
  return { kind: 'calendar', productId, entries, territories: ['BRU_GLO'] };
}
