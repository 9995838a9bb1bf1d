import { useLingui } from '@lingui/react/macro';

import type { CalendarTile } from '#domain/calendars/calendar-tiles.ts';

/** What each tile is called. */
export function useTileWords(): Record<CalendarTile, string> {
  const { t } = useLingui();
  return {
    now: t`Now`,
    'within-7': t`Within 7 days`,
    'within-30': t`Within 30 days`,
    later: t`Later`,
    'max-lead-time': t`Max lead time only`,
    nothing: t`Nothing`,
    'no-answer': t`No answer`,
  };
}
