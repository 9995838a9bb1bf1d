import type { GridColumn } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { Product } from '#contract/gateway.ts';
import type { CheckRecord } from '#domain/order/check-record.ts';

import { answerColumn, beforeColumn, daysColumn, nameColumn, statusColumn, unitColumn } from './known-columns.tsx';
import type { LineView } from './line-view.ts';
import type { OrderWords } from './order-words.ts';
import { neededByColumn, noteColumn, productColumn, quantityColumn } from './written-columns.tsx';

/** The best matches for what is typed for a product. */
export type SearchProducts = (text: string) => Promise<readonly Product[]>;

/** The columns of an order: what the person writes, what an earlier check said, and what is known about it now. */
export function orderColumns(
  words: OrderWords,
  search: SearchProducts,
  isNarrow: boolean,
  before: CheckRecord | null,
): GridColumn<DraftLine, LineView>[] {
  const columns = [
    productColumn(words, search),
    nameColumn(words),
    quantityColumn(words),
    unitColumn(words),
    neededByColumn(words),
    answerColumn(words),
    statusColumn(words),
    daysColumn(words),
    noteColumn(words),
    ...(before ? [beforeColumn(words, before)] : []),
  ];
  return isNarrow ? columns.map((column) => ({ ...column, width: narrow[column.id] ?? column.width })) : columns;
}

/** Widths on a small screen, so that what was ordered stands beside its product. */
const narrow: Record<string, number> = { product: 92, name: 112, quantity: 96, unit: 56 };
