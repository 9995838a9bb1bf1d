import { oneOfParam, productIdParam, textParam } from '#parts/search-params.ts';

/**
 * Search parameters of the promises: which are shown, of one order or product by its ID or all, with which text in
 * customer, reference or product, and what the report sums up by.
 */
export const promisesParams = {
  order: textParam(64),
  product: productIdParam,
  find: textParam(100),
  show: oneOfParam(['open', 'worse', 'past', 'closed', 'all']),
  report: oneOfParam(['week', 'product']),
};
