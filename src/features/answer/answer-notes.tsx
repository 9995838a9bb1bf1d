import { Trans } from '@lingui/react/macro';
import { Box, Group, Stack } from '@mantine/core';
import { History, Info, TrendingDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { Answer } from '#domain/answer.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { formatAge, useNow } from './answer-age.tsx';
import { laterDemandOf, mostAvailableWords, type Wording } from './wording.ts';

interface AnswerNotesProps {
  answer: Answer;
  quantity: Thousandths;
  /** Null while the calendar is loading, and if it failed to load. */
  timeline: StockTimeline | null;
  /** Whether the calendar is loading. */
  isPending: boolean;
  wording: Wording;
  /** Suggestion for meeting the ship-by date, if there is one. */
  remedy?: string | null;
  onAsk: (quantity: Thousandths) => void;
}

/** Notes on an answer: how to meet the ship-by date, maximum quantity, later demand. */
export function AnswerNotes({ answer, quantity, timeline, isPending, wording, remedy, onAsk }: AnswerNotesProps) {
  const demand = laterDemandOf(wording, timeline, answer, quantity);
  if (timeline !== null && !remedy && demand === null && answer.kind !== 'not-available') return null;
  const most = timeline && quantityBreaks(timeline).breaks.at(-1);
  return (
    <Stack gap={8} mt={16}>
      {remedy && <Note>{remedy}</Note>}
      {timeline === null && (
        <Note>
          {isPending ? (
            <Trans>Checking against the stock calendar…</Trans>
          ) : (
            <Trans>Not verified. The stock calendar couldn't be loaded.</Trans>
          )}
        </Note>
      )}
      {timeline !== null && answer.kind === 'not-available' && (
        <Note>
          {mostAvailableWords(wording, most ?? undefined)}{' '}
          {most && (
            <LinkButton onClick={() => onAsk(most.upTo)}>
              <Trans>Use {wording.formatQuantity(most.upTo)}</Trans>
            </LinkButton>
          )}
        </Note>
      )}
      {demand !== null && (
        <Note Icon={TrendingDown} isWarning>
          {demand}
        </Note>
      )}
    </Stack>
  );
}

/** A note below an answer. Warnings have a background. */
function Note({ Icon = Info, isWarning, children }: { Icon?: LucideIcon; isWarning?: boolean; children: ReactNode }) {
  return (
    <Group
      component="p"
      gap={10}
      wrap="nowrap"
      align="flex-start"
      maw="68ch"
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

/** Notes that this is a previous answer, because the stock service can't be reached. */
export function StaleNote({ receivedAt }: { receivedAt: number }) {
  const { locale, language } = useLocale();
  const now = useNow();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(receivedAt);
  const age = formatAge(receivedAt, now, language);
  return (
    <Box role="alert" mt={16}>
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
