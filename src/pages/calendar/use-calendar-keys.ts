import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useKeyHelp } from '#components/keys/key-help.ts';

/** Tells the list of keys what the chart listens to. */
export function useCalendarKeys() {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['←'], does: t`To the level before` },
      { keys: ['→'], does: t`To the next level` },
      { keys: ['Home'], does: t`To the first level` },
      { keys: ['End'], does: t`To the last level` },
      { keys: ['+'], does: t`Zoom in` },
      { keys: ['-'], does: t`Zoom out` },
      { keys: ['0'], does: t`Reset zoom` },
    ],
    [t],
  );
  useKeyHelp(t`In the chart`, keys);
}
