import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { ChevronsLeft } from 'lucide-react';
import { useState } from 'react';

import { AnswerIcon } from '#parts/result/answer-region.tsx';
import { shipDateWords, type Wording } from '#parts/result/wording.ts';
import { LinkButton } from '#ui/link-button.tsx';

import type { Answer } from '#stock/answer.ts';
import { nudge, type Nudge, quantityBreaks, type QuantityBreaks } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';

/** Ship date of the quantities above `above`, up to `upTo` (null: no limit). */
export interface BreakRow {
  upTo: Thousandths | null;
  /** `upTo` of the previous row; 0 in the first. */
  above: Thousandths;
  kind: 'in-stock' | 'expected' | 'max-lead-time' | 'not-available';
  /** Null if not available. */
  date: CalendarDate | null;
  /** Whether the checked quantity is in this range. */
  isCurrent: boolean;
}

/** Returns a row for each break, and one for all larger quantities. */
export function breakRows(
  { breaks, beyond }: QuantityBreaks,
  quantity: Thousandths,
  today: CalendarDate,
): readonly BreakRow[] {
  const highest = breaks.at(-1)?.upTo ?? 0;
  const rows = breaks.map(({ upTo, date }, index): BreakRow => {
    const above = breaks[index - 1]?.upTo ?? 0;
    const isCurrent = quantity > above && quantity <= upTo;
    return { upTo, above, kind: date <= today ? 'in-stock' : 'expected', date, isCurrent };
  });
  const kind = beyond === null ? 'not-available' : 'max-lead-time';
  return [...rows, { upTo: null, above: highest, kind, date: beyond, isCurrent: quantity > highest }];
}

interface QuantityBreaksPanelProps {
  timeline: StockTimeline;
  /** Whether the service confirms another date than the calendar. */
  isUnconfirmed: boolean;
  quantity: Thousandths;
  /** The service's result; null if there is none. */
  answer: Answer | null;
  wording: Wording;
  onAsk: (quantity: Thousandths) => void;
}

const maxRowsShown = 8;
/** Minimum number of rows to hide behind *Show more*. */
const minHidden = 3;

/** Ship dates by quantity. A click on a row checks its quantity. */
export function QuantityBreaksPanel(props: QuantityBreaksPanelProps) {
  const { timeline, isUnconfirmed, quantity, answer, wording, onAsk } = props;
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  const rows = breakRows(quantityBreaks(timeline), quantity, wording.today);
  const showsSome = !showsAll && rows.length >= maxRowsShown + minHidden;
  const shown = showsSome ? [...rows.slice(0, maxRowsShown - 1), ...rows.slice(-1)] : rows;
  const hidden = rows.length - shown.length;
  const smaller = nudge(timeline, quantity, answer ?? undefined);
  return (
    <EstimatePanel title={t`Ship date by quantity`} isUnconfirmed={isUnconfirmed}>
      <ol className={classes.breaks}>
        {shown.map((row) => (
          <BreakItem key={row.upTo ?? 'above'} row={row} wording={wording} onAsk={onAsk} />
        ))}
      </ol>
      {hidden > 0 && (
        <LinkButton onClick={() => setShowsAll(true)}>
          <Trans>Show {hidden} more</Trans>
        </LinkButton>
      )}
      {smaller !== null && <NudgeLine nudge={smaller} wording={wording} onAsk={onAsk} />}
    </EstimatePanel>
  );
}

/** A quantity and its ship date, with the status shown by color, icon and words. */
function BreakItem({ row, wording, onAsk }: { row: BreakRow } & Pick<QuantityBreaksPanelProps, 'wording' | 'onAsk'>) {
  const { t } = useLingui();
  const { upTo, above, kind, date, isCurrent } = row;
  const amount = wording.formatQuantity(upTo ?? above);
  const { day, distance } = date === null ? { day: t`not available`, distance: null } : shipDateWords(wording, date);
  const line = { className: classes.breakLine, 'aria-current': isCurrent || undefined };
  const content = (
    <>
      <Text component="span" inherit ta="end">
        {upTo !== null ? t`up to ${amount}` : above === 0 ? t`any quantity` : t`above ${amount}`}
      </Text>
      <AnswerIcon kind={kind} size={16} />
      <span>
        {day}
        {(distance !== null || kind === 'max-lead-time') && (
          <Text component="span" display="block" c="dimmed" fz={13}>
            {kind !== 'max-lead-time' ? distance : distance === null ? t`max lead time` : t`max lead time, ${distance}`}
          </Text>
        )}
      </span>
    </>
  );
  return (
    <li className={classes.break} data-current={isCurrent || undefined}>
      {upTo === null ? (
        <div {...line}>{content}</div>
      ) : (
        <UnstyledButton {...line} title={t`Use ${amount}`} onClick={() => onAsk(upTo)}>
          {content}
        </UnstyledButton>
      )}
    </li>
  );
}

interface NudgeLineProps extends Pick<QuantityBreaksPanelProps, 'wording' | 'onAsk'> {
  nudge: Nudge;
}

/** "Order 5 m less to ship 14 days earlier", with a button to check that quantity. */
function NudgeLine({ nudge, wording, onAsk }: NudgeLineProps) {
  const less = wording.formatQuantity(nudge.less);
  const quantity = wording.formatQuantity(nudge.quantity);
  return (
    <Group component="p" gap={8} wrap="nowrap" align="start" mt={12} px={12} py={10} bdrs={8} bg="var(--sh-accent-bg)">
      <ChevronsLeft size={18} aria-hidden color="var(--sh-accent)" style={{ flex: 'none' }} />
      <span>
        <Trans>
          Order {less} less to ship <Plural value={nudge.daysEarlier} one="# day earlier" other="# days earlier" />.
        </Trans>{' '}
        <LinkButton onClick={() => onAsk(nudge.quantity)}>
          <Trans>Use {quantity}</Trans>
        </LinkButton>
      </span>
    </Group>
  );
}
