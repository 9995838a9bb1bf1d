import './no-eval.ts';
import * as z from 'zod/mini';

/** The service's largest product ID (undefined in §8). */
export const largestProductId = 2_147_483_647;

/** Product identifier: an integer from 1 to 2,147,483,647 (§1). */
export const ProductId = z.int().check(z.minimum(1), z.maximum(largestProductId));
export type ProductId = z.infer<typeof ProductId>;
