import { Trans } from '@lingui/react/macro';

import { later } from '#stock/calendar-date.ts';
import { type ResultOfDay, hasShipDate } from '#stock/promises/promise-status.ts';
import { useLocale } from '#ui/locale.tsx';

/** The ship date of a result with its basis in words, or that there is none. A past date is that of its day. */
export function ResultDate({ result }: { result: ResultOfDay }) {
  const { formatDate } = useLocale();
  if (!hasShipDate(result))
    return result.kind === 'not-available' ? <Trans>Not available</Trans> : <Trans>Not reliable</Trans>;
  const shown = later(result.date, result.day);
  const date = <time dateTime={shown}>{formatDate(shown, 'medium')}</time>;
  return result.kind === 'max-lead-time' ? <Trans>{date} (max lead time)</Trans> : date;
}
