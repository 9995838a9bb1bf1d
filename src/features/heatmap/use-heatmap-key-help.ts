import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useKeyHelp } from '#ui/keys.ts';

/** Tells the list of keys what the heatmap listens to. */
export function useHeatmapKeyHelp() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the time before` },
      { keys: ['→'], does: t`To the time after` },
      { keys: ['↑'], does: t`To the product above` },
      { keys: ['↓'], does: t`To the product below` },
      { keys: ['Home'], does: t`To the first cell of the row` },
      { keys: ['End'], does: t`To the last cell of the row` },
      { keys: ['Page Up'], does: t`One page up` },
      { keys: ['Page Down'], does: t`One page down` },
      { keys: ['Ctrl', 'Home'], does: t`To the first cell` },
      { keys: ['Ctrl', 'End'], does: t`To the last cell` },
      { keys: ['Enter'], does: t`Open the product` },
    ],
    [t],
  );
  useKeyHelp(t`In the heatmap`, keys);
}
