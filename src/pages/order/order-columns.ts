import type { GridColumn } from '#components/grid/grid-column.ts';
import type { DraftLine } from '#components/order-draft/draft-line.ts';
import type { Product } from '#contract/gateway.ts';

import { answerColumn, daysColumn, nameColumn, statusColumn, unitColumn } from './known-columns.tsx';
import type { LineView } from './line-view.ts';
import type { OrderWords } from './order-words.ts';
import { neededByColumn, noteColumn, productColumn, quantityColumn } from './written-columns.tsx';

/** The best matches for what is typed for a product. */
export type SearchProducts = (text: string) => Promise<readonly Product[]>;

/** The columns of an order: what the person writes, and what is known about it. */
export function orderColumns(words: OrderWords, search: SearchProducts): GridColumn<DraftLine, LineView>[] {
  return [
    productColumn(words, search),
    nameColumn(words),
    quantityColumn(words),
    unitColumn(words),
    neededByColumn(words),
    answerColumn(words),
    statusColumn(words),
    daysColumn(words),
    noteColumn(words),
  ];
}
