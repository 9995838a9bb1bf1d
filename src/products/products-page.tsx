import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ListX } from 'lucide-react';
import { memo, Suspense, useCallback, useMemo, useRef, type ComponentProps } from 'react';

import { codeOf } from '#data/errors.ts';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import classes from './products-page.module.css';
import { useCalendarsSearch, type CalendarsSearch } from './products-search.ts';
import { useSelection, type Selection } from './selection.ts';
import { StockState, Summary } from './summary.tsx';
import { countedIn, useListing, type Listing } from './use-listing.ts';
import { useChoice, type Choice } from '#products/selection/choice.ts';
import { ChosenProducts } from '#products/selection/chosen-products.tsx';
import { ListingPanel } from './listing-panel.tsx';
import { CalendarsExport } from './calendars-export.tsx';
import { maxCompared, viewOf } from './views.ts';

/** Stock calendars of many products: one page in several views, and a summary of all products. */
export function CalendarsPage() {
  const { t } = useLingui();
  const address = useCalendarsSearch();
  const choice = useChoice(address);
  return (
    <div className={classes.page}>
      <PageHeading isHidden title={t`Products`} />
      {choice !== 'waiting' && 'productIds' in choice ? (
        <ChosenCalendars address={address} choice={choice} />
      ) : (
        <>{choice === 'waiting' ? <PanelWaiting lines={12} /> : <MissingList {...choice} />}</>
      )}
    </div>
  );
}

function ChosenCalendars({ address, choice }: { address: CalendarsSearch; choice: Choice }) {
  const top = useRef<HTMLDivElement>(null);
  const viewRef = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const { change } = address;
  const selection = useCompared(useSelection(address), address, choice);
  const listing = useListing(choice.productIds, address, selection);

  const openPage = useCallback(
    (page: number) => {
      change({ page: page === 1 ? undefined : page });
      const { current } = top;
      if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
    },
    [change],
  );

  return (
    <>
      {listing.total !== 0 && listing.error === null && <Summary {...{ address, listing, isNarrow }} />}
      <div ref={top} className={classes.products}>
        <ListingPanel
          {...{ address, choice, listing, selection, viewRef }}
          onPage={openPage}
          chosen={
            <ChosenProducts
              {...{ change, choice }}
              total={
                address.view === 'compare' && selection.selected.length > 0
                  ? selection.selected.length
                  : address.search.tile === undefined
                    ? listing.total
                    : countedIn(listing)
              }
              found={address.view === 'compare' ? null : foundIn(listing)}
              hasFailed={listing.total === null && listing.error !== null}
            />
          }
          actions={<Actions {...{ address, choice, listing, selection, viewRef }} />}
        />
      </div>
      {isNarrow && listing.total !== 0 && <StockState {...{ address, listing }} />}
    </>
  );
}

/** How many products match the filters, null if these are all. */
function foundIn({ hasData, found, total }: Listing): number | null {
  return hasData && total !== null && found < total ? found : null;
}

type ActionsProps = Pick<
  ComponentProps<typeof ListingPanel>,
  'address' | 'choice' | 'listing' | 'selection' | 'viewRef'
>;

/** Export of the products. */
const Actions = memo(function Actions({ address, choice, listing, selection: { selected }, viewRef }: ActionsProps) {
  const { total, hasData } = listing;
  const { Export = CalendarsExport } = viewOf(address.view) ?? {};
  return (
    <Group gap={8}>
      {hasData && total !== 0 && (
        <Suspense fallback={<Skeleton h={36} w={80} />}>
          <Export key={address.view} {...{ address, choice, listing, selected, viewRef }} />
        </Suspense>
      )}
      {/* Reserved until the data has loaded. */}
      {!hasData && !listing.error && <Skeleton h={36} w={80} />}
    </Group>
  );
});

/** The selected products; a comparison of a few chosen ones without a selection is of all of them. */
function useCompared(selection: Selection, { view }: CalendarsSearch, { productIds }: Choice): Selection {
  const isOfAll = view === 'compare' && selection.selected.length === 0;
  const compared = isOfAll && productIds !== null && productIds.length <= maxCompared ? productIds : null;
  return useMemo(() => (compared === null ? selection : { ...selection, selected: compared }), [selection, compared]);
}

/** Shown if the list that the URL names can't be loaded, or isn't one of the user's. */
function MissingList({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useLingui();
  const isMissing = codeOf(error) === 'not-found' || codeOf(error) === 'bad-request';
  return (
    <Panel title={t`Products`}>
      {isMissing ? (
        <PanelEmpty icon={ListX} title={t`List not found`}>
          <p>
            <Trans>It was deleted, or another user saved it. To share a list, copy the link of its products.</Trans>
          </p>
          <Link to="/calendars">
            <Trans>Show all products</Trans>
          </Link>
        </PanelEmpty>
      ) : (
        <PanelError error={error} onRetry={retry} />
      )}
    </Panel>
  );
}
