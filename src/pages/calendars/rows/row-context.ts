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

/** Data loaded only for the rows on screen. */
export interface RowDetails {
  nameOf: NameOf;
  /** Whether names are still loading. Only relevant for products whose name is null. */
  isNamePending: boolean;
  /** Undefined while loading, null if the service provides none. */
  lastUpdateOf: (productId: ProductId) => CalendarDate | null | undefined;
  /** Changes since the user last viewed the calendar, undefined if none. */
  changeOf: (productId: ProductId) => CalendarChange | undefined;
}

/** {@link RowDetails}, and values shared by all cells of the table. */
export interface RowContext extends RowDetails {
  wanted: Thousandths | null;
  /** Period shown by all sparklines. */
  window: TimeWindow;
}

const Context = createContext<RowContext | null>(null);
export const RowContextProvider = Context.Provider;

/** @throws Error outside the products table */
export function useRowContext(): RowContext {
  const context = use(Context);
  if (!context) throw new Error('A cell needs the products table around it');
  return context;
}

/** Returns the catalog data of a row's product. */
export function useProduct(productId: ProductId): Product {
  return useRowContext().nameOf(productId);
}

/** Combines names and changes with last updates, which it requests for the rows that may have one. */
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
