/** The headers that every request carries (§5, §9), and the one that every answer carries. */
export const authorizationHeader = 'Authorization';
export const subscriptionKeyHeader = 'Ocp-Apim-Subscription-Key';
export const apiVersionHeader = 'Api-version';
/** The id under which the server's log has a request. */
export const requestIdHeader = 'X-Request-Id';

/** The one supported value of {@link apiVersionHeader} (§9). */
export const supportedApiVersion = 'v1';

/**
 * What the gateway says of an answer in its own headers, in lower case; the specification knows none of them.
 */

/** Whole seconds since the service gave the answer (RFC 9111 §5.1); left out where that was just now. */
export const ageHeader = 'age';
/** {@link staleAnswer} where the service could not be asked and this is an older answer of its. */
export const standInHeader = 'stock-answer';
export const staleAnswer = 'stale';
/** How often the gateway called the service before it passed a failure on; left out for once. */
export const attemptsHeader = 'stock-attempts';
/** The id that the service gave its answer, where it is another than `X-Request-Id`. */
export const upstreamRequestIdHeader = 'upstream-request-id';

export const answerHeaders = [ageHeader, standInHeader, attemptsHeader, upstreamRequestIdHeader];
