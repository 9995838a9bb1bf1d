import { useEffect, useRef, useState } from 'react';

import { fetchLastUpdates } from '#api/stock-items.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

/** How far asking every product for its last update is. */
interface Asking {
  phase: 'idle' | 'asking' | 'asked';
  dates: ReadonlyMap<ProductId, CalendarDate>;
  /** Products asked so far. */
  done: number;
  /** Products whose question got no answer. */
  unanswered: number;
}

/** Products between two figures of the progress. */
const mostAtOnce = 1000;

const notAsked: Asking = { phase: 'idle', dates: new Map(), done: 0, unanswered: 0 };

/** The last updates of all products (§4.3), asked for when the person wants them: only those on screen are otherwise. */
export function useEveryUpdate(products: readonly ListedProduct[]) {
  const [held, setHeld] = useState({ products, asking: notAsked });
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    if (held.products !== products) control.current?.abort();
  }, [held.products, products]);
  useEffect(() => () => control.current?.abort(), []);
  const asking = held.products === products ? held.asking : notAsked;

  async function ask() {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    const ids = idsOf(products);
    const tell = (next: Asking) => signal.aborted || setHeld({ products, asking: next });
    const dates = new Map<ProductId, CalendarDate>();
    let unanswered = 0;
    for (let done = 0; done < ids.length && !signal.aborted; done += mostAtOnce) {
      tell({ phase: 'asking', dates: new Map(dates), done, unanswered });
      const some = await fetchLastUpdates(ids.slice(done, done + mostAtOnce), signal).catch(() => null);
      if (some === null) return;
      for (const [productId, date] of some.dates) dates.set(productId, date);
      unanswered += some.unanswered.size;
    }
    tell({ phase: 'asked', dates, done: ids.length, unanswered });
  }

  return {
    ...asking,
    ask: () => void ask(),
    cancel: () => {
      control.current?.abort();
      setHeld({ products, asking: notAsked });
    },
  };
}

/** Products without an answer can have no update. */
export function idsOf(products: readonly ListedProduct[]): ProductId[] {
  return products.filter(({ kind }) => kind === 'calendar').map(({ productId }) => productId);
}
