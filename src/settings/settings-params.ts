import type { ApiCheckResult } from '#stock/contract/api-check.ts';
import { oneOfParam } from '#parts/search-params.ts';

/** By the name in addresses saved earlier. */
const earlierResults: Readonly<Record<string, ApiCheckResult>> = {
  met: 'passed',
  broken: 'failed',
  'not-shown': 'not-specified',
  'not-tried': 'not-tested',
};

const apiCheckResult = oneOfParam(['passed', 'failed', 'not-specified', 'not-tested'] satisfies ApiCheckResult[]);

/** Search parameters of the stock service's page. */
export const connectionParams = {
  /** Result by which the API check is filtered; saved addresses may have its earlier name. */
  result: (raw: unknown) => apiCheckResult(earlierResults[String(raw)] ?? raw),
};
