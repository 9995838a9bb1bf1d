import { demoData, requestIdHeader, stockDataHeader, subscriptionKeyHeader } from './headers.ts';
import type { Problem } from './problem.ts';
import { problemCode, type ProblemCode, problemKinds, problemType } from './problem-codes.ts';

const reference = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });

const quantityRule = 'quantity must be a number above 0 and up to 1,000,000,000, written like 250 or 250.5.';

/** An error response: its description, an example of each kind and its headers. */
interface Refusal {
  description: string;
  examples: Problem[];
  headers: string[];
}

/** The service's error responses by name. */
const refusals = {
  BadRequest: refusal('A parameter, a header or the body is not right; `errors` names each place.', [
    example('bad-request', quantityRule, { errors: [{ path: 'quantity', message: quantityRule }] }),
  ]),
  Unauthorized: refusal(
    'The access token or the subscription key is missing or not accepted.',
    [example('unauthorized', `The ${subscriptionKeyHeader} header must be an accepted subscription key.`)],
    'WWW-Authenticate',
  ),
  Forbidden: refusal('The request names another host, or comes from a page of another origin.', [
    example('forbidden', 'The Origin header must be that of the dashboard: other pages may not call this server.'),
  ]),
  NotFound: refusal('The address does not exist, or a product has no result.', [
    example('unknown-product', 'Product 12345 is unknown in this market. Check productId.', {
      unknownProductIds: [12345],
    }),
    example(
      'quantity-not-available',
      'Quantity 250 of product 12345 is not available on any date, and there is no max lead time. Enter a smaller quantity.',
      { unavailableProductIds: [12345] },
    ),
    example(
      'products-not-available',
      '1 products are unknown in this market, and 1 are not available in this quantity. Send the request without them.',
      { instance: '/api/stock', unknownProductIds: [67890], unavailableProductIds: [12345] },
    ),
    example('not-found', 'Unknown operation. openapi.json lists all operations.'),
  ]),
  MethodNotAllowed: refusal(
    'The address exists, but not for this method.',
    [example('method-not-allowed', 'This address only accepts GET and HEAD.')],
    'Allow',
  ),
  PayloadTooLarge: refusal('The body is larger than the service takes.', [
    example('payload-too-large', 'The request body is too large. Send fewer products.'),
  ]),
  UnsupportedMediaType: refusal('The body is not declared as JSON.', [
    example('unsupported-media-type', 'The Content-Type header must be application/json, in UTF-8.'),
  ]),
  TooManyRequests: refusal(
    'The subscription key has sent too many requests.',
    [example('too-many-requests', 'Too many requests with this subscription key. Try again in 2 seconds.')],
    'Retry-After',
  ),
  InternalError: refusal('The service failed. The log contains the reason under the request ID.', [
    example('internal-error', `The request failed. The server log has the reason under request ID ${exampleId()}.`),
  ]),
  Unavailable: refusal(
    'The service is unavailable.',
    [
      example('unavailable', "Tokens can't be verified at the moment. Try again in a few seconds."),
      example(
        'damaged-store',
        'The stored data is damaged and is not served. Ask your administrator to restore or import it.',
      ),
      example('unreadable-store', "The data can't be read at the moment. Try again in a few seconds."),
      example('no-stock-data', 'No stock data imported. Import a stock file.'),
    ],
    'Retry-After',
  ),
};
export type RefusalName = keyof typeof refusals;

/** `components.headers` of the OpenAPI document. */
export const componentHeaders = {
  [requestIdHeader]: {
    description: "The request's ID in the service log.",
    schema: { type: 'string' },
  },
  [stockDataHeader]: {
    description: 'Present if the response is from demo data, which is no real stock.',
    schema: { type: 'string', enum: [demoData] },
  },
  'WWW-Authenticate': { description: 'Which credential is missing or not accepted.', schema: { type: 'string' } },
  Allow: { description: 'The methods that the address takes.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
};

/** `components.responses` of the OpenAPI document. */
export function componentResponses() {
  return Object.fromEntries(
    Object.entries(refusals).map(([responseName, { description, examples, headers }]) => [
      responseName,
      {
        description,
        headers: Object.fromEntries(
          [requestIdHeader, stockDataHeader, ...headers].map((name) => [name, reference('headers', name)]),
        ),
        content: {
          'application/problem+json': {
            schema: reference('schemas', 'Problem'),
            examples: Object.fromEntries(examples.map((value) => [problemCode(value.type), { value }])),
          },
        },
      },
    ]),
  );
}

/** The `responses` of an operation for these errors, by status. */
export function refusalResponses(names: readonly RefusalName[]) {
  return Object.fromEntries(
    names.map((name) => [String(refusals[name].examples[0]?.status), reference('responses', name)]),
  );
}

function refusal(description: string, examples: Problem[], ...headers: string[]): Refusal {
  return { description, examples, headers };
}

function exampleId(): string {
  return '0b2f9a50-3f0c-4d67-9a3e-4a1c36a2c1f5';
}

function example(code: ProblemCode, detail: string, more: Partial<Problem> = {}): Problem {
  const about = { type: problemType(code), ...problemKinds[code], detail };
  return { ...about, instance: '/api/stock/12345', requestId: exampleId(), ...more };
}
