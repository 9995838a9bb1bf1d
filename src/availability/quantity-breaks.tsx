import { Trans, useLingui } from '@lingui/react/macro';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import { StatusIcon } from '#parts/result/result-region.tsx';
import { shipDateWords, type Wording } from '#parts/result/wording.ts';
import { LinkButton } from '#ui/link-button.tsx';

import { quantityBreaks } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { type BreakRow, breakRows } from './break-rows.ts';
import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';

interface QuantityBreaksPanelProps {
  timeline: StockTimeline;
  /** Whether the service confirms another date than the calendar. */
  isUnconfirmed: boolean;
  /** Null if only the calendar is shown. */
  quantity: Thousandths | null;
  wording: Wording;
  onCheck: (quantity: Thousandths) => void;
}

const maxRowsShown = 8;
/** Minimum number of rows to hide behind *Show more*. */
const minHidden = 3;

/** Ship dates by quantity. A click on a row checks its quantity. */
export function QuantityBreaksPanel(props: QuantityBreaksPanelProps) {
  const { timeline, isUnconfirmed, quantity, wording, onCheck } = props;
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  const rows = breakRows(quantityBreaks(timeline), quantity, wording.today);
  const showsSome = !showsAll && rows.length >= maxRowsShown + minHidden;
  const shown = showsSome ? [...rows.slice(0, maxRowsShown - 1), ...rows.slice(-1)] : rows;
  const hidden = rows.length - shown.length;
  return (
    <EstimatePanel title={t`Ship date by quantity`} isUnconfirmed={isUnconfirmed}>
      <ol className={classes.breaks}>
        {shown.map((row) => (
          <BreakItem key={row.upTo ?? 'above'} row={row} wording={wording} onCheck={onCheck} />
        ))}
      </ol>
      {hidden > 0 && (
        <LinkButton onClick={() => setShowsAll(true)}>
          <Trans>Show {hidden} more</Trans>
        </LinkButton>
      )}
    </EstimatePanel>
  );
}

/** A quantity and its ship date, with the status shown by color, icon and words. */
function BreakItem({
  row,
  wording,
  onCheck,
}: { row: BreakRow } & Pick<QuantityBreaksPanelProps, 'wording' | 'onCheck'>) {
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
      <StatusIcon kind={kind} size={16} />
      <span>
        <Text component="span" inherit me={8}>
          {day}
        </Text>
        {(distance !== null || kind === 'max-lead-time') && (
          <Text component="span" display="inline-block" c="dimmed" fz={13}>
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
        <UnstyledButton {...line} title={t`Use ${amount}`} onClick={() => onCheck(upTo)}>
          {content}
        </UnstyledButton>
      )}
    </li>
  );
}
