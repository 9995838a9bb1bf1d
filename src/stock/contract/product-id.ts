import './no-eval.ts';
import * as z from 'zod/mini';

import { maxProductId } from './limits.ts';

/** Product identifier: an integer from 1 to 2,147,483,647 (§1). */
export const ProductId = z.int().check(z.minimum(1), z.maximum(maxProductId));
export type ProductId = z.infer<typeof ProductId>;
