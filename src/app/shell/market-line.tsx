import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';

import classes from './market-line.module.css';

/** Whose stock the answers are about: company, sales organization, territory. */
export function MarketLine() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (!data?.market) return null;
  const { company, salesOrganization, territoryId } = data.market;
  return (
    <dl className={classes['market']}>
      <Code name={t`Company`} value={company} />
      <Code name={t`Sales organization`} value={salesOrganization} />
      <Code name={t`Territory`} value={territoryId} />
    </dl>
  );
}

function Code({ name, value }: { name: string; value: string }) {
  return (
    <div title={name} className={classes['code']}>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
    </div>
  );
}
