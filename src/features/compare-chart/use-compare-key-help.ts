import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useKeyHelp } from '#ui/keys.ts';

/** Tells the list of keys what the comparison listens to. */
export function useCompareKeyHelp() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the change before, of any product` },
      { keys: ['→'], does: t`To the next change of any product` },
      { keys: ['↑'], does: t`Single out the product before` },
      { keys: ['↓'], does: t`Single out the next product` },
      { keys: ['Page Up'], does: t`Four weeks back` },
      { keys: ['Page Down'], does: t`Four weeks on` },
      { keys: ['Home'], does: t`To the first change` },
      { keys: ['End'], does: t`To the last change` },
      { keys: ['+'], does: t`Zoom in` },
      { keys: ['-'], does: t`Zoom out` },
      { keys: ['0'], does: t`Reset zoom` },
      { keys: ['Ctrl', t`Wheel`], does: t`Zoom; in a chart that was clicked, without Ctrl` },
    ],
    [t],
  );
  useKeyHelp(t`In the comparison`, keys);
}
