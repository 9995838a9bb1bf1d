import { CalendarEntryEnvelope, ProductCalendarEnvelope, StockItemEnvelope } from './envelope.ts';

/** The four operations and their paths (§1). `{productId}` is a path parameter. */
export const operations = {
  /** §4.1. */
  productCalendar: { methods: ['GET'], path: '/stock/{productId}/calendar', response: CalendarEntryEnvelope },
  /** §4.2. */
  stockOfProduct: { methods: ['GET'], path: '/stock/{productId}', response: StockItemEnvelope },
  /** §4.3. */
  stockOfProducts: { methods: ['POST'], path: '/stock', response: StockItemEnvelope },
  /** §4.4: both methods, as the specification names POST but shows GET. The body is ignored. */
  productCalendars: { methods: ['GET', 'POST'], path: '/stock/calendar', response: ProductCalendarEnvelope },
} as const;
export type OperationName = keyof typeof operations;

/** The path in the router's syntax: `/stock/:productId`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Public path of the OpenAPI document. */
export const openApiPath = '/openapi.json';
