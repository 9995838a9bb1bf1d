import { Trans } from '@lingui/react/macro';
import { Text, type TextProps, VisuallyHidden } from '@mantine/core';
import { Hourglass } from 'lucide-react';

import { later } from '#stock/calendar-date.ts';
import { type ResultOfDay, hasShipDate } from '#stock/promises/promise-status.ts';
import { Day } from '#ui/day.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';

interface ResultDateProps {
  result: ResultOfDay;
  /** On one line, with the mark of {@link MaxLeadTimeKey} for the words. */
  isCompact?: boolean;
}

/** The ship date of a result with its basis in words, or that there is none. A past date is that of its day. */
export function ResultDate({ result, isCompact = false }: ResultDateProps) {
  if (!hasShipDate(result))
    return result.kind === 'not-available' ? <Trans>Not available</Trans> : <Trans>Not reliable</Trans>;
  const day = <Day date={later(result.date, result.day)} />;
  if (result.kind !== 'max-lead-time') return day;
  const date = (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Hourglass aria-hidden size={14} style={{ verticalAlign: -2 }} /> {day}
    </span>
  );
  return (
    <MaxLeadTimeHint isFocusable={false}>
      <Text span inherit c="var(--sh-mlt)">
        {isCompact ? (
          <>
            {date}
            <VisuallyHidden component="span">
              {' '}
              <Trans>(max lead time)</Trans>
            </VisuallyHidden>
          </>
        ) : (
          <Trans>
            {date} <span style={{ whiteSpace: 'nowrap' }}>(max lead time)</span>
          </Trans>
        )}
      </Text>
    </MaxLeadTimeHint>
  );
}

interface MaxLeadTimeKeyProps extends Pick<TextProps, 'mt'> {
  results: readonly (ResultOfDay | null)[];
}

/** The meaning of the mark of compact dates at max lead time; nothing if none of the results is. */
export function MaxLeadTimeKey({ results, mt }: MaxLeadTimeKeyProps) {
  if (!results.some((result) => result?.kind === 'max-lead-time')) return null;
  return (
    <Text fz={13} lh="20px" c="dimmed" mt={mt}>
      <Hourglass aria-hidden size={14} style={{ verticalAlign: -2 }} color="var(--sh-mlt)" />{' '}
      <Trans>Max lead time: any quantity, not backed by stock</Trans>
    </Text>
  );
}
