import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { session } from '#api/session.ts';
import { rememberedKey } from '#components/remembered/remembered-key.ts';
import type { ProductId } from '#contract/product-id.ts';
import { type CalendarChange, calendarChange, newestFirst } from '#domain/calendars/calendar-change.ts';
import { lookAt } from '#domain/calendars/calendar-look.ts';
import { type ListedProduct, timelineOf } from '#domain/calendars/listed-product.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { acknowledgeLooks, movedLooks, noteLooks } from './look-store.ts';

/** Products that were looked at, when, and with or without their max lead times. */
export interface Looked {
  products: readonly ListedProduct[];
  fetchedAt: number;
  includesMaxLeadTime: boolean;
}

/** So that thousands don't hold up the screen. */
const mostAtOnce = 200;

/**
 * What moved in the calendars of products since the person looked at them last, kept in this browser. `changes` are
 * for the wanted quantity (null for 1), newest first; empty where the browser keeps nothing.
 */
export function useCalendarLooks(today: CalendarDate, wanted: Thousandths | null) {
  const client = useQueryClient();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('looks', data) : null;
  const { data: moved } = useQuery({
    queryKey: keyOf(owner),
    queryFn: () => (owner === null ? [] : movedLooks(owner)),
    enabled: owner !== null,
    retry: false,
  });

  /** Keeps the look at these products, and finds out what moved. Stable. */
  const note = useCallback(
    async ({ products, fetchedAt, includesMaxLeadTime }: Looked) => {
      if (owner === null) return;
      for (let start = 0; start < products.length; start += mostAtOnce) {
        const looks = products
          .slice(start, start + mostAtOnce)
          .flatMap((product) =>
            product.kind === 'calendar'
              ? [lookAt(product.productId, timelineOf(product, today), { at: fetchedAt, includesMaxLeadTime })]
              : [],
          );
        await noteLooks(owner, looks, today).catch(keepsNothing);
      }
      await client.invalidateQueries({ queryKey: keyOf(owner) });
    },
    [client, owner, today],
  );

  /** The person has seen what moved in these products. Stable. */
  const acknowledge = useCallback(
    async (productIds: readonly ProductId[]) => {
      if (owner === null) return;
      await acknowledgeLooks(owner, productIds).catch(keepsNothing);
      await client.invalidateQueries({ queryKey: keyOf(owner) });
    },
    [client, owner],
  );

  /** Stable until something moves. */
  const changes = useMemo<readonly CalendarChange[]>(() => {
    const found = (moved ?? []).flatMap(({ look, before }) =>
      before === null ? [] : (calendarChange(before, look, today, wanted) ?? []),
    );
    return newestFirst(found);
  }, [moved, today, wanted]);
  return { changes, note, acknowledge };
}

function keyOf(owner: string | null) {
  return ['calendar-looks', { owner }];
}

/** A browser that keeps nothing costs nothing but the memory. */
function keepsNothing(): void {}
