import { Trans, useLingui } from '@lingui/react/macro';
import { ListRestart, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

import { useGrid } from './grid-context.ts';
import classes from './view-bar.module.css';

/** What is filtered away, and a way back; nothing where every row shows in its own order. */
export function ViewBar() {
  const { i18n } = useLingui();
  const { session, columns } = useGrid();
  const { keys, filters, sort, isStale } = useSyncExternalStore(session.view.subscribe, session.view.getState);
  const total = session.store.getKeys().length;
  if (filters.size === 0 && !(sort && isStale)) return null;
  const names = columns.filter(({ id }) => filters.has(id)).map(({ header }) => header);

  return (
    <div className={classes['bar']}>
      {filters.size > 0 && (
        <span>
          <Trans>
            {i18n.number(keys.length)} of {i18n.number(total)} rows
          </Trans>
          <span className={classes['names']}>{new Intl.ListFormat(i18n.locale).format(names)}</span>
        </span>
      )}
      {isStale && (
        <button type="button" className={classes['button']} onClick={() => session.view.reapply()}>
          <ListRestart aria-hidden size={16} />
          {filters.size > 0 ? <Trans>Filter again</Trans> : <Trans>Sort again</Trans>}
        </button>
      )}
      {filters.size > 0 && (
        <button type="button" className={classes['button']} onClick={() => session.view.clearFilters()}>
          <X aria-hidden size={16} />
          <Trans>Show all rows</Trans>
        </button>
      )}
    </div>
  );
}
