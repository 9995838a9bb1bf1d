import { largestProductId } from './product-id.ts';

/** What the service takes at most where nothing else is configured; the specification leaves every bound open (§8). */
export const defaultLimits = {
  /** Products in one `POST /stock` (§4.3). */
  productsPerRequest: 1000,
  /** Product ids in one filter (§4.4), as written, before doubled ones are taken out. */
  idsPerFilter: 1000,
  /** Products on one page (§4.4). */
  pageSize: 500,
  /** Bytes of a request body. */
  bodyBytes: 1_048_576,
  /** Largest quantity asked for, inclusive; at most 9,007,199,254,740, so that its thousandths are exact. */
  quantity: 1_000_000_000,
  /** Largest product id, inclusive; at most the contract's own bound. */
  productId: largestProductId,
  /** Requests a minute for each subscription key, where others can reach the server; null for no limit. */
  requestsPerMinute: 6000 as number | null,
};
export type ServiceLimits = typeof defaultLimits;

/** The limits of a server that only its own machine can reach. */
export const loopbackLimits: ServiceLimits = { ...defaultLimits, requestsPerMinute: null };

/** What counts where a parameter is left out; the specification leaves each open. */

/** §4.2: one unit. */
export const defaultQuantity = 1;
/** §4.1, §4.4: real stock alone. */
export const defaultIncludeMaxLeadTime = false;
/** §4.4. */
export const defaultPage = 1;
/** §4.4, or the largest page where that is configured to be smaller. */
export const defaultPageSize = 20;
