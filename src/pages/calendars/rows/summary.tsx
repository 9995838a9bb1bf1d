import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';

import type { CalendarLoadSnapshot } from '#api/calendars/calendar-load.ts';
import type { MissingPages } from '#api/calendars/load-parts.ts';
import { calendarTiles, countTiles, type CalendarTile, type tileOf } from '#domain/calendars/calendar-tiles.ts';
import { notAnsweredWords } from '#features/answer/not-answered-words.ts';
import { PanelWaiting, Panel } from '#features/panel.tsx';
import type { Thousandths } from '#lib/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';
import { ProgressStrip } from '#ui/progress.tsx';

import type { CalendarsSearch } from '#pages/calendars/calendars-search.ts';

import { calendarRow } from './calendar-row.ts';
import type { LoadAll } from './load-all.ts';
import { OldestUpdateFigure } from './oldest-update.tsx';
import classes from './summary.module.css';
import type { Listing } from './use-listing.ts';

/** Rows are computed on the way, a page at a time, so that the table has nothing left to compute when the last page comes. */
const tileOfRow: typeof tileOf = (product, today, wanted) => calendarRow(product, today, wanted).tile;

interface SummaryProps {
  address: CalendarsSearch;
  load: LoadAll;
  listing: Listing;
}

/** All products of the choice in figures once their pages are loaded; until then, the button that loads them. */
export function Summary({ address, load, listing }: SummaryProps) {
  const { t } = useLingui();
  const { today, formatCount } = useLocale();
  const { search, change, quantity } = address;
  const { snapshot, products } = load;
  const { phase, doneProducts, missingProducts } = snapshot;
  const counts = useMemo(() => countTiles(products, today, quantity, tileOfRow), [products, today, quantity]);
  const loaded = formatCount(doneProducts);
  const missing = formatCount(missingProducts);
  const isPartial = doneProducts > 0 && (phase === 'loading' || (phase !== 'complete' && missingProducts > 0));

  return (
    <Panel
      title={t`Summary`}
      aside={
        phase === 'idle' && (
          <Button variant="default" onClick={() => change({ all: true, page: undefined })}>
            <Trans>Load all pages</Trans>
          </Button>
        )
      }
      description={phase === 'idle' ? <Invitation total={listing.total} /> : <Question quantity={quantity} />}
      className={phase === 'idle' ? classes.idle : classes.figures}
    >
      <LoadOutcome snapshot={snapshot} onResume={load.resume} />
      {isPartial && (
        <p className={classes.part}>
          {phase === 'loading' ? (
            <Trans>
              So far, {formatCount(doneProducts)} of {formatCount(snapshot.totalProducts ?? 0)} products:
            </Trans>
          ) : (
            <Plural
              value={missingProducts}
              one={`These figures hold ${loaded} products; one is missing.`}
              other={`These figures hold ${loaded} products; ${missing} are missing.`}
            />
          )}
        </p>
      )}
      {phase === 'loading' && doneProducts === 0 && (
        <div className={classes.pending}>
          <PanelWaiting height={64} />
        </div>
      )}
      {doneProducts > 0 && (
        <Tiles
          counts={counts}
          chosen={listing.isWhole ? (search.tile ?? null) : null}
          onChoose={load.isWhole ? (tile) => change({ tile: tile ?? undefined, page: undefined }) : null}
        />
      )}
      {/* Beneath the figures, which stay where they are when it goes. */}
      {(phase === 'loading' || phase === 'signed-out') && <LoadProgress snapshot={snapshot} onCancel={load.cancel} />}
      {listing.isWhole && products.length > 0 && (
        <OldestUpdateFigure
          products={products}
          rows={listing.rows
            .filter(({ original }) => original.summary !== null)
            .map(({ original: { productId } }) => [productId, listing.details.lastUpdateOf(productId)])}
        />
      )}
    </Panel>
  );
}

/** What loading everything offers. */
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

/** What the tiles count. */
function Question({ quantity }: { quantity: Thousandths | null }) {
  const { formatQuantity } = useLocale();
  if (quantity === null) return <Trans>When the first of each product can leave from real stock.</Trans>;
  const wanted = formatQuantity(quantity);
  return <Trans>When {wanted} of each product can leave from real stock.</Trans>;
}

/** What each tile is called. */
export function useTileWords(): Record<CalendarTile, string> {
  const { t } = useLingui();
  return {
    now: t`Now`,
    'within-7': t`Within 7 days`,
    'within-30': t`Within 30 days`,
    later: t`Later`,
    'max-lead-time': t`Max lead time only`,
    nothing: t`Nothing`,
    'no-answer': t`No answer`,
  };
}

interface TilesProps {
  counts: Readonly<Record<CalendarTile, number>>;
  chosen: CalendarTile | null;
  /** Null while products are still to come: a filter would not hold. */
  onChoose: ((tile: CalendarTile | null) => void) | null;
}

