import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { ChevronsLeft } from 'lucide-react';
import { useState } from 'react';

import { distanceWords, quantityWords, shortDateWords, type Wording } from '#features/answer/wording.ts';
import { LinkButton } from '#ui/link-button.tsx';

import { nudge, type Nudge, quantityBreaks, type QuantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';

/** One rung of the ladder: quantities above the rung before, up to `upTo` (null: any), and when they can leave. */
export interface BreakRow {
  upTo: Thousandths | null;
  /** The highest quantity of the rung before; 0 on the first. */
  above: Thousandths;
  kind: 'in-stock' | 'expected' | 'max-lead-time' | 'not-available';
  /** Null where it is not available. */
  date: CalendarDate | null;
  /** Whether the quantity asked for lies on this rung. */
  isAsked: boolean;
}

/** The breaks as rungs, the last one for everything above. */
export function breakRows(
  { breaks, beyond }: QuantityBreaks,
  asked: Thousandths,
  today: CalendarDate,
): readonly BreakRow[] {
  const highest = breaks.at(-1)?.upTo ?? 0;
  return [
    ...breaks.map(({ upTo, date }, index): BreakRow => {
      const above = breaks[index - 1]?.upTo ?? 0;
      const kind = date <= today ? 'in-stock' : 'expected';
      return { upTo, above, kind, date, isAsked: asked > above && asked <= upTo };
    }),
    {
      upTo: null,
      above: highest,
      kind: beyond === null ? 'not-available' : 'max-lead-time',
      date: beyond,
      isAsked: asked > highest,
    },
  ];
}

interface QuantityBreaksPanelProps {
  timeline: StockTimeline;
  asked: Thousandths;
  wording: Wording;
  onAsk: (quantity: Thousandths) => void;
}

const rungsShown = 8;
/** Fewer than these are not worth a press. */
const leastHidden = 3;

/** Up to which quantity goods can leave on which date; a rung asks for its quantity. */
export function QuantityBreaksPanel({ timeline, asked, wording, onAsk }: QuantityBreaksPanelProps) {
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  const rows = breakRows(quantityBreaks(timeline), asked, wording.today);
  const showsSome = !showsAll && rows.length >= rungsShown + leastHidden;
  const shown = showsSome ? [...rows.slice(0, rungsShown - 1), ...rows.slice(-1)] : rows;
  const hidden = rows.length - shown.length;
  const less = nudge(timeline, asked);
  return (
    <EstimatePanel title={t`Quantity breaks`}>
      <ol className={classes.ladder}>
        {shown.map((row) => (
          <Rung key={row.upTo ?? 'above'} row={row} wording={wording} onAsk={onAsk} />
        ))}
      </ol>
      {hidden > 0 && (
        <LinkButton onClick={() => setShowsAll(true)}>
          <Trans>Show {hidden} more</Trans>
        </LinkButton>
      )}
      {less !== null && <NudgeLine nudge={less} wording={wording} onAsk={onAsk} />}
    </EstimatePanel>
  );
}

/** One rung: a quantity and its date, marked by kind in colour, pattern and words. */
function Rung({ row, wording, onAsk }: { row: BreakRow } & Pick<QuantityBreaksPanelProps, 'wording' | 'onAsk'>) {
  const { t } = useLingui();
  const { upTo, above, kind, date, isAsked } = row;
  const amount = quantityWords(wording, upTo ?? above);
  const distance = date && distanceWords(wording, date);
  const content = (
    <>
      <span className={classes.rungAmount}>
        {upTo !== null ? t`up to ${amount}` : above === 0 ? t`any quantity` : t`above ${amount}`}
      </span>
      <span className={classes.mark} data-kind={kind} aria-hidden />
      {date === null ? (
        <span>{t`not available`}</span>
      ) : (
        <span>
          {kind === 'in-stock' ? distance : shortDateWords(wording, later(date, wording.today))}
          {kind !== 'in-stock' && (
            <span className={classes.rungDistance}>
              {kind === 'max-lead-time' ? t`max lead time, ${distance}` : distance}
            </span>
          )}
        </span>
      )}
    </>
  );
  return (
    <li className={classes.rung} data-asked={isAsked || undefined}>
      {upTo === null ? (
        <div className={classes.rungLine} aria-current={isAsked || undefined}>
          {content}
        </div>
      ) : (
        <UnstyledButton
          className={classes.rungLine}
          aria-current={isAsked || undefined}
          title={t`Ask for ${amount}`}
          onClick={() => onAsk(upTo)}
        >
          {content}
        </UnstyledButton>
      )}
    </li>
  );
}

interface NudgeLineProps extends Pick<QuantityBreaksPanelProps, 'wording' | 'onAsk'> {
  nudge: Nudge;
}

/** "5 m less ships 14 days earlier", and the question for that quantity. */
function NudgeLine({ nudge, wording, onAsk }: NudgeLineProps) {
  const less = quantityWords(wording, nudge.less);
  const quantity = quantityWords(wording, nudge.quantity);
  return (
    <p className={classes.nudge}>
      <ChevronsLeft size={18} aria-hidden className={classes.icon} />
      <span>
        <Trans>
          {less} less ships <Plural value={nudge.daysEarlier} one="# day earlier" other="# days earlier" />.
        </Trans>{' '}
        <LinkButton onClick={() => onAsk(nudge.quantity)}>
          <Trans>Ask for {quantity}</Trans>
        </LinkButton>
      </span>
    </p>
  );
}
