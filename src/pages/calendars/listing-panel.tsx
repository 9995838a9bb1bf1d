import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useRef } from 'react';

import { Panel, PanelError, PanelWaiting } from '#features/panel.tsx';

import { viewsOfPages } from './calendar-views.ts';
import classes from './calendars-page.module.css';
import { CalendarsViews } from './calendars-views.tsx';
import { NoProducts } from './no-products.tsx';
import { PageNotes } from './page-notes.tsx';
import { PagesNav } from './paging/pages-nav.tsx';
import type { PageSize } from './paging/page-sizes.ts';
import { TakeCalendars } from './take-calendars.tsx';
import type { CalendarsSearch } from './use-calendars-search.ts';
import type { Choice } from './use-choice.ts';
import type { CutChoice } from './use-choose.ts';
import type { Listing } from './use-listing.ts';
import type { Selection } from './use-selection.ts';

interface ListingPanelProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  selection: Selection;
  cut: CutChoice | null;
  onPage: (page: number) => void;
  onPageSize: (size: PageSize) => void;
  /** A page is about to be wanted. */
  onIntent: (page: number) => void;
}

/**
 * The products of the page in one of the ways to look at them, with the ways to other pages. Products that come are drawn row by
 * row behind what is on screen, which changes when all of them are ready: drawn at once they would hold it up.
 */
export function ListingPanel(props: ListingPanelProps) {
  const { t } = useLingui();
  const viewRef = useRef<HTMLDivElement>(null);
  const { address, choice, selection, cut, onPage, onPageSize, onIntent } = props;
  const listing = useDeferredValue(props.listing);
  const { page, pageCount, total } = listing;
  const { selected } = selection;
  return (
    <>
      <Panel
        title={t`Products`}
        description={<Trans>Dates from which goods can leave, not delivery dates.</Trans>}
        className={classes.products}
        aside={listing.hasCome && total !== 0 && <TakeCalendars {...{ address, choice, listing, selected, viewRef }} />}
      >
        {listing.hasCome && <PageNotes {...listing.notes} cut={cut} products={listing.products} />}
        {listing.error !== null && <PanelError error={listing.error} onRetry={listing.refresh} />}
        {!listing.hasCome && listing.error === null && <PanelWaiting lines={12} />}
        {listing.hasCome && total === 0 && <NoProducts />}
        {listing.hasCome && total !== 0 && <CalendarsViews {...{ address, listing, selection, viewRef }} />}
      </Panel>
      {total !== 0 && viewsOfPages.includes(address.view) && (
        <div className={classes.pages}>
          <PagesNav {...{ page, pageCount, onPage, onPageSize, onIntent }} pageSize={address.pageSize} />
        </div>
      )}
    </>
  );
}
