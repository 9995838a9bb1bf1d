import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';
import { Box, Group, Text } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

import type { StockResult, UnreliableReason } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { statusIcons } from './status-icons.ts';
import classes from './result.module.css';
import { resultSentence, shipDateWords, statusWords, type Wording } from './wording.ts';

interface ResultRegionProps {
  /** Status of the result, undefined while there is none. */
  kind?: StockResult['kind'] | 'not-trusted';
  headline: ReactNode;
  /** Whether the result is of another day or of earlier stock data; it is grayed out. */
  isOutdated?: boolean;
  children?: ReactNode;
  /** Receives focus when the user requests another result. */
  ref?: Ref<HTMLElement>;
}

/**
 * Region of the result. Changes of its headline are announced as a whole, other content isn't. A live region must be in
 * the page before its content changes, so render it before the result arrives. If it moves the focus here, the headline
 * describes the region.
 */
export function ResultRegion(props: ResultRegionProps) {
  const { kind, headline, isOutdated = false, children, ref } = props;
  const { t } = useLingui();
  const headlineId = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classes.region}
      data-kind={kind}
      data-outdated={isOutdated || undefined}
      aria-label={t`Result`}
      aria-describedby={headlineId}
    >
      <div id={headlineId} aria-live="polite" aria-atomic="true">
        {headline}
      </div>
      {children}
    </section>
  );
}

interface ResultHeadlineProps {
  stockResult: StockResult;
  quantity: Thousandths;
  wording: Wording;
  /** What can ship by the ship-by date, if that isn't all: the headline instead of the ship date. */
  onTime: string | null;
  /** Result for the ship-by date, beside the badge. */
  shipByResult?: ReactNode;
}

/** Headline announced when the result arrives: date, badge, result for the ship-by date and sentence. */
export function ResultHeadline({ stockResult, quantity, wording, onTime, shipByResult }: ResultHeadlineProps) {
  return (
    <div className={classes.headline}>
      {onTime !== null && (
        <p key={onTime} data-figure className={classes.title}>
          {onTime}
        </p>
      )}
      {stockResult.kind === 'not-available'
        ? onTime === null && (
            <p className={classes.title}>
              <Trans>Quantity not available</Trans>
            </p>
          )
        : onTime === null && <HeadlineDate date={stockResult.date} wording={wording} />}
      <Group gap="4px 12px">
        <StatusBadge kind={stockResult.kind} />
        {shipByResult}
      </Group>
      <Text className={classes.sentence}>
        {onTime !== null && stockResult.kind !== 'not-available' ? (
          <time dateTime={stockResult.date}>{resultSentence(wording, null, quantity, stockResult)}</time>
        ) : (
          resultSentence(wording, null, quantity, stockResult)
        )}{' '}
        {stockResult.kind !== 'not-available' && (
          <Text span inherit c="dimmed">
            <Trans>Ship date, not delivery date.</Trans>
          </Text>
        )}
      </Text>
    </div>
  );
}

/** Ship date as sent by the service, with days from today. Past dates are today's. */
function HeadlineDate({ date, wording }: { date: CalendarDate; wording: Wording }) {
  const { namedToday, formatDate } = wording;
  const { day, distance } = shipDateWords(wording, date);
  const weekday = formatDate(later(date, wording.today), 'weekday alone');
  return (
    <time dateTime={date} className={classes.date}>
      <span key={day} data-figure className={classes.day}>
        {day}
      </span>{' '}
      <Box component="span" c="dimmed" fz={16}>
        {namedToday !== null && date <= namedToday
          ? formatDate(namedToday, 'weekday')
          : [weekday, distance].filter(Boolean).join(', ')}
      </Box>
    </time>
  );
}

type ResultKind = StockResult['kind'];

export const statusColors: Record<ResultKind, string> = {
  'in-stock': 'var(--sh-in-stock)',
  expected: 'var(--sh-expected)',
  'max-lead-time': 'var(--sh-mlt)',
  'not-available': 'var(--sh-muted)',
};

/** Status icon without a label, for use beside text. */
export function StatusIcon({ kind, size }: { kind: ResultKind; size: number }) {
  const Icon = statusIcons[kind];
  return <Icon aria-hidden size={size} strokeWidth={2.25} color={statusColors[kind]} style={{ flex: 'none' }} />;
}

/** Status badge, distinguished by text, icon and color, and for max lead time by a hatched background. */
function StatusBadge({ kind }: { kind: ResultKind }) {
  const { i18n } = useLingui();
  const badge = (
    <span className={classes.badge} data-kind={kind}>
      <StatusIcon kind={kind} size={18} />
      <span>{statusWords(kind, i18n)}</span>
    </span>
  );
  return kind === 'max-lead-time' ? <MaxLeadTimeHint>{badge}</MaxLeadTimeHint> : badge;
}

interface NotReliableProps {
  reason: UnreliableReason;
  quantity: Thousandths;
  wording: Wording;
}

/** A result that isn't shown, because the product's own calendar contradicts it or is incomplete. */
export function NotReliable({ reason, quantity, wording }: NotReliableProps) {
  return (
    <>
      <Group gap={12} wrap="nowrap" c="var(--sh-late)" mt={12} mb={8}>
        <ShieldAlert size={32} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
        <p className={classes.title}>
          <Trans>Result not reliable</Trans>
        </p>
      </Group>
      <Text maw="60ch">
        <UnreliableWords {...{ reason, quantity, wording }} />
      </Text>
      <Text inherit maw="60ch" mt={8} c="dimmed">
        <Trans>Don't promise a date. Refresh, and contact your administrator if it persists.</Trans>
      </Text>
    </>
  );
}

function UnreliableWords({ reason, quantity, wording }: NotReliableProps) {
  const amount = wording.formatQuantity(quantity);
  if (reason.kind === 'incomplete-calendar') return <IncompleteCalendar {...reason} />;
  if (reason.kind === 'not-enough') {
    const date = wording.formatDate(reason.date, 'long');
    const level = wording.formatQuantity(reason.level);
    return (
      <Trans>
        The service reports {amount} available on {date}, but its calendar shows only {level}.
      </Trans>
    );
  }
  const date = wording.formatDate(later(reason.calendar.date, wording.today), 'long');
  return reason.calendar.kind === 'max-lead-time' ? (
    <Trans>
      The service reports {amount} as not available, but its calendar shows the max lead time date {date}.
    </Trans>
  ) : (
    <Trans>
      The service reports {amount} as not available, but its calendar shows it on {date}.
    </Trans>
  );
}

/** Says that the calendar can't be read as a whole. */
export function IncompleteCalendar({ unreadable }: { unreadable: number }) {
  return (
    <Trans>
      The stock calendar is incomplete.{' '}
      <Plural value={unreadable} one="# entry can't be read." other="# entries can't be read." />
    </Trans>
  );
}

/** A product that the catalog or the service knows, but for which there is no stock data. */
export function NoStockData() {
  return (
    <>
      <p className={classes.title}>
        <Trans>No stock data</Trans>
      </p>
      <Text className={classes.sentence}>
        <Trans>The stock service has no entries for this product.</Trans>
      </Text>
    </>
  );
}
