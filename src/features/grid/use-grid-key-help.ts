import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useKeyHelp } from '#ui/keys.ts';

/** Lists the keys of the grid beside those of the screen. */
export function useGridKeyHelp(): void {
  const { t } = useLingui();
  const keys = useMemo(
    () => [
      { keys: ['F2'], does: t`Edit the cell; typing replaces what stands in it` },
      { keys: ['Ctrl', t`arrow`], does: t`Jump to the end of what is filled` },
      { keys: [t`Shift`, t`arrow`], does: t`Select several cells` },
      { keys: ['Ctrl', 'A'], does: t`Select all rows` },
      { keys: ['Ctrl', 'C'], does: t`Copy, also for a spreadsheet; Ctrl V pastes` },
      { keys: ['Ctrl', 'D'], does: t`Fill down` },
      { keys: ['Ctrl', 'Z'], does: t`Undo; Ctrl Y does it again` },
      { keys: ['Ctrl', '+'], does: t`Insert rows; Ctrl \u2212 deletes them` },
      { keys: ['Alt', '\u2193'], does: t`Sort and filter by the column` },
      { keys: ['Esc', 'Tab'], does: t`Leave the table` },
    ],
    [t],
  );
  useKeyHelp(t`In the table`, keys);
}
