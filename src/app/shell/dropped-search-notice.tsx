import { Trans, useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';

import {
  availabilityParams,
  calendarParams,
  calendarsParams,
  connectionParams,
  orderParams,
} from '#app/route-params.ts';
import { parseSearch, readSearch } from '#app/search-params.ts';
import { IconButton } from '#ui/icon-button.tsx';

import { droppedParams } from './dropped-search.ts';
import classes from './dropped-search-notice.module.css';

/** The address as it was opened; the router then rewrites it without what it could not read. */
const opened = { path: window.location.pathname, search: parseSearch(window.location.search) };

const paramsOf: Record<string, Parameters<typeof readSearch>[0]> = {
  '/': availabilityParams,
  '/order': orderParams,
  '/calendars': calendarsParams,
  '/connection': connectionParams,
};
const params = paramsOf[opened.path] ?? calendarParams;
const dropped = droppedParams(opened.search, readSearch(params, opened.search));

/** Says which parts of the opened address were left out, and what each would have to be. */
export function DroppedSearchNotice() {
  const { t } = useLingui();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [closed, setClosed] = useState(false);
  const expectations = useExpectations();
  if (closed || dropped.length === 0 || pathname !== opened.path) return null;
  return (
    <aside aria-label={t`Left out of the address`} className={classes['notice']}>
      <div className={classes['text']}>
        {dropped.map(({ name, value, isPart }) => (
          <p key={name} className={classes['line']}>
            {isPart ? (
              <Trans>
                Of <b>{name}</b> in the address, “<bdi>{value}</bdi>” was left out: that is no product id.
              </Trans>
            ) : (
              <Trans>
                <b>{name}</b> in the address was left out: “<bdi>{value}</bdi>” is not {expectations[name]}.
              </Trans>
            )}
          </p>
        ))}
      </div>
      <IconButton label={t`Close this note`} Icon={X} onClick={() => setClosed(true)} />
    </aside>
  );
}

function useExpectations(): Record<string, string> {
  const { t } = useLingui();
  const count = t`a whole number in its range`;
  const date = t`a date such as 2027-03-17`;
  const flag = t`true or false`;
  const ids = t`a list of product ids such as 10001,10002`;
  const quantity = t`a number above 0 with at most three decimals, such as 12.5`;
  return {
    product: t`a product id, SKU or name`,
    quantity,
    neededBy: date,
    smallestDrop: quantity,
    mostDrops: count,
    deliveryDays: count,
    workingDays: flag,
    mlt: flag,
    bucket: t`day, week or month`,
    from: date,
    to: date,
    ids,
    list: t`the name of a list in this browser`,
    page: count,
    pageSize: t`10, 25, 50, 100 or 250`,
    view: t`table, heatmap, compare or moved`,
    scale: t`common or separate`,
    sort: t`a column that can be sorted by`,
    desc: flag,
    all: flag,
    tile: t`a tile of the summary`,
    show: t`a status of order lines`,
    find: t`a text of at most 100 characters`,
    selected: ids,
    open: ids,
    result: t`met, broken, not-shown or not-tried`,
  };
}
