import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useKeyHelp, useScreenKeys } from '#ui/keys.ts';

/** Turns the pages by key, and tells the list of keys so. */
export function useCalendarsKeys(page: number, pageCount: number | null, onPage: (page: number) => void) {
  const { t } = useLingui();
  const turn = (to: number) => {
    if (pageCount !== null && to >= 1 && to <= pageCount && to !== page) onPage(to);
  };
  useScreenKeys({
    n: () => turn(page + 1),
    p: () => turn(page - 1),
    'shift+n': () => turn(pageCount ?? page),
    'shift+p': () => turn(1),
  });
  const keys = useMemo(
    () => [
      { keys: ['N'], does: t`Next page` },
      { keys: ['P'], does: t`Previous page` },
      { keys: ['Shift', 'N'], does: t`Last page` },
      { keys: ['Shift', 'P'], does: t`First page` },
    ],
    [t],
  );
  useKeyHelp(t`In the calendars`, keys);
}
