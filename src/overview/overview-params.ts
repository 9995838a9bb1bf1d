import { quantityParam, textParam } from '#parts/search-params.ts';

/** Search parameters of the overview. */
export const overviewParams = { quantity: quantityParam, unit: textParam(50) };
