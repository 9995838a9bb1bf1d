import { Trans } from '@lingui/react/macro';
import { History } from 'lucide-react';

import { formatAge } from '#features/answer-age/format-age.ts';
import { useNow } from '#features/answer-age/use-now.ts';
import { useLocale } from '#ui/locale.tsx';

import styles from './answer-notes.module.css';

/** Says that an answer is an older one of the service's, which could not be asked now. */
export function StandInNote({ givenAt }: { givenAt: number }) {
  const { locale } = useLocale();
  const now = useNow();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(givenAt);
  const age = formatAge(givenAt, now, locale);
  return (
    <p role="alert" className={`${styles.warning} ${styles.standIn}`}>
      <History size={18} aria-hidden="true" />
      <span>
        <strong>
          <Trans>
            As of {time} ({age}).
          </Trans>
        </strong>{' '}
        <Trans>The stock service could not be asked just now. It may no longer hold.</Trans>
      </span>
    </p>
  );
}
