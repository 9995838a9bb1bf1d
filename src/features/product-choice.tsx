import { Text } from '@mantine/core';

import type { Product } from '#contract/gateway.ts';

/** A product in a list to select from. Recent products are stored with their name only. */
export type ListedChoice = Pick<Product, 'productId' | 'name'> & Partial<Product>;

/** Product name, with ID, SKU and unit below. */
export function ProductChoice({ product: { productId, name, sku, unit } }: { product: ListedChoice }) {
  return (
    <>
      <Text inherit truncate>
        <bdi>{name ?? productId}</bdi>
      </Text>
      <Text fz={13} c="dimmed" truncate>
        {[productId, sku, unit].filter((part) => part != null).join(' · ')}
      </Text>
    </>
  );
}
