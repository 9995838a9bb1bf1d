import './no-eval.ts';
import * as z from 'zod/mini';

/** Whose stock it is: the three codes that every stock item and calendar entry carries (§2.2, §2.3). */
export const Market = z.object({
  company: z.string(),
  salesOrganization: z.string(),
  territoryId: z.string(),
});
export type Market = z.infer<typeof Market>;
