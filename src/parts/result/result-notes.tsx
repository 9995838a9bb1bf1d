import { Trans } from '@lingui/react/macro';
import { Box, Group, Stack } from '@mantine/core';
import { History, Info, TrendingDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { StockResult, DatedResult } from '#stock/stock-result.ts';
import type { LinePart } from '#stock/order/line-advice.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { formatAge, useNow } from './result-age.tsx';
import { differenceWords, laterDemandOf, maxAvailableWords, type Wording } from './wording.ts';

interface ResultNotesProps {
  stockResult: StockResult;
  quantity: Thousandths;
  /** Null if the calendar failed to load. */
  timeline: StockTimeline | null;
  /** The calendar's ship date, if it is before the one that the service confirms. */
  earlier: DatedResult | null;
  /** The part that is offered before the rest; null if none is. */
  part: LinePart | null;
  wording: Wording;
  onCheck: (quantity: Thousandths) => void;
}

/** Notes on a result: the calendar's earlier date, maximum quantity, later demand for an offered part and for all. */
export function ResultNotes(props: ResultNotesProps) {
  const { stockResult, quantity, timeline, earlier, part, wording, onCheck } = props;
  const demands = [
    part && laterDemandOf(wording, timeline, { kind: 'expected', date: part.date }, part.quantity),
    laterDemandOf(wording, timeline, stockResult, quantity),
  ].filter((each) => each !== null);
  const isQuiet = earlier === null && demands.length === 0 && stockResult.kind !== 'not-available';
  if (timeline !== null && isQuiet) return null;
  const most = timeline && quantityBreaks(timeline).breaks.at(-1);
  return (
    <Stack gap={4} mt={4}>
      {earlier !== null && stockResult.kind !== 'not-available' && (
        <Note>{differenceWords(wording, quantity, earlier, stockResult)}</Note>
      )}
      {timeline === null && (
        <Note>
          <Trans>Not verified. The stock calendar couldn't be loaded.</Trans>
        </Note>
      )}
      {timeline !== null && stockResult.kind === 'not-available' && (
        <Note>
          {maxAvailableWords(wording, most ?? undefined)}{' '}
          {most && (
            <LinkButton onClick={() => onCheck(most.upTo)}>
              <Trans>Use {wording.formatQuantity(most.upTo)}</Trans>
            </LinkButton>
          )}
        </Note>
      )}
      {[...new Set(demands)].map((demand) => (
        <Note key={demand} Icon={TrendingDown}>
          {demand}
        </Note>
      ))}
    </Stack>
  );
}

/** A note below a result. Warnings have a background. */
function Note({ Icon = Info, isWarning, children }: { Icon?: LucideIcon; isWarning?: boolean; children: ReactNode }) {
  return (
    <Group
      component="p"
      gap={10}
      wrap="nowrap"
      align="flex-start"
      {...(isWarning && { px: 14, py: 10, bdrs: 8, bg: 'var(--sh-mlt-bg)' })}
    >
      <Icon
        size={18}
        aria-hidden
        color={isWarning ? 'var(--sh-mlt)' : 'var(--sh-muted)'}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <span>{children}</span>
    </Group>
  );
}

/** Notes that the day or the stock data has changed since the check, with a button to check again. */
export function OutdatedNote({ day, onRecheck }: { day: CalendarDate; onRecheck: () => void }) {
  const { formatDate } = useLocale();
  return (
    <Box component="output" display="block" mt={8}>
      <Note Icon={History} isWarning>
        <strong>
          <Trans>Checked {formatDate(day, 'medium')}</Trans>
        </strong>
        {'. '}
        <Trans>The day or the stock data has changed since.</Trans>{' '}
        <LinkButton px={0} onClick={onRecheck}>
          <Trans>Check again</Trans>
        </LinkButton>
      </Note>
    </Box>
  );
}

/** Notes that this is a previous result, because the stock service can't be reached. */
export function StaleNote({ receivedAt }: { receivedAt: number }) {
  const { locale, language } = useLocale();
  const now = useNow();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(receivedAt);
  const age = formatAge(receivedAt, now, language);
  return (
    <Box role="alert" mt={8}>
      <Note Icon={History} isWarning>
        <strong>
          <Trans>
            Checked at {time} ({age}).
          </Trans>
        </strong>{' '}
        <Trans>The stock service couldn't be reached. This result may be outdated.</Trans>
      </Note>
    </Box>
  );
}
