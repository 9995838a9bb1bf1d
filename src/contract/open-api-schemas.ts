import './no-eval.ts';
import * as z from 'zod/mini';

import { CalendarEntry } from './calendar-entry.ts';
import { CalendarEntryEnvelope, MatchedFilter, ProductCalendarEnvelope, StockItemEnvelope } from './envelope.ts';
import { Problem, ProblemError } from './problem.ts';
import { ProductCalendar } from './product-calendar.ts';
import { ProductId } from './product-id.ts';
import type { RequestSchemas } from './requests.ts';
import { StockItem } from './stock-item.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** `components.schemas` of the OpenAPI document: the schemas of the contract by their names. */
export function componentSchemas({ StockRequest }: RequestSchemas): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string; description?: string }>();
  const name = (schema: z.ZodMiniType, id: string, description: string) => registry.add(schema, { id, description });
  const describe = (schema: z.ZodMiniType, description: string) => registry.add(schema, { description });

  name(ProductId, 'ProductId', 'Product identifier.');
  name(
    MatchedFilter,
    'MatchedFilter',
    'One product that the filter matched. Calendars of one product leave `value` out.',
  );
  name(StockItem, 'StockItem', 'The earliest date on which the requested quantity of a product can leave.');
  name(CalendarEntry, 'CalendarEntry', 'The level available from a date on, or the max lead time.');
  name(ProductCalendar, 'ProductCalendar', 'A product with its calendar, ascending by date, the max lead time last.');
  name(StockItemEnvelope, 'StockItemEnvelope', 'The envelope around stock items.');
  name(CalendarEntryEnvelope, 'CalendarEntryEnvelope', 'The envelope around the entries of one calendar.');
  name(ProductCalendarEnvelope, 'ProductCalendarEnvelope', 'The envelope around a page of calendars.');
  name(StockRequest, 'StockRequest', 'The products to look up, each with its own quantity.');
  name(Problem, 'Problem', 'Why a request was refused (RFC 9457).');
  name(ProblemError, 'ProblemError', 'One thing that is wrong with a request.');
  describe(CalendarEntry.shape.stockDateUnix, 'Midnight UTC of `stockDate`, in seconds.');
  describe(
    CalendarEntry.shape.stockQuantity,
    'The level from that date on; without meaning where `isMaxLeadTime` is set.',
  );
  describe(StockItem.shape.stockDateUnix, 'Midnight UTC of `stockDate`, in seconds.');
  describe(StockItem.shape.stockQuantity, 'The requested quantity.');
  describe(
    StockItem.shape.isMaxLeadTime,
    'Whether the date is the theoretical one, from which any quantity can be had.',
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

/** The schema of one parameter's value. */
export function valueSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _dialect, ...value } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return value;
}

/** Zod bounds every integer by what JavaScript holds, which says nothing about the contract. */
function withoutSafeIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
