/** The service's largest product ID (undefined in §8). */
export const maxProductId = 2_147_483_647;

/** Whether a value of unknown source is a product ID (§1). */
export function isProductId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxProductId;
}

/** Days for which a link or a live address may be valid. */
export const shareDays = [30, 90, 365] as const;

/** Default limits of the service; the specification defines none (§8). */
export const defaultLimits = {
  /** Products in one `POST /stock` (§4.3). */
  productsPerRequest: 1000,
  /** Product IDs in one filter (§4.4), duplicates included. */
  idsPerFilter: 1000,
  /** Products on one page (§4.4). */
  pageSize: 500,
  /** Bytes of a request body. */
  bodyBytes: 1_048_576,
  /** Largest quantity, inclusive; at most 9,007,199,254,740, so that its thousandths are exact. */
  quantity: 1_000_000_000,
  /** Largest product ID, inclusive; at most the contract's maximum. */
  productId: maxProductId,
  /** Requests per minute and subscription key if the server isn't limited to its own machine; null for no limit. */
  requestsPerMinute: 6000 as number | null,
};
export type ServiceLimits = typeof defaultLimits;

/** Limits of a server that accepts only local connections. */
export const loopbackLimits: ServiceLimits = { ...defaultLimits, requestsPerMinute: null };

/** Defaults of omitted parameters; the specification defines none. */

/** §4.2: one unit. */
export const defaultQuantity = 1;
/** §4.1, §4.4: stock only. */
export const defaultIncludeMaxLeadTime = false;
/** §4.4. */
export const defaultPage = 1;
/** §4.4, or the maximum page size if that is smaller. */
export const defaultPageSize = 20;
