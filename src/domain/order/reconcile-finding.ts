import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** Why what came for a line is not shown as a promise. */
export type ReconcileFinding =
  /** Nothing came for the line. */
  | { kind: 'missing' }
  /** In the line's place came a product that wasn't asked for. */
  | { kind: 'other-product'; productId: ProductId }
  /** More items came for the line than were asked for. */
  | { kind: 'doubled'; count: number }
  /** The answer is for another quantity, in units as the service wrote it. */
  | { kind: 'other-quantity'; quantity: number }
  /** The date and its Unix time, in seconds, are different days. */
  | { kind: 'other-day'; stockDate: CalendarDate; stockDateUnix: number }
  | { kind: 'deleted' }
  /** Today's level in the product's own calendar says the opposite. */
  | { kind: 'calendar-contradicts'; levelToday: Thousandths };
