import { useLingui } from '@lingui/react/macro';

import type { ContractResult } from '#contract/contract-check.ts';

/** What each result of a contract check is called. */
export function useResultWords(): Record<ContractResult, string> {
  const { t } = useLingui();
  return {
    met: t`Met`,
    broken: t`Broken`,
    'not-shown': t`Not shown by the specification`,
    'not-tried': t`Not tried`,
  };
}
