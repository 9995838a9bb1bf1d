import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { prefetchStockCalendars } from '#api/stock.ts';

import { CalendarsFields } from './calendars-fields.tsx';
import classes from './calendars-page.module.css';
import { ChoiceBar } from './choice-bar.tsx';
import { ListingPanel } from './listing-panel.tsx';
import { OldestUpdateFigure } from './summary/oldest-update.tsx';
import { Summary } from './summary/summary.tsx';
import { useCalendarsKeys } from './use-calendars-keys.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';
import type { Choice } from './use-choice.ts';
import { useChoose } from './use-choose.ts';
import { useListing } from './use-listing.ts';
import { useLoadAll } from './use-load-all.ts';
import { useSelection } from './use-selection.ts';
import { useTileCounts } from './use-tile-counts.ts';

/** The calendars of a choice of products: what is asked of them, a page of them, and the way to the others. */
export function OpenCalendars({ address, choice }: { address: CalendarsSearch; choice: Choice }) {
  const client = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  const { search, change, pageSize, quantity, includesMaxLeadTime } = address;
  const isWanted = search.all === true || search.tile !== undefined || search.find !== undefined;
  const load = useLoadAll(choice.products, includesMaxLeadTime, isWanted);
  const counts = useTileCounts(load.products, quantity);
  const listing = useListing(choice.products, address, load);
  const { page, pageCount, total } = listing;
  const { cut, choose, chooseList } = useChoose(address);
  const selection = useSelection(address);

  function openPage(next: number) {
    change({ page: next === 1 ? undefined : next });
    const { current } = top;
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }
  useCalendarsKeys(page, pageCount, openPage);

  return (
    <>
      <div className={classes.fields}>
        <ChoiceBar choice={choice} total={total} onChoose={choose} onChooseList={chooseList} />
        <CalendarsFields
          quantity={quantity}
          onQuantity={(next) => change({ quantity: next })}
          includesMaxLeadTime={includesMaxLeadTime}
          onMaxLeadTime={(included) => change({ mlt: included ? undefined : false })}
          fetchedAt={listing.fetchedAt}
          isFetching={listing.isFetching}
          onRefresh={listing.refresh}
        />
      </div>
      {total !== 0 && (
        <Summary
          snapshot={load.snapshot}
          counts={counts}
          quantity={quantity}
          total={total}
          tile={listing.isWhole ? (search.tile ?? null) : null}
          onTile={(tile) => change({ tile: tile ?? undefined, page: undefined })}
          onLoad={() => change({ all: true, page: undefined })}
          onResume={load.resume}
          onCancel={load.cancel}
        >
          {listing.isWhole && load.products.length > 0 && (
            <OldestUpdateFigure
              products={load.products}
              rows={listing.rows.filter(({ summary }) => summary !== null)}
            />
          )}
        </Summary>
      )}
      <div ref={top} className={classes.top}>
        <ListingPanel
          {...{ address, choice, listing, selection, cut }}
          onPage={openPage}
          onPageSize={(size) => {
            // What stood first on the screen stays on it.
            const first = (page - 1) * pageSize;
            change({ pageSize: size, page: Math.floor(first / size) + 1 });
          }}
          onIntent={(next) => {
            if (!listing.isWhole) void prefetchStockCalendars(client, { ...listing.request, page: next });
          }}
        />
      </div>
    </>
  );
}
