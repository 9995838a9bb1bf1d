import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { distanceWords, quantityWords, shortDateWords, type Wording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { type Drop, splitDelivery } from '#domain/split-delivery.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { EstimateNote } from './estimate-note.tsx';
import styles from './split-deliveries.module.css';
import { SplitFields, type SplitSettings } from './split-fields.tsx';

/** The quantity in drops, each from a level that no later entry falls below; what is left at max lead time. */
export function SplitDeliveries(props: {
  timeline: StockTimeline;
  quantity: Thousandths;
  settings: SplitSettings;
  wording: Wording;
  onChange: (settings: SplitSettings) => void;
}) {
  const { timeline, quantity, settings, wording, onChange } = props;
  const { t } = useLingui();
  const { mostDrops } = settings;
  // No drop can hold more than all of it: a larger one would send to the max lead time what could leave whole.
  const smallestDrop = Math.min(settings.smallestDrop, quantity);
  const { drops, undeliverable } = useMemo(
    () => splitDelivery(timeline, { quantity, smallestDrop, mostDrops }),
    [timeline, quantity, smallestDrop, mostDrops],
  );
  const left = quantityWords(wording, undeliverable);
  return (
    <Panel title={t`Split delivery`} aside={<EstimateNote />}>
      <SplitFields key={wording.locale} settings={settings} quantity={quantity} wording={wording} onChange={onChange} />
      <ol className={styles.drops} aria-live="polite">
        {drops.map((drop) => (
          <DropLine key={`${drop.date}${drop.isMaxLeadTime}`} drop={drop} of={quantity} wording={wording} />
        ))}
      </ol>
      {undeliverable > 0 && (
        <p className={styles.left}>
          <Trans>{left} can't be delivered.</Trans>
        </p>
      )}
      <p className={styles.basis}>
        <Trans>Drops take only what no later fall of the level would take back.</Trans>
      </p>
    </Panel>
  );
}

function DropLine({ drop, of, wording }: { drop: Drop; of: Thousandths; wording: Wording }) {
  const { t } = useLingui();
  const distance = distanceWords(wording, drop.date);
  const isToday = !drop.isMaxLeadTime && drop.date <= wording.today;
  const kind = drop.isMaxLeadTime ? 'max-lead-time' : isToday ? 'in-stock' : 'expected';
  return (
    <li className={styles.drop}>
      <span className={styles.amount}>{quantityWords(wording, drop.quantity)}</span>
      <span className={styles.date}>
        {isToday ? distance : shortDateWords(wording, drop.date)}
        {!isToday && (
          <span className={styles.distance}>{drop.isMaxLeadTime ? t`max lead time, ${distance}` : distance}</span>
        )}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.share} data-kind={kind} style={{ inlineSize: `${(100 * drop.quantity) / of}%` }} />
      </span>
    </li>
  );
}
