/** Status and title of the service's problems by code, the last part of a problem's `type`. */
const serviceProblems = {
  'bad-request': { status: 400, title: 'Invalid request' },
  unauthorized: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Access denied' },
  'not-found': { status: 404, title: 'Not found' },
  'unknown-product': { status: 404, title: 'Unknown product' },
  'quantity-not-available': { status: 404, title: 'Quantity not available' },
  'products-not-available': { status: 404, title: 'Some products are not available' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Service unavailable' },
  'damaged-store': { status: 503, title: 'Service unavailable' },
  'unreadable-store': { status: 503, title: 'Service unavailable' },
  'no-stock-data': { status: 503, title: 'No stock data imported' },
};

/** All problems: the service's, and those of the gateway and its connection to an external service. */
export const problemKinds = {
  ...serviceProblems,
  'damaged-document': { status: 410, title: 'Damaged' },
  'limit-reached': { status: 409, title: 'Limit reached' },
  'version-conflict': { status: 412, title: 'Changed elsewhere' },
  'version-required': { status: 428, title: 'Version required' },
  'expired-token': { status: 401, title: 'Not signed in' },
  'invalid-token': { status: 401, title: 'Not signed in' },
  'invalid-key': { status: 401, title: 'Not signed in' },
  'rejected-credentials': { status: 403, title: 'Access denied' },
  'contract-broken': { status: 502, title: 'Unexpected response from the stock service' },
  'other-market': { status: 502, title: 'Response for another market' },
  'upstream-unreachable': { status: 502, title: "Can't connect to the stock service" },
  'upstream-timeout': { status: 504, title: 'The stock service timed out' },
  'upstream-resting': { status: 503, title: 'The stock service is paused' },
};
export type ProblemCode = keyof typeof problemKinds;

const codes = Object.keys(problemKinds) as ProblemCode[];

/** Codes of the service's own problems. */
export const problemCodes = Object.keys(serviceProblems) as (keyof typeof serviceProblems)[];

const typePrefix = 'urn:stock-horizon:problem:';

/** The `type` of a problem with that code. */
export function problemType(code: ProblemCode): string {
  return typePrefix + code;
}

/** The code in a problem's `type`; undefined for another service's own type. */
export function problemCode(type: string): ProblemCode | undefined {
  return codes.find((code) => problemType(code) === type);
}
