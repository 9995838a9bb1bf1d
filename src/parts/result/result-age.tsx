import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';

import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';

import classes from './result.module.css';

interface ResultAgeProps {
  /** Date of the last stock update (§2.2); null if the service didn't send it, undefined if there is none to show. */
  lastUpdateDate?: CalendarDate | null;
  /** When the result was fetched: the query's `dataUpdatedAt`. */
  fetchedAt: number;
  onRefresh?: () => void;
  isFetching?: boolean;
}

/** Age of a result, with a Refresh button. */
export function ResultAge({ lastUpdateDate, fetchedAt, onRefresh, isFetching = false }: ResultAgeProps) {
  const { t } = useLingui();
  const { language, formatDate } = useLocale();
  const now = useNow();
  const age = formatAge(fetchedAt, now, language);
  return (
    <Group gap={4} wrap="nowrap" c="dimmed" fz={13} className={classes.age} data-busy={isFetching || undefined}>
      <Text inherit>
        {lastUpdateDate !== undefined && (
          <>
            {lastUpdateDate === null ? (
              <Trans>Date of stock data not provided</Trans>
            ) : (
              <Trans>Stock data of {formatDate(lastUpdateDate, 'medium')}</Trans>
            )}
            {' · '}
          </>
        )}
        {now - fetchedAt < minute ? <Trans>Checked just now</Trans> : <Trans>Checked {age}</Trans>}
      </Text>
      {onRefresh && <IconButton size="s" label={t`Refresh`} Icon={RotateCw} onClick={onRefresh} />}
    </Group>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats the time since `at`, both in Unix milliseconds: `now`, `2 minutes ago`. */
export function formatAge(at: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const age = Math.max(0, now - at);
  if (age < minute) return format.format(0, 'second');
  if (age < hour) return format.format(-Math.floor(age / minute), 'minute');
  if (age < day) return format.format(-Math.floor(age / hour), 'hour');
  return format.format(-Math.floor(age / day), 'day');
}

const clockStep = 15_000;

/** Returns the current time in Unix milliseconds, updated every 15 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockStep);
    return () => clearInterval(timer);
  }, []);
  return now;
}
