import '#contract/no-eval.ts';
import * as z from 'zod/mini';

/** What a person or a link wrote into the address, numbers as the router parsed them: read, not yet judged. */
const Written = z.catch(z.optional(z.union([z.string(), z.number()])), undefined);

/**
 * The search parameters of the Availability screen. The question's three are kept as they were written, so that
 * a wrong one can be named at its field; the settings beneath fall back to their defaults.
 */
export const AvailabilitySearch = z.object({
  /** Product id. */
  product: Written,
  /** Decimal number with a point, whatever the person's locale. */
  quantity: Written,
  /** `YYYY-MM-DD`. */
  neededBy: Written,
  /** Smallest drop of the split, in units. */
  smallestDrop: z.catch(z.optional(z.number().check(z.positive(), z.maximum(1_000_000_000))), undefined),
  /** Most drops of the split. */
  drops: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(12))), undefined),
  /** Days that a delivery takes, for the estimate beside the date. */
  deliveryDays: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(365))), undefined),
  /** Whether those days are working days. */
  workingDays: z.catch(z.optional(z.boolean()), undefined),
});
export type AvailabilitySearch = z.infer<typeof AvailabilitySearch>;

/** The parameters of an address; what can't be read is left out, other parameters too. */
export function readAvailabilitySearch(raw: unknown): AvailabilitySearch {
  const result = AvailabilitySearch.safeParse(raw);
  return result.success ? result.data : {};
}
