import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { useNow } from '#components/answer-age/use-now.ts';
import { useLocale } from '#components/locale/locale-context.tsx';

import classes from './expiry-notice.module.css';
import { askToSignIn } from './sign-in-request.ts';

const noticeAhead = 10 * 60_000;

/** Says that the sign-in is about to end, while there is still time to sign in again. */
export function ExpiryNotice() {
  const { data } = useQuery(session.current());
  const { locale } = useLocale();
  const now = useNow();
  if (data == null || data.by === null || data.by === 'local' || data.endsAt === null) return null;
  const end = Date.parse(data.endsAt);
  if (end - now > noticeAhead) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(end);
  return (
    <output className={classes['notice']}>
      <Sentence time={time} isOver={end <= now} isToken={data.endsAt === data.expiresAt} />
      <button type="button" className={classes['renew']} onClick={askToSignIn}>
        <Trans>Sign in again</Trans>
      </button>
    </output>
  );
}

function Sentence({ time, isOver, isToken }: { time: string; isOver: boolean; isToken: boolean }) {
  if (isOver) return <Trans>Your sign-in ended at {time}. What is on screen stays.</Trans>;
  return isToken ? <Trans>Your access token runs out at {time}.</Trans> : <Trans>Your sign-in ends at {time}.</Trans>;
}
