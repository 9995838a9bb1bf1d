import { Trans } from '@lingui/react/macro';
import { Box, Stack } from '@mantine/core';
import { History, Info, TrendingDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { Answer } from '#domain/answer.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import { fallBelow } from '#domain/split-delivery.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { formatAge, useNow } from './answer-age.tsx';
import classes from './answer.module.css';
import { quantityWords, shortDateWords, type Wording } from './wording.ts';

interface AnswerNotesProps {
  answer: Answer;
  quantity: Thousandths;
  /** Null while the calendar is on the way, and where it failed. */
  timeline: StockTimeline | null;
  /** Whether the calendar is on the way. */
  isPending: boolean;
  wording: Wording;
  /** What would make the day it is needed by, where that was asked. */
  remedy?: string | null;
  onAsk: (quantity: Thousandths) => void;
}

/** What to know beside the answer: what would make the day, what is the most, where the level falls again. */
export function AnswerNotes(props: AnswerNotesProps) {
  const { answer, quantity, timeline, isPending, wording, remedy, onAsk } = props;
  const fall = timeline && fallBelow(timeline, answer, quantity);
  if (timeline !== null && !remedy && fall === null && answer.kind !== 'not-available') return null;
  return (
    <Stack gap={8} mt={16}>
      {remedy && <Note>{remedy}</Note>}
      {timeline === null && (
        <Note>
          {isPending ? (
            <Trans>Being checked against the product's calendar …</Trans>
          ) : (
            <Trans>Not checked against the product's calendar: it could not be loaded.</Trans>
          )}
        </Note>
      )}
      {timeline !== null && answer.kind === 'not-available' && (
        <MostAvailable timeline={timeline} wording={wording} onAsk={onAsk} />
      )}
      {fall !== null && <LevelFalls level={fall.level} date={fall.date} wording={wording} />}
    </Stack>
  );
}

/** One note beneath an answer; a warning stands on a ground of its own. */
function Note({ Icon = Info, isWarning, children }: { Icon?: LucideIcon; isWarning?: boolean; children: ReactNode }) {
  return (
    <p className={classes.note} data-warning={isWarning}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** The largest quantity that can be had where the one asked for can't, and the question for it. */
function MostAvailable({
  timeline,
  wording,
  onAsk,
}: Pick<AnswerNotesProps, 'wording' | 'onAsk'> & { timeline: StockTimeline }) {
  const most = quantityBreaks(timeline).breaks.at(-1);
  if (most === undefined)
    return (
      <Note>
        <Trans>By its calendar, no quantity of this product is available on any date.</Trans>
      </Note>
    );
  const amount = quantityWords(wording, most.upTo);
  const date = shortDateWords(wording, most.date);
  return (
    <Note>
      {most.date <= wording.today ? (
        <Trans>By its calendar, the largest quantity available is {amount}, today.</Trans>
      ) : (
        <Trans>
          By its calendar, the largest quantity available is {amount}, on {date}.
        </Trans>
      )}{' '}
      <LinkButton onClick={() => onAsk(most.upTo)}>
        <Trans>Ask for {amount}</Trans>
      </LinkButton>
    </Note>
  );
}

function LevelFalls(props: { level: Thousandths; date: CalendarDate; wording: Wording }) {
  const level = quantityWords(props.wording, props.level);
  const date = shortDateWords(props.wording, props.date);
  return (
    <Note Icon={TrendingDown} isWarning>
      <strong>
        <Trans>
          The level falls to {level} on {date}.
        </Trans>
      </strong>{' '}
      <Trans>Plans for later count on part of this quantity.</Trans>
    </Note>
  );
}

/** Says that an answer is an older one of the service's, which could not be asked now. */
export function StandInNote({ givenAt }: { givenAt: number }) {
  const { locale } = useLocale();
  const now = useNow();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(givenAt);
  const age = formatAge(givenAt, now, locale);
  return (
    <Box role="alert" mt={16}>
      <Note Icon={History} isWarning>
        <strong>
          <Trans>
            As of {time} ({age}).
          </Trans>
        </strong>{' '}
        <Trans>The stock service could not be asked just now. It may no longer hold.</Trans>
      </Note>
    </Box>
  );
}
