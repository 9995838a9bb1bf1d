import { type RefObject, useState } from 'react';

import { isClosed } from '#stock/order/line-state.ts';
import { productWords } from '#parts/result/wording.ts';
import type { WatchedProduct } from '#parts/watch/new-watches.ts';
import { WatchPanel } from '#parts/watch/watch-panel.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { isValidQuantity } from '#stock/order/order-line.ts';
import { useLocale } from '#ui/locale.tsx';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { type LineEntry, quantityToShip } from '#orders/lines/line-view.ts';

interface WatchLinesProps {
  session: OrderSession;
  anchor: RefObject<Element | null>;
  onClose: () => void;
}

/** Watches all lines of an order as they are when it opens. */
export function WatchLines({ session, anchor, onClose }: WatchLinesProps) {
  const { today } = useLocale();
  const lineCount = useOrder(session, ({ overview }) => overview.lineCount);
  const [products] = useState(() => watchedLines(session.lines.getEntries(), today));
  return <WatchPanel {...{ anchor, products, lineCount, onClose }} />;
}

/**
 * Returns what watching all lines of an order watches: each line's product with the quantity that its ship date is of,
 * which includes the lines of the product above it. Lines without a known product or a quantity in its unit aren't
 * watched, nor closed ones; a ship-by date that is past is left out.
 * @param today the service's date
 */
export function watchedLines(entries: readonly LineEntry[], today: CalendarDate): readonly WatchedProduct[] {
  return entries.flatMap(({ row, derived }): WatchedProduct[] => {
    if (!derived || derived.productId === null || derived.state.kind === 'unit-differs' || isClosed(derived.state))
      return [];
    const { productId, product, combined } = derived;
    const quantity = combined?.quantity ?? quantityToShip(row, derived);
    if (!isValidQuantity(quantity)) return [];
    const shipBy = row.shipBy !== null && row.shipBy >= today ? row.shipBy : null;
    const name = product === null ? row.product : productWords(product);
    return [{ productId, product: name, unit: product?.unit ?? null, quantity, shipBy }];
  });
}
