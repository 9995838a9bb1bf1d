import { oneOfParam } from '#parts/search-params.ts';

/** Search parameters of the promises: which are shown, and what the report sums up by. */
export const promisesParams = {
  show: oneOfParam(['open', 'worse', 'closed', 'all']),
  report: oneOfParam(['month', 'week', 'product', 'customer']),
};
