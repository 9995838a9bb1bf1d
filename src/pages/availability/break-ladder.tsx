import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import type { Wording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { nudge, quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import styles from './break-ladder.module.css';
import { BreakRung } from './break-rung.tsx';
import { breakRows } from './break-rows.ts';
import { NudgeLine } from './nudge-line.tsx';
import { EstimateNote } from './estimate-note.tsx';

const rungsShown = 8;
/** Fewer than these are not worth a press. */
const leastHidden = 3;

/** Up to which quantity goods can leave on which date; a rung asks for its quantity. */
export function BreakLadder(props: {
  timeline: StockTimeline;
  asked: Thousandths;
  wording: Wording;
  onAsk: (quantity: Thousandths) => void;
}) {
  const { timeline, asked, wording, onAsk } = props;
  const { t } = useLingui();
  const [showsAll, setShowsAll] = useState(false);
  const rows = breakRows(quantityBreaks(timeline), asked, wording.today);
  const showsSome = !showsAll && rows.length >= rungsShown + leastHidden;
  const shown = showsSome ? [...rows.slice(0, rungsShown - 1), ...rows.slice(-1)] : rows;
  const hidden = rows.length - shown.length;
  const less = nudge(timeline, asked);
  return (
    <Panel title={t`Quantity breaks`} aside={<EstimateNote />}>
      <ol className={styles.ladder}>
        {shown.map((row) => (
          <BreakRung key={row.upTo ?? 'above'} row={row} wording={wording} onAsk={onAsk} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          <Trans>Show {hidden} more</Trans>
        </button>
      )}
      {less !== null && <NudgeLine nudge={less} wording={wording} onAsk={onAsk} />}
    </Panel>
  );
}
