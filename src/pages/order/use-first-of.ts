import { useMemo, useState } from 'react';

const step = 50;

/** The first of many, and 50 more whenever they are asked for. */
export function useFirstOf<Item>(items: readonly Item[], few: number) {
  const [most, setMost] = useState(few);
  const shown = useMemo(() => items.slice(0, most), [items, most]);
  return {
    shown,
    more: Math.max(0, items.length - most),
    showMore: () => setMost(most + step),
  };
}
