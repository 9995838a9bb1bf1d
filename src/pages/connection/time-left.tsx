import { Trans } from '@lingui/react/macro';

import { useNow } from '#features/answer/answer-age.tsx';
import { useLocale } from '#ui/locale.tsx';

import { formatTimeLeft } from './format-time-left.ts';
import classes from './time-left.module.css';

const soon = 10 * 60_000;

/** When something runs out, counted down in words; `until` is ISO 8601. */
export function TimeLeft({ until }: { until: string }) {
  const { locale } = useLocale();
  const now = useNow();
  const end = Date.parse(until);
  const left = formatTimeLeft(end, now, locale);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(end);
  return (
    <time dateTime={until} title={moment} className={classes.left} data-soon={end - now < soon || undefined}>
      {end <= now ? <Trans>ran out {left}</Trans> : <Trans>runs out {left}</Trans>}
    </time>
  );
}
