/** The headers of every request (§5, §9) and the one of every response. */
export const authorizationHeader = 'Authorization';
export const subscriptionKeyHeader = 'Ocp-Apim-Subscription-Key';
export const apiVersionHeader = 'Api-version';
/** The request's ID in the server's log. */
export const requestIdHeader = 'X-Request-Id';

/** {@link demoData} in every response of the embedded service from demo data. */
export const stockDataHeader = 'Stock-Data';
export const demoData = 'demo';

/** The only supported value of {@link apiVersionHeader} (§9). */
export const supportedApiVersion = 'v1';

/** Response headers added by the gateway, in lower case; not part of the specification. */

/** Age of a cached response in whole seconds (RFC 9111 §5.1); absent if it isn't cached. */
export const ageHeader = 'age';
/** {@link staleResult} if the service failed and this is an older cached response. */
export const staleHeader = 'stock-response';
export const staleResult = 'stale';
/** {@link staleHeader} if at least a part of the response came from the service just now. */
export const directResponse = 'direct';
/** Number of attempts before the gateway returned an error; absent if there was one. */
export const attemptsHeader = 'stock-attempts';
/** The service's request ID, if it differs from `X-Request-Id`. */
export const upstreamRequestIdHeader = 'upstream-request-id';

export const responseHeaders = [ageHeader, staleHeader, attemptsHeader, upstreamRequestIdHeader];
