import './no-eval.ts';
import * as z from 'zod/mini';

import {
  CalendarEntry,
  CalendarEntryEnvelope,
  MatchedFilter,
  ProductCalendar,
  ProductCalendarEnvelope,
  StockItem,
  StockItemEnvelope,
} from './envelope.ts';
import {
  apiVersionHeader,
  requestIdHeader,
  stockDataHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from './headers.ts';
import type { ServiceLimits } from './limits.ts';
import {
  productCalendarExample,
  productCalendarsExample,
  stockOfProductExample,
  stockOfProductsExample,
  stockRequestExample,
} from './open-api-examples.ts';
import { componentHeaders, componentResponses, type RefusalName, refusalResponses } from './open-api-problems.ts';
import { openApiPath, operations } from './operation-list.ts';
import { Problem, ProblemError } from './problem.ts';
import { ProductId } from './product-id.ts';
import { type RequestSchemas, requestSchemas } from './requests.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** `components.schemas` of the OpenAPI document: the contract's schemas by name. */
function componentSchemas({ StockRequest }: RequestSchemas): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string; description?: string }>();
  const name = (schema: z.ZodMiniType, id: string, description: string) => registry.add(schema, { id, description });
  const describe = (schema: z.ZodMiniType, description: string) => registry.add(schema, { description });

  name(ProductId, 'ProductId', 'Product identifier.');
  name(
    MatchedFilter,
    'MatchedFilter',
    'One product that the filter matched. Calendars of one product leave `value` out.',
  );
  name(StockItem, 'StockItem', 'The ship date of the requested quantity of a product.');
  name(CalendarEntry, 'CalendarEntry', 'The available quantity from a date on, or the max lead time date.');
  name(
    ProductCalendar,
    'ProductCalendar',
    'A product with its calendar, ascending by date, the max lead time date last.',
  );
  name(StockItemEnvelope, 'StockItemEnvelope', 'The envelope around stock items.');
  name(CalendarEntryEnvelope, 'CalendarEntryEnvelope', 'The envelope around the entries of one calendar.');
  name(ProductCalendarEnvelope, 'ProductCalendarEnvelope', 'The envelope around a page of calendars.');
  name(StockRequest, 'StockRequest', 'The products to look up, each with its own quantity.');
  name(Problem, 'Problem', 'Why a request was refused (RFC 9457).');
  name(ProblemError, 'ProblemError', 'One thing that is wrong with a request.');
  describe(CalendarEntry.shape.stockDateUnix, 'Midnight UTC of `stockDate`, in seconds.');
  describe(
    CalendarEntry.shape.stockQuantity,
    'The available quantity from that date on; a placeholder where `isMaxLeadTime` is set.',
  );
  describe(StockItem.shape.stockDateUnix, 'Midnight UTC of `stockDate`, in seconds.');
  describe(StockItem.shape.stockQuantity, 'The requested quantity.');
  describe(
    StockItem.shape.isMaxLeadTime,
    'Whether the date is the max lead time date: any quantity can ship from it, not backed by stock.',
  );

  const { schemas } = z.toJSONSchema(registry, {
    metadata: registry,
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => withoutSafeIntegerBounds(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _place, ...schema }]) => [id, schema]),
  );
}

/** The JSON schema of a parameter's value. */
function valueSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _dialect, ...value } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return value;
}

/** Zod bounds integers by JavaScript's safe range, which isn't part of the contract. */
function withoutSafeIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

const always = [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  'MethodNotAllowed',
  'TooManyRequests',
  'InternalError',
  'Unavailable',
] as const;

/**
 * The service's OpenAPI 3.1 description, generated from the schemas that validate its requests and responses.
 * @param basePath path of the service on its host, such as `/api`
 */
