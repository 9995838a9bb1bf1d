/** The headers that every request carries (§5, §9), and the one that every answer carries. */
export const authorizationHeader = 'Authorization';
export const subscriptionKeyHeader = 'Ocp-Apim-Subscription-Key';
export const apiVersionHeader = 'Api-version';
/** The id under which the server's log has a request. */
export const requestIdHeader = 'X-Request-Id';

/** The one supported value of {@link apiVersionHeader} (§9). */
export const supportedApiVersion = 'v1';