/** How many products are in each tile, as one bar and as buttons that filter the table by it. */
function Tiles({ counts, chosen, onChoose }: TilesProps) {
  const { t } = useLingui();
  const { locale, formatCount } = useLocale();
  const words = useTileWords();
  const total = calendarTiles.reduce((sum, tile) => sum + counts[tile], 0);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <>
      <div aria-hidden className={classes.bar}>
        {calendarTiles
          .filter((tile) => counts[tile] > 0)
          .map((tile) => (
            <span key={tile} data-tile={tile} style={{ flexGrow: counts[tile] }} />
          ))}
      </div>
      <fieldset aria-label={t`Products by their first date`} className={classes.tiles}>
        {calendarTiles.map((tile) => (
          <button
            key={tile}
            type="button"
            data-tile={tile}
            aria-pressed={tile === chosen}
            aria-disabled={onChoose === null}
            className={classes.tile}
            onClick={() => onChoose?.(tile === chosen ? null : tile)}
          >
            <span className={classes.name}>{words[tile]}</span>{' '}
            <span className={classes.count}>{formatCount(counts[tile])}</span>{' '}
            <span className={classes.share}>{total === 0 ? '' : share.format(counts[tile] / total)}</span>
          </button>
        ))}
      </fieldset>
    </>
  );
}

/** How many pages have come, with a button to stop. */
function LoadProgress({ snapshot, onCancel }: { snapshot: CalendarLoadSnapshot; onCancel: () => void }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { phase, donePages, totalPages, pausedUntil } = snapshot;
  return (
    <div className={classes.progress}>
      <ProgressStrip
        label={t`Loading pages`}
        share={totalPages === null ? null : { value: donePages, max: Math.max(totalPages, 1) }}
        isPaused={pausedUntil !== null}
        onCancel={onCancel}
      >
        {phase === 'signed-out' ? (
          <Trans>Waits until you have signed in again</Trans>
        ) : totalPages === null ? (
          <Trans>Asking how many there are</Trans>
        ) : (
          <Trans>
            {formatCount(donePages)} of {formatCount(totalPages)} pages done
          </Trans>
        )}
      </ProgressStrip>
    </div>
  );
}

/** Where loading was stopped, or which pages are missing and why, with a button that loads only those. */
function LoadOutcome({ snapshot, onResume }: { snapshot: CalendarLoadSnapshot; onResume: () => void }) {
  const { phase, donePages, totalPages, missing } = snapshot;
  if (phase !== 'cancelled' && phase !== 'incomplete') return null;
  const done = String(donePages);
  const all = totalPages === null ? '?' : String(totalPages);
  return (
    <div role={phase === 'incomplete' ? 'alert' : undefined} className={classes.alert} tabIndex={-1} data-focus-heir>
      {phase === 'cancelled' ? (
        <p>
          <Trans>
            Stopped after {done} of {all} pages.
          </Trans>
        </p>
      ) : (
        <div>
          <p className={classes.alertTitle}>
            <TriangleAlert aria-hidden size={18} />
            <WhatIsMissing snapshot={snapshot} />
          </p>
          {missing.length > 0 && (
            <ul>
              {missing.map((pages) => (
                <li key={pages.firstPage}>
                  <Missing pages={pages} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <Button variant="default" onClick={onResume}>
        <Trans>Resume</Trans>
      </Button>
    </div>
  );
}

function WhatIsMissing({ snapshot }: { snapshot: CalendarLoadSnapshot }) {
  const { missingPages, missingProducts, unsettledProducts, totalChange } = snapshot;
  if (totalChange !== null) {
    return (
      <Trans>
        Products came or went meanwhile ({totalChange.before} before, {totalChange.now} now): load all pages anew.
      </Trans>
    );
  }
  if (missingPages > 0) {
    return <Plural value={missingPages} one="# page is missing." other="# pages are missing." />;
  }
  if (unsettledProducts === 0) {
    return (
      <Plural
        value={missingProducts}
        one="# product that the service counts came on no page: load all pages anew."
        other="# products that the service counts came on no page: load all pages anew."
      />
    );
  }
  return (
    <Plural
      value={unsettledProducts}
      one="The calendar of # product could not be had."
      other="The calendars of # products could not be had."
    />
  );
}

function Missing({ pages: { firstPage, lastPage, why, isPartial } }: { pages: MissingPages }) {
  const { i18n } = useLingui();
  const first = String(firstPage);
  const last = String(lastPage);
  return (
    <>
      <b>
        {firstPage === lastPage ? (
          <Trans>Page {first}</Trans>
        ) : (
          <Trans>
            Pages {first} to {last}
          </Trans>
        )}
      </b>
      {isPartial && (
        <>
          {' '}
          <Trans>(in part)</Trans>
        </>
      )}
      {': '}
      {why !== null ? (
        notAnsweredWords(why, i18n)
      ) : isPartial ? (
        <Trans>The service counts more products there than it sent.</Trans>
      ) : (
        <Trans>Not asked for.</Trans>
      )}
    </>
  );
}
