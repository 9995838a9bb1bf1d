import { largestProductId } from './product-id.ts';

/** What the service takes at most; the specification leaves every bound open (§8). */
export interface ServiceLimits {
  /** Products in one `POST /stock` (§4.3). */
  productsPerRequest: number;
  /** Product ids in one filter (§4.4), as written, before doubled ones are taken out. */
  idsPerFilter: number;
  /** Products on one page (§4.4). */
  pageSize: number;
  /** Bytes of a request body. */
  bodyBytes: number;
  /** Largest quantity asked for, inclusive; at most 9,007,199,254,740, so that its thousandths are exact. */
  quantity: number;
  /** Largest product id, inclusive; at most the contract's own bound. */
  productId: number;
  /** Requests a minute for each subscription key; null for no limit. */
  requestsPerMinute: number | null;
}

/** The limits where nothing else is configured. The rate limit is for a server that others can reach. */
export const defaultLimits: ServiceLimits = {
  productsPerRequest: 1000,
  idsPerFilter: 1000,
  pageSize: 500,
  bodyBytes: 1_048_576,
  quantity: 1_000_000_000,
  productId: largestProductId,
  requestsPerMinute: 6000,
};

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
