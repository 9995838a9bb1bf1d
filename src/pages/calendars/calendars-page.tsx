import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ListX } from 'lucide-react';
import { useMemo, useRef } from 'react';

import { PanelEmpty, PanelWaiting, Panel } from '#features/panel.tsx';
import { useKeyHelp, useScreenKeys } from '#ui/keys.ts';
import { PageHeading } from '#ui/page-heading.tsx';

import classes from './calendars-page.module.css';
import { useCalendarsSearch, type CalendarsSearch } from './calendars-search.ts';
import { useLoadAll } from './rows/load-all.ts';
import { useSelection } from './rows/selection.ts';
import { Summary } from './rows/summary.tsx';
import { useListing } from './rows/use-listing.ts';
import { useChoice, useChoose, type Choice } from './scope/choice.ts';
import { ScopeBar } from './scope/scope-bar.tsx';
import { ListingPanel } from './views/listing-panel.tsx';

/** Many products over time: a page of them in several views, and all of them summed up. */
export function CalendarsPage() {
  const { t } = useLingui();
  const address = useCalendarsSearch();
  const choice = useChoice(address.search);
  return (
    <div className={classes.page}>
      <PageHeading title={t`Calendars`}>
        <Trans>How much can leave on which date, for many products at once.</Trans>
      </PageHeading>
      {choice === 'waiting' ? (
        <PanelWaiting lines={12} />
      ) : choice === 'missing' ? (
        <MissingList />
      ) : (
        <ChosenCalendars address={address} choice={choice} />
      )}
    </div>
  );
}

/** The calendars of the chosen products. */
function ChosenCalendars({ address, choice }: { address: CalendarsSearch; choice: Choice }) {
  const top = useRef<HTMLDivElement>(null);
  const { search, change, includesMaxLeadTime } = address;
  const isAllWanted = search.all === true || search.tile !== undefined || search.find !== undefined;
  const load = useLoadAll(choice.products, includesMaxLeadTime, isAllWanted);
  const selection = useSelection(address);
  const listing = useListing(choice.products, address, load, selection);
  const { cut, choose, chooseList } = useChoose(address);

  function openPage(page: number) {
    change({ page: page === 1 ? undefined : page });
    const { current } = top;
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }
  usePageKeys(listing.page, listing.pageCount, openPage);

  return (
    <>
      <ScopeBar {...{ address, choice, listing }} onChoose={choose} onChooseList={chooseList} />
      {listing.total !== 0 && <Summary {...{ address, load, listing }} />}
      <div ref={top} className={classes.products}>
        <ListingPanel {...{ address, choice, listing, selection, cut }} onPage={openPage} />
      </div>
    </>
  );
}

/** The keys that turn pages, listed in the help on keys. */
function usePageKeys(page: number, pageCount: number | null, onPage: (page: number) => void) {
  const { t } = useLingui();
  const turnTo = (next: number) => {
    if (pageCount !== null && next >= 1 && next <= pageCount && next !== page) onPage(next);
  };
  useScreenKeys({
    n: () => turnTo(page + 1),
    p: () => turnTo(page - 1),
    'shift+n': () => turnTo(pageCount ?? page),
    'shift+p': () => turnTo(1),
  });
  const keys = useMemo(
    () => [
      { keys: ['N'], does: t`Next page` },
      { keys: ['P'], does: t`Previous page` },
      { keys: ['Shift', 'N'], does: t`Last page` },
      { keys: ['Shift', 'P'], does: t`First page` },
    ],
    [t],
  );
  useKeyHelp(t`In the calendars`, keys);
}

/** The address names a list that this browser does not keep. */
function MissingList() {
  const { t } = useLingui();
  return (
    <Panel title={t`Products`}>
      <PanelEmpty icon={ListX} title={t`This browser keeps no such list`}>
        <p>
          <Trans>
            A saved list stays in the browser that it was made in. Whoever made it can export it as a file for you to
            import.
          </Trans>
        </p>
        <Link to="/calendars">
          <Trans>Show every product</Trans>
        </Link>
      </PanelEmpty>
    </Panel>
  );
}
