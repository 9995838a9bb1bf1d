import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { useNow } from '#components/answer-age/use-now.ts';
import { useLocale } from '#components/locale/locale-context.tsx';

import classes from './expiry-notice.module.css';
import { askToSignIn } from './sign-in-request.ts';

const noticeAhead = 10 * 60_000;

/** Says that the access token is about to run out, while there is still time to sign in again. */
export function ExpiryNotice() {
  const { data } = useQuery(session.current());
  const { locale } = useLocale();
  const now = useNow();
  if (data?.by !== 'credentials' || data.expiresAt === null) return null;
  const end = Date.parse(data.expiresAt);
  if (end - now > noticeAhead) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(end);
  return (
    <output className={classes['notice']}>
      <Trans>Your access token runs out at {time}.</Trans>
      <button type="button" className={classes['renew']} onClick={askToSignIn}>
        <Trans>Sign in again</Trans>
      </button>
    </output>
  );
}
