import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Product } from '#stock/contract/gateway-responses.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';

interface ProductLinkProps {
  product: Pick<Product, 'productId' | 'name'>;
  /** Null for any. */
  quantity: Thousandths | null;
}

/** A product's name, linked to its availability, and its ID, since products may share a name. */
export function ProductLink({ product: { productId, name }, quantity }: ProductLinkProps) {
  return (
    <>
      <Link
        to="/"
        search={{ product: productId, quantity: quantity === null ? undefined : fromThousandths(quantity) }}
        preload={false}
      >
        <bdi>{name ?? productId}</bdi>
      </Link>{' '}
      {name !== null && (
        <Text span fz={13} c="dimmed">
          {productId}
        </Text>
      )}
    </>
  );
}
