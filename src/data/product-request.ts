import type { ProductId } from '#stock/contract/product-id.ts';

import { type JsonRequest, requestJson } from './http-client.ts';

/** More IDs would make the URL longer than some proxies accept. */
const maxIdsInUrl = 200;

/** Requests over a million products may take longer than others. */
const timeout = 60_000;

/**
 * Requests rows of some products, null for all. Their IDs are sent in the body if there are none or too many for the
 * URL. Missing and empty parameters are left out.
 */
export function requestOfProducts<Body>(
  path: string,
  productIds: readonly ProductId[] | null,
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
  request: JsonRequest,
): Promise<Body> {
  const isInBody = productIds !== null && (productIds.length === 0 || productIds.length > maxIdsInUrl);
  const given = isInBody ? parameters : { ...parameters, productIds: productIds?.join() };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== '') query.set(name, String(value));
  // The server reads `+` as a plus sign.
  return requestJson<Body>(`${path}?${query.toString().replaceAll('+', '%20').replaceAll('%2C', ',')}`, {
    ...request,
    timeout,
    ...(isInBody && { method: 'POST', body: { productIds } }),
  });
}
