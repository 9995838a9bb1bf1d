import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { breathe } from '#lib/breathe.ts';
import { session } from '#api/session.ts';
import { rememberedKey } from '#features/remembered.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarChange } from '#domain/calendars/calendar-change.ts';
import { lookAt } from '#domain/calendars/calendar-look.ts';
import { type ListedProduct, timelineOf } from '#domain/calendars/listed-product.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { changesInLooks } from './changes-in-looks.ts';
import { acknowledgeLooks, movedLooks, noteLooks } from './look-store.ts';

/** Products that were looked at, when, and with or without their max lead times. */
export interface Looked {
  products: readonly ListedProduct[];
  fetchedAt: number;
  includesMaxLeadTime: boolean;
}

/** So that thousands don't hold up the screen. */
const mostAtOnce = 200;

const none: readonly CalendarChange[] = [];

/**
 * What moved in the calendars of products since the person looked at them last, kept in this browser. `changes` are
 * for the wanted quantity (null for 1), newest first; empty where the browser keeps nothing. Until they are worked out
 * they are those of another day or quantity, and `isStale`, or none, and `isPending`.
 */
export function useCalendarLooks(today: CalendarDate, wanted: Thousandths | null) {
  const client = useQueryClient();
  const { data: person } = useQuery(session.current());
  const owner = person ? rememberedKey('looks', person) : null;
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [...keyOf(owner), { today, wanted }],
    queryFn: async ({ signal }) => (owner === null ? none : changesOf(owner, { today, wanted, signal })),
    enabled: owner !== null,
    retry: false,
    // Comparing thousands of changes with those before takes longer than drawing them.
    structuralSharing: false,
    placeholderData: (before, query) => (isOf(owner, query?.queryKey) ? before : undefined),
  });

  /** Keeps the look at these products, and finds out what moved. Stable. */
  const note = useCallback(
    async ({ products, fetchedAt, includesMaxLeadTime }: Looked) => {
      if (owner === null) return;
      let isNews = false;
      for (let start = 0; start < products.length; start += mostAtOnce) {
        const looks = products
          .slice(start, start + mostAtOnce)
          .flatMap((product) =>
            product.kind === 'calendar'
              ? [lookAt(product.productId, timelineOf(product, today), { at: fetchedAt, includesMaxLeadTime })]
              : [],
          );
        const isMoved = await noteLooks(owner, looks, today).catch(keepsNothing);
        isNews ||= isMoved;
      }
      if (isNews) await client.invalidateQueries({ queryKey: keyOf(owner) });
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

  return {
    changes: data ?? none,
    isPending: owner !== null && isPending,
    isStale: isPlaceholderData,
    note,
    acknowledge,
  };
}

interface Question {
  today: CalendarDate;
  wanted: Thousandths | null;
  signal: AbortSignal;
}

function changesOf(owner: string, { today, wanted, signal }: Question): Promise<readonly CalendarChange[]> {
  const pause = breathe();
  return changesInLooks(movedLooks(owner), { today, wanted }, () => {
    signal.throwIfAborted();
    return pause();
  });
}

function keyOf(owner: string | null) {
  return ['calendar-looks', { owner }];
}

/** Nobody sees what moved for another person, not even for a moment. */
function isOf(owner: string | null, key: readonly unknown[] | undefined): boolean {
  return key !== undefined && hashKey(key.slice(0, 2)) === hashKey(keyOf(owner));
}

/** A browser that keeps nothing costs nothing but the memory. */
function keepsNothing(): false {
  return false;
}
