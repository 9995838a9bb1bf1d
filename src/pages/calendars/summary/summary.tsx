import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { Panel, PanelWaiting } from '#features/panel.tsx';
import type { CalendarLoadSnapshot } from '#api/calendars/calendar-load.ts';
import type { CalendarTile } from '#domain/calendars/calendar-tiles.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { LoadProgress } from './load-progress.tsx';
import { MissingPagesNote } from './missing-pages-note.tsx';
import { Tiles } from './tiles.tsx';
import classes from './summary.module.css';

interface SummaryProps {
  snapshot: CalendarLoadSnapshot;
  counts: Readonly<Record<CalendarTile, number>>;
  quantity: Thousandths | null;
  /** How many products there are, as far as is known. */
  total: number | null;
  tile: CalendarTile | null;
  onTile: (tile: CalendarTile | null) => void;
  onLoad: () => void;
  onResume: () => void;
  onCancel: () => void;
  /** Figures beside the tiles, which add up without them. */
  children: ReactNode;
}

/** All products of the choice in figures, once their pages are loaded; until then, the way to load them. */
export function Summary(props: SummaryProps) {
  const { snapshot, counts, quantity, total, tile, onTile, onLoad, onResume, onCancel } = props;
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { phase, doneProducts, missingProducts } = snapshot;
  const held = formatCount(doneProducts);
  const missing = formatCount(missingProducts);
  const isPart = doneProducts > 0 && (phase === 'loading' || (phase !== 'complete' && missingProducts > 0));

  return (
    <Panel
      title={t`Summary`}
      aside={
        phase === 'idle' && (
          <Button variant="default" onClick={onLoad}>
            <Trans>Load all pages</Trans>
          </Button>
        )
      }
      description={phase === 'idle' ? <Invitation total={total} /> : <Question quantity={quantity} />}
      className={phase === 'idle' ? classes.idle : classes.figures}
    >
      <MissingPagesNote snapshot={snapshot} onResume={onResume} />
      {isPart && (
        <p className={classes.part}>
          {phase === 'loading' ? (
            <Trans>
              So far, {formatCount(doneProducts)} of {formatCount(snapshot.totalProducts ?? 0)} products:
            </Trans>
          ) : (
            <Plural
              value={missingProducts}
              one={`These figures hold ${held} products; one is missing.`}
              other={`These figures hold ${held} products; ${missing} are missing.`}
            />
          )}
        </p>
      )}
      {phase === 'loading' && doneProducts === 0 && (
        <div className={classes.coming}>
          <PanelWaiting height={64} />
        </div>
      )}
      {doneProducts > 0 && (
        <Tiles
          counts={counts}
          chosen={tile}
          onChoose={phase === 'complete' || phase === 'incomplete' ? onTile : null}
        />
      )}
      {/* Beneath the figures, which stay where they are when it goes. */}
      {(phase === 'loading' || phase === 'signed-out') && <LoadProgress snapshot={snapshot} onCancel={onCancel} />}
      {props.children}
    </Panel>
  );
}

/** What there is to gain by loading everything. */
function Invitation({ total }: { total: number | null }) {
  const { formatCount } = useLocale();
  if (total === null) return <Trans>Load all pages to sum up, sort and filter every product.</Trans>;
  const all = formatCount(total);
  return (
    <Plural
      value={total}
      one={`Load all pages to sum up, sort and filter ${all} product.`}
      other={`Load all pages to sum up, sort and filter all ${all} products.`}
    />
  );
}

/** What the tiles are about. */
function Question({ quantity }: { quantity: Thousandths | null }) {
  const { formatQuantity } = useLocale();
  if (quantity === null) return <Trans>When the first of each product can leave from real stock.</Trans>;
  const wanted = formatQuantity(quantity);
  return <Trans>When {wanted} of each product can leave from real stock.</Trans>;
}
