import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';

import { useNow } from '#parts/result/result-age.tsx';
import { formatMoment } from '#stock/locale-date.ts';
import { useLocale } from '#ui/locale.tsx';

const soon = 10 * 60_000;

/** Shows the time left until `until` (ISO 8601) in words. */
export function TimeLeft({ until }: { until: string }) {
  const { locale, language } = useLocale();
  const now = useNow();
  const end = Date.parse(until);
  const left = formatTimeLeft(end, now, language);
  const moment = formatMoment(end, locale);
  return (
    <Text
      component="time"
      inherit
      dateTime={until}
      title={moment}
      {...(end - now < soon && { c: 'var(--sh-late)', fw: 600 })}
    >
      {end <= now ? <Trans>expired {left}</Trans> : <Trans>expires {left}</Trans>}
    </Text>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Returns the time until `end` (both Unix milliseconds) in words, truncated to whole units: `in 11 hours`, `in 59
 * minutes`, `in 40 seconds`; past times as `3 minutes ago`.
 */
export function formatTimeLeft(end: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const left = end - now;
  const size = Math.abs(left);
  if (size < minute) return format.format(Math.trunc(left / 1000), 'second');
  if (size < hour) return format.format(Math.trunc(left / minute), 'minute');
  if (size < 2 * day) return format.format(Math.trunc(left / hour), 'hour');
  return format.format(Math.trunc(left / day), 'day');
}
