import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { SignOut } from '#features/sign-out.tsx';

import { MarketLine } from './market-line.tsx';
import classes from './person.module.css';
import { askToSignIn } from './sign-in-request.ts';

/** Which service answers, for which market, and the way in or out. */
export function Person({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(session.current());
  if (!data) return null;
  return (
    <div className={classes['person']}>
      <p className={classes['caption']}>
        {data.service.kind === 'embedded' ? <Trans>Embedded service</Trans> : <Trans>Connected service</Trans>}
      </p>
      <p className={classes['address']}>{data.service.baseUrl}</p>
      <MarketLine />
      {data.person !== null && (
        <p className={classes['name']}>
          <Trans>Signed in as {data.person}</Trans>
        </p>
      )}
      {!data.signedIn && (
        <Button
          variant="default"
          onClick={() => {
            onDone();
            askToSignIn();
          }}
        >
          <Trans>Sign in</Trans>
        </Button>
      )}
      {data.by !== null && data.by !== 'local' && (
        <div className={classes['out']}>
          <SignOut offersEverywhere />
        </div>
      )}
    </div>
  );
}
