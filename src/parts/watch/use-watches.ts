import { useQuery } from '@tanstack/react-query';

import { useIsSignedIn } from '#data/session.ts';
import { watches } from '#data/watches.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { KeptWatch, KeptWatches } from '#stock/contract/watches.ts';

/** What the user watches, by product, the first made first. */
export type WatchesByProduct = ReadonlyMap<ProductId, readonly KeptWatch[]>;

/** What the user watches; undefined until it is loaded, and while nobody is signed in. */
export function useWatches(): { isSignedIn: boolean; byProduct: WatchesByProduct | undefined } {
  const isSignedIn = useIsSignedIn();
  const { data: byProduct } = useQuery({ ...watches.all(), enabled: isSignedIn, select: watchesByProduct });
  return { isSignedIn, byProduct };
}

const grouped = new WeakMap<readonly KeptWatch[], WatchesByProduct>();

/** Once for all rows that show whether their product is watched. */
function watchesByProduct({ watches: all }: KeptWatches): WatchesByProduct {
  const known = grouped.get(all);
  if (known !== undefined) return known;
  const byProduct = new Map<ProductId, KeptWatch[]>();
  for (const watch of all.toSorted((a, b) => a.madeAt - b.madeAt || a.quantity - b.quantity)) {
    const others = byProduct.get(watch.productId);
    if (others === undefined) byProduct.set(watch.productId, [watch]);
    else others.push(watch);
  }
  grouped.set(all, byProduct);
  return byProduct;
}
