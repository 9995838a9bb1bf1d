import { requestIdHeader, subscriptionKeyHeader } from './headers.ts';
import { type Problem, type ProblemCode, problemKinds, problemType } from './problem.ts';

const reference = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });

/** Every refusal of the service as a response: its name, what it is about, and an example of each kind. */
const refusals = {
  BadRequest: {
    description: 'A parameter, a header or the body is not right; `errors` names each place.',
    examples: [
      example('bad-request', 'quantity must be a number above 0 and up to 1,000,000,000, written like 250 or 250.5.', {
        errors: [
          {
            path: 'quantity',
            message: 'quantity must be a number above 0 and up to 1,000,000,000, written like 250 or 250.5.',
          },
        ],
      }),
    ],
  },
  Unauthorized: {
    description: 'The access token or the subscription key is missing or not accepted.',
    examples: [example('unauthorized', `The ${subscriptionKeyHeader} header must be an accepted subscription key.`)],
  },
  Forbidden: {
    description: 'The request names another host, or comes from a page of another origin.',
    examples: [
      example('forbidden', 'The Origin header must be that of the dashboard: other pages may not call this server.'),
    ],
  },
  NotFound: {
    description: 'There is no such address, or no answer for a product.',
    examples: [
      example('unknown-product', 'Product 12345 is not known in this market; check productId.', {
        unknownProductIds: [12345],
      }),
      example(
        'quantity-not-available',
        'No date holds 250 of product 12345, and it has no max lead time; ask for a smaller quantity.',
        { unavailableProductIds: [12345] },
      ),
      example(
        'products-not-available',
        '1 of the products are not known in this market, and 1 not available in the quantity asked for; ask again without them.',
        { unknownProductIds: [67890], unavailableProductIds: [12345] },
      ),
      example('not-found', 'There is no such operation; the operations are listed in openapi.json.'),
    ],
  },
  MethodNotAllowed: {
    description: 'The address exists, but not for this method.',
    examples: [example('method-not-allowed', 'This address takes GET and HEAD alone.')],
  },
  PayloadTooLarge: {
    description: 'The body is larger than the service takes.',
    examples: [example('payload-too-large', 'The body is larger than the service takes; send fewer products.')],
  },
  UnsupportedMediaType: {
    description: 'The body is not declared as JSON.',
    examples: [example('unsupported-media-type', 'The Content-Type header must be application/json, in UTF-8.')],
  },
  TooManyRequests: {
    description: 'The subscription key has sent too many requests.',
    examples: [
      example('too-many-requests', 'This subscription key has sent too many requests; try again in 2 seconds.'),
    ],
  },
  InternalError: {
    description: 'The service failed; its log has the reason under the request id.',
    examples: [
      example(
        'internal-error',
        'The service failed to answer; its log has the reason under the request id 0b2f9a50-3f0c-4d67-9a3e-4a1c36a2c1f5.',
      ),
    ],
  },
  Unavailable: {
    description: 'The service cannot answer at the moment.',
    examples: [example('unavailable', 'Tokens cannot be verified at the moment; try again in a few seconds.')],
  },
};
export type RefusalName = keyof typeof refusals;

/** Headers that a refusal carries beside the request id. */
const headersOf: Partial<Record<RefusalName, string[]>> = {
  Unauthorized: ['WWW-Authenticate'],
  MethodNotAllowed: ['Allow'],
  TooManyRequests: ['Retry-After'],
  Unavailable: ['Retry-After'],
};

/** `components.headers` of the OpenAPI document. */
export const componentHeaders = {
  [requestIdHeader]: {
    description: "The id under which the service's log has the request.",
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'Which credential is missing or not accepted.', schema: { type: 'string' } },
  Allow: { description: 'The methods that the address takes.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
};

/** `components.responses` of the OpenAPI document. */
export function componentResponses() {
  return Object.fromEntries(
    Object.entries(refusals).map(([name, { description, examples }]) => [
      name,
      {
        description,
        headers: Object.fromEntries(
          [requestIdHeader, ...(headersOf[name as RefusalName] ?? [])].map((header) => [
            header,
            reference('headers', header),
          ]),
        ),
        content: {
          'application/problem+json': {
            schema: reference('schemas', 'Problem'),
            examples: Object.fromEntries(examples.map(({ code, value }) => [code, { value }])),
          },
        },
      },
    ]),
  );
}

/** The `responses` of an operation for these refusals, by status. */
export function refusalResponses(names: readonly RefusalName[]) {
  return Object.fromEntries(
    names.flatMap((name) =>
      refusals[name].examples.slice(0, 1).map(({ value }) => [String(value.status), reference('responses', name)]),
    ),
  );
}

function example(
  code: ProblemCode,
  detail: string,
  extensions: Partial<Problem> = {},
): { code: ProblemCode; value: Problem } {
  return {
    code,
    value: {
      type: problemType(code),
      ...problemKinds[code],
      detail,
      instance: code === 'products-not-available' ? '/api/stock' : '/api/stock/12345',
      requestId: '0b2f9a50-3f0c-4d67-9a3e-4a1c36a2c1f5',
      ...extensions,
    },
  };
}