export function openApiDocument({ limits, basePath }: { limits: ServiceLimits; basePath: string }) {
  const requests = requestSchemas(limits);
  const pagesOfCalendars = (method: 'get' | 'post') => ({
    operationId: method === 'get' ? 'getProductCalendars' : 'searchProductCalendars',
    summary: 'Stock calendar of several products',
    description:
      'One page of products by ascending ID, each with its calendar. Without a filter, every product of the market. ' +
      'Unknown product IDs match nothing. GET and POST return the same; the body of a POST is ignored.',
    parameters: queryParameters(requests.CalendarPageQuery),
    responses: responsesOf(
      'ProductCalendarEnvelope',
      productCalendarsExample,
      ...(method === 'get' ? [] : (['PayloadTooLarge'] as const)),
    ),
  });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stock availability and stock calendar service',
      version: supportedApiVersion,
      description: 'Which quantity of which product can ship on which date.',
    },
    servers: [{ url: basePath }],
    security: [{ accessToken: [], subscriptionKey: [] }],
    paths: {
      [operations.productCalendar.path]: {
        parameters: pathParameters(requests.ProductPath),
        get: {
          operationId: 'getProductCalendar',
          summary: 'Stock calendar of one product',
          description: 'The available quantities of a product by ascending date, the max lead time date last.',
          parameters: queryParameters(requests.CalendarQuery),
          responses: responsesOf('CalendarEntryEnvelope', productCalendarExample, 'NotFound'),
        },
      },
      [operations.stockOfProduct.path]: {
        parameters: pathParameters(requests.ProductPath),
        get: {
          operationId: 'getStockOfProduct',
          summary: 'Stock of one product',
          description: 'The ship date of the quantity: the first date it can ship.',
          parameters: queryParameters(requests.StockQuery),
          responses: responsesOf('StockItemEnvelope', stockOfProductExample, 'NotFound'),
        },
      },
      [operations.stockOfProducts.path]: {
        parameters: [versionParameter],
        post: {
          operationId: 'findStockOfProducts',
          summary: 'Stock of several products',
          description: 'One item per product of the request, in its order. If one has no result, none is returned.',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf('StockRequest'), example: stockRequestExample } },
          },
          responses: responsesOf(
            'StockItemEnvelope',
            stockOfProductsExample,
            'NotFound',
            'PayloadTooLarge',
            'UnsupportedMediaType',
          ),
        },
      },
      [operations.productCalendars.path]: {
        parameters: [versionParameter],
        get: pagesOfCalendars('get'),
        post: pagesOfCalendars('post'),
      },
      [openApiPath]: {
        get: {
          operationId: 'getDescription',
          summary: 'This document',
          security: [],
          responses: {
            200: {
              description: 'The OpenAPI description of the service.',
              content: { 'application/json': { schema: { type: 'object' } } },
            },
            ...refusalResponses(['Forbidden', 'InternalError'] satisfies RefusalName[]),
          },
        },
      },
    },
    components: {
      schemas: componentSchemas(requests),
      headers: componentHeaders,
      responses: componentResponses(),
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        subscriptionKey: { type: 'apiKey', in: 'header', name: subscriptionKeyHeader },
      },
    },
  };
}

const versionParameter = {
  name: apiVersionHeader,
  in: 'header',
  required: true,
  schema: { type: 'string', enum: [supportedApiVersion] },
};

const meanings: Record<string, string> = {
  productId: 'The product.',
  quantity: 'The quantity needed, with up to 3 decimals. Further decimals are rounded up.',
  includeMaxLeadTime: 'Whether to include the max lead time date.',
  page: 'Page number, from 1.',
  pageSize: 'Products per page.',
  filter: 'Products: `productid.eq.<id>` or `productid.eq.any(<id>,<id>,...)`. Without it, all products.',
};
const examples: Record<string, unknown> = {
  productId: 12345,
  quantity: 250.5,
  includeMaxLeadTime: true,
  page: 1,
  pageSize: 20,
  filter: 'productid.eq.any(12345,67890)',
};

function pathParameters(schema: z.ZodMiniObject) {
  return [...parametersOf(schema, 'path'), versionParameter];
}

function queryParameters(schema: z.ZodMiniObject) {
  return parametersOf(schema, 'query');
}

function parametersOf(schema: z.ZodMiniObject, place: 'path' | 'query') {
  return Object.entries(schema.shape).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path',
    description: meanings[name],
    schema: name === 'filter' ? { type: 'string' } : valueSchema(value as z.ZodMiniType),
    example: examples[name],
  }));
}

function schemaOf(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** The success response with the given schema, the errors common to all operations, and `refused`. */
function responsesOf(schema: string, example: unknown, ...refused: RefusalName[]) {
  return {
    200: {
      description: 'The result.',
      headers: Object.fromEntries(
        [requestIdHeader, stockDataHeader].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
      content: { 'application/json': { schema: schemaOf(schema), example } },
    },
    ...refusalResponses([...always, ...refused]),
  };
}
