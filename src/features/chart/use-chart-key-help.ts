import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useKeyHelp } from '#ui/keys.ts';

/** Tells the list of keys what a chart listens to. For the page that shows one. */
export function useChartKeyHelp() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the level before` },
      { keys: ['→'], does: t`To the next level` },
      { keys: ['Page Up'], does: t`Four weeks back` },
      { keys: ['Page Down'], does: t`Four weeks on` },
      { keys: ['Home'], does: t`To the first level` },
      { keys: ['End'], does: t`To the last level` },
      { keys: ['+'], does: t`Zoom in` },
      { keys: ['-'], does: t`Zoom out` },
      { keys: ['0'], does: t`Reset zoom` },
      { keys: ['Ctrl', t`Wheel`], does: t`Zoom; in a chart that was clicked, without Ctrl` },
      { keys: ['↑'], does: t`More, on the line of the quantity` },
      { keys: ['↓'], does: t`Less, on the line of the quantity` },
    ],
    [t],
  );
  useKeyHelp(t`In the chart`, keys);
}
