import { CalendarEntryEnvelope, ProductCalendarEnvelope, StockItemEnvelope } from './envelope.ts';

/** Where the four operations stand (§1). `{productId}` is a parameter of the path. */
export const operations = {
  /** §4.1. */
  productCalendar: { methods: ['GET'], path: '/stock/{productId}/calendar', answer: CalendarEntryEnvelope },
  /** §4.2. */
  stockOfProduct: { methods: ['GET'], path: '/stock/{productId}', answer: StockItemEnvelope },
  /** §4.3. */
  stockOfProducts: { methods: ['POST'], path: '/stock', answer: StockItemEnvelope },
  /** §4.4: both methods, because the specification names the one and shows the other. The body is ignored. */
  productCalendars: { methods: ['GET', 'POST'], path: '/stock/calendar', answer: ProductCalendarEnvelope },
} as const;
export type OperationName = keyof typeof operations;
export type Operation = (typeof operations)[OperationName];

/** The path as a router takes it: `/stock/:productId`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Where the OpenAPI document stands, open to everyone. */
export const openApiPath = '/openapi.json';
