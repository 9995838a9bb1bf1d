import { createContext, use, useMemo } from 'react';

import type { NameOf } from '#api/products.ts';
import { useStockItems } from '#api/stock-calendars.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarChange } from '#domain/calendars/calendar-change.ts';
import { mayHaveLastUpdate } from '#domain/calendars/calendar-summary.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import type { TimeWindow } from '#features/chart/time-window.ts';

import type { CalendarTableRow } from './columns.tsx';

/** What is loaded for the rows on screen alone. */
export interface RowDetails {
  /** The name is still on the way where `isNamePending` says so and the product has none. */
  nameOf: NameOf;
  isNamePending: boolean;
  /** Undefined while it is on the way, null where the service gives none. */
  lastUpdateOf: (productId: ProductId) => CalendarDate | null | undefined;
  /** What moved since the person last looked; undefined where nothing did. */
  changeOf: (productId: ProductId) => CalendarChange | undefined;
}

/** {@link RowDetails}, and what all cells of the table share. */
export interface RowContext extends RowDetails {
  wanted: Thousandths | null;
  /** The period of all sparklines. */
  window: TimeWindow;
}

const Context = createContext<RowContext | null>(null);
export const RowContextProvider = Context.Provider;

/** @throws Error outside of the products table. */
export function useRowContext(): RowContext {
  const context = use(Context);
  if (!context) throw new Error('A cell needs the products table around it');
  return context;
}

/** What the catalogue says of a row's product. */
export function useProduct(productId: ProductId): Product {
  return useRowContext().nameOf(productId);
}

/** Last updates are asked for here, of the rows whose calendar shows that there may be one. */
export function useRowDetails(
  rows: readonly CalendarTableRow[],
  names: { nameOf: NameOf; isPending: boolean },
  changes: ReadonlyMap<ProductId, CalendarChange>,
  includesMaxLeadTime: boolean,
): RowDetails {
  const ids = useMemo(
    () =>
      rows
        .filter(({ original }) => mayHaveLastUpdate(original.listed, includesMaxLeadTime))
        .map(({ original }) => original.productId),
    [rows, includesMaxLeadTime],
  );
  const { data: updates, isError } = useStockItems(ids);
  const { nameOf, isPending: isNamePending } = names;
  return useMemo(
    () => ({
      nameOf,
      isNamePending,
      lastUpdateOf: (productId) =>
        updates?.dates.get(productId) ?? (updates || isError || ids.length === 0 ? null : undefined),
      changeOf: (productId) => changes.get(productId),
    }),
    [nameOf, isNamePending, changes, updates, isError, ids],
  );
}
