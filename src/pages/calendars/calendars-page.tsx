import { Trans, useLingui } from '@lingui/react/macro';

import { PageHeading } from '#ui/page-heading.tsx';
import { PanelWaiting } from '#features/panel.tsx';

import classes from './calendars-page.module.css';
import { MissingList } from './missing-list.tsx';
import { OpenCalendars } from './open-calendars.tsx';
import { useCalendarsSearch } from './use-calendars-search.ts';
import { useChoice } from './use-choice.ts';

/** Many products over time: a page of them as a table, all of them summed up. */
export function CalendarsPage() {
  const { t } = useLingui();
  const address = useCalendarsSearch();
  const choice = useChoice(address.search.ids, address.search.list);
  return (
    <div className={classes.page}>
      <PageHeading title={t`Calendars`}>
        <Trans>How much can leave on which date, for many products at once.</Trans>
      </PageHeading>
      {choice === 'waiting' && <PanelWaiting lines={12} />}
      {choice === 'missing' && <MissingList />}
      {typeof choice === 'object' && <OpenCalendars address={address} choice={choice} />}
    </div>
  );
}
