import type { NotAnswered } from '#domain/order/line-state.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import type { SpanAnswer } from './ask-span.ts';
import { type CalendarSpan, dividedSpan } from './calendar-span.ts';
import type { Doubtful } from './own-calendar.ts';

/** A run of the products that are loaded, answered by one call. */
export interface LoadPart {
  /** The places of its products, from 0; `to` is exclusive, and beyond the last product where the last page isn't full. */
  from: number;
  to: number;
  span: CalendarSpan;
  /** Null until it is there. */
  answer: SpanAnswer | null;
  /** Those that came, in their order, with what their own calendars told in place of what was in doubt. */
  products: ListedProduct[];
  /** Products whose own calendar is still to be had. */
  open: Map<number, Doubtful>;
  /** Why it could not be had, the last time that it was asked for. */
  why: NotAnswered | null;
}

/** The part for a span whose first product is at `from`. */
function loadPart(span: CalendarSpan, from: number): LoadPart {
  const size = span.kind === 'list' ? span.productIds.length : span.pageSize;
  return { from, to: from + size, span, answer: null, products: [], open: new Map(), why: null };
}

/** The parts for spans that follow each other. */
export function loadParts(spans: readonly CalendarSpan[], from = 0): LoadPart[] {
  const parts: LoadPart[] = [];
  for (const span of spans) parts.push(loadPart(span, parts.at(-1)?.to ?? from));
  return parts;
}

/** The same products in smaller parts; null where the part can't be divided. */
export function dividedPart({ span, from }: LoadPart): LoadPart[] | null {
  const spans = dividedSpan(span);
  return spans === null ? null : loadParts(spans, from);
}

/** Whether all that the service counts in the part is there. */
export function isWhole({ answer, span }: LoadPart): boolean {
  return answer !== null && (span.kind === 'list' || answer.withheld === 0);
}

/** A product whose calendar isn't there yet. */
export function notLoaded(productId: ProductId): ListedProduct {
  return { kind: 'no-answer', productId, why: 'page-missing' };
}
