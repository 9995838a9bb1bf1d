import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { useNow } from '#features/answer/answer-age.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { Session } from '#contract/gateway.ts';

import classes from './expiry-notice.module.css';
import { askToSignIn } from './sign-in-request.ts';

const noticeAhead = 10 * 60_000;

/** Says what is about to end, while there is still time to renew it, and who can. */
export function ExpiryNotice() {
  const { data } = useQuery(session.current());
  const { locale } = useLocale();
  const now = useNow();
  const ending = data?.ending ?? null;
  if (ending === null) return null;
  const end = Date.parse(ending.at);
  if (end - now > noticeAhead) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(end);
  return (
    <output className={classes['notice']}>
      <Sentence time={time} isOver={end <= now} what={ending.what} />
      {ending.what !== 'shared-token' && (
        <button type="button" className={classes['renew']} onClick={askToSignIn}>
          <Trans>Sign in again</Trans>
        </button>
      )}
    </output>
  );
}

interface SentenceProps {
  time: string;
  isOver: boolean;
  what: NonNullable<Session['ending']>['what'];
}

function Sentence({ time, isOver, what }: SentenceProps) {
  if (what === 'shared-token')
    return isOver ? (
      <Trans>
        The access token that this server shares with everybody ran out at {time}. Only whoever runs the server can
        renew it. What is on screen stays.
      </Trans>
    ) : (
      <Trans>
        The access token that this server shares with everybody runs out at {time}. Only whoever runs the server can
        renew it.
      </Trans>
    );
  if (isOver) return <Trans>Your sign-in ended at {time}. What is on screen stays.</Trans>;
  return what === 'own-token' ? (
    <Trans>Your access token runs out at {time}.</Trans>
  ) : (
    <Trans>Your sign-in ends at {time}.</Trans>
  );
}
