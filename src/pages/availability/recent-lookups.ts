import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from '#contract/envelope.ts';
import { Product } from '#contract/gateway.ts';

/** What the service said, as far as it is remembered; null: not available in this quantity. */
export const RememberedAnswer = z.nullable(z.object({ stockDate: CalendarDateSchema, isMaxLeadTime: z.boolean() }));
export type RememberedAnswer = z.infer<typeof RememberedAnswer>;

/** One question that was asked here, with the answer of that moment. */
export const RecentLookup = z.object({
  product: Product,
  /** Thousandths. */
  quantity: z.int().check(z.positive()),
  neededBy: z.nullable(CalendarDateSchema),
  answer: RememberedAnswer,
  /** The person's today when it was asked. */
  askedOn: CalendarDateSchema,
  /** When the answer came, in Unix milliseconds. */
  askedAt: z.int(),
});
export type RecentLookup = z.infer<typeof RecentLookup>;

const mostLookups = 12;

/** The remembered lookups in `text`, latest first; none where it is missing or broken. */
export function readRecentLookups(text: string | null): readonly RecentLookup[] {
  if (text === null) return [];
  try {
    return z.array(RecentLookup).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The lookups with `lookup` first: it replaces an earlier answer to the same question, and the oldest drop out. */
export function withLookup(lookups: readonly RecentLookup[], lookup: RecentLookup): readonly RecentLookup[] {
  return [lookup, ...lookups.filter((other) => !isSameQuestion(other, lookup))].slice(0, mostLookups);
}

/** Whether two lookups ask for the same quantity of the same product by the same day. */
export function isSameQuestion(
  one: Pick<RecentLookup, 'product' | 'quantity' | 'neededBy'>,
  other: Pick<RecentLookup, 'product' | 'quantity' | 'neededBy'>,
): boolean {
  return (
    one.product.productId === other.product.productId &&
    one.quantity === other.quantity &&
    one.neededBy === other.neededBy
  );
}
