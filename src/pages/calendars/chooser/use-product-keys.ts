import { useQuery, useQueryClient } from '@tanstack/react-query';

import { findProducts } from '#api/products.ts';
import type { ProductId } from '#contract/product-id.ts';

interface FoundKeys {
  ids: readonly ProductId[];
  /** Keys that are no id and no SKU of the catalogue. */
  unknown: readonly string[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

const none: readonly never[] = [];

/** The products that ids and SKUs as typed stand for. */
export function useProductKeys(keys: readonly string[]): FoundKeys {
  const client = useQueryClient();
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['products', 'find', { keys }],
    queryFn: () => findProducts(keys, client),
    enabled: keys.length > 0,
  });
  return {
    ids: data?.productIds ?? none,
    unknown: data?.notFound ?? none,
    isPending: isLoading,
    error,
    retry: () => void refetch(),
  };
}
