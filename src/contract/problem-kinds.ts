import type { ProblemCode } from './problem.ts';

/** The status and the title of every problem. */
export const problemKinds: Record<ProblemCode, { status: number; title: string }> = {
  'bad-request': { status: 400, title: 'The request is not right' },
  unauthorized: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Nothing is at this address' },
  'unknown-product': { status: 404, title: 'Unknown product' },
  'quantity-not-available': { status: 404, title: 'Not available in this quantity' },
  'products-not-available': { status: 404, title: 'Some products cannot be answered' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is in an unsupported format' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Something went wrong in the service' },
  unavailable: { status: 503, title: 'The service cannot answer at the moment' },
  'contract-broken': { status: 502, title: 'The service answered, but not as agreed' },
  'upstream-unreachable': { status: 502, title: 'The service cannot be reached' },
  'upstream-timeout': { status: 504, title: 'The service did not answer in time' },
  'upstream-resting': { status: 503, title: 'The service is left alone for a moment' },
};
