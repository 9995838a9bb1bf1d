import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import type { Session } from '#contract/gateway.ts';

import { CompanyWay } from './company-way.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import classes from './sign-in.module.css';
import { endSignIn } from './sign-in-request.ts';
import { useSignedInElsewhere } from './use-sign-in.ts';

/** The ways in, over the page that needs one. */
export function SignInDialog() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  useSignedInElsewhere();
  // Whom the company let in already still has credentials of their own to give.
  const offersCompany = data != null && data.company !== null && !(data.by === 'company' && !data.signedIn);
  return (
    <Dialog width={480} title={t`Sign in to the stock service`} closeLabel={t`Not now`} onClose={endSignIn}>
      <div className={classes['ways']}>
        {data && <Reason session={data} />}
        {offersCompany && (
          <>
            <CompanyWay refusal={data.company?.refusal ?? null} />
            <div className={classes['or']}>
              <Trans>or with a token of your own</Trans>
            </div>
          </>
        )}
        <CredentialsForm isEmbedded={data?.service.kind === 'embedded'} isSecondWay={offersCompany} />
      </div>
    </Dialog>
  );
}

/** Why signing in once is not all, where that is so. */
function Reason({ session: { by, signedIn, credentials, person, service } }: { session: Session }) {
  if (credentials === 'shared' && service.kind === 'upstream') {
    return (
      <p className={classes['refused']}>
        <Trans>
          The stock service no longer takes the credentials that this server shares with everybody. Whoever runs the
          server has to renew them; with credentials of your own you can go on at once.
        </Trans>
      </p>
    );
  }
  if (by === 'company' && !signedIn) {
    return (
      <p className={classes['lead']}>
        {person === null ? (
          <Trans>Your company let you in. The stock service also asks for credentials of your own, once.</Trans>
        ) : (
          <Trans>
            Your company let you in as {person}. The stock service also asks for credentials of your own, once.
          </Trans>
        )}
      </p>
    );
  }
  return null;
}
