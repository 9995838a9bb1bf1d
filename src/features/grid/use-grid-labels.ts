import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import type { OperationLabels } from './grid-message.ts';

/** What a person does in a grid, as undo and redo name it. */
export function useGridLabels(): OperationLabels {
  const { t } = useLingui();
  return useMemo(
    () => ({
      edit: t`Edit`,
      paste: t`Paste`,
      cut: t`Cut`,
      clear: t`Clear cells`,
      fill: t`Fill`,
      insertRows: t`Insert rows`,
      deleteRows: t`Delete rows`,
    }),
    [t],
  );
}
