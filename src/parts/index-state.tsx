import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { CalendarIndex } from '#stock/contract/calendars.ts';
import { useNow } from '#parts/result/result-age.tsx';
import { useLocale } from '#ui/locale.tsx';
import { ProgressBar } from '#ui/progress.tsx';

/**
 * State of the index by which the products of an external service are sorted and counted: when its calendars were
 * loaded, and how many products it has.
 */
export function IndexState({ index }: { index: CalendarIndex }) {
  const { t } = useLingui();
  const { loadedAt, loaded, total, progress, isInterrupted, gaps } = index;
  const isFirst = progress !== null && loadedAt !== null && loaded === progress.loaded;
  const missing = total - loaded;
  return (
    <Text component="section" aria-label={t`Loaded stock calendars`} fz={14} lh="24px" c="dimmed">
      <Group gap="4px 16px">
        {loadedAt !== null && (
          <span>
            <Trans>
              Summary and order by stock calendars of <LoadedAt at={loadedAt} />
            </Trans>
            {missing > 0 && (
              <>
                {'\u00a0· '}
                <Loaded loaded={loaded} total={total} />
              </>
            )}
          </span>
        )}
        {progress !== null && (
          <Group gap={12} flex="1 1 280px" maw={560}>
            <Box w={160}>
              <ProgressBar
                label={t`Loading stock calendars`}
                share={progress.total === 0 ? null : { value: progress.loaded, max: progress.total }}
              />
            </Box>
            <span>
              {isFirst ? (
                <Trans>Loading more</Trans>
              ) : (
                <Trans>
                  Loading stock calendars: <Loaded {...progress} />
                </Trans>
              )}
            </span>
          </Group>
        )}
        {isInterrupted && (
          <span>
            <Trans>Loading was interrupted. It continues automatically.</Trans>
          </span>
        )}
      </Group>
      {progress === null && gaps.length > 0 && (
        <div>
          <Plural value={missing} one="# product couldn't be loaded:" other="# products couldn't be loaded:" />{' '}
          {gaps.map(({ after, before }, position) => (
            <span key={`${after} ${before}`}>
              {position > 0 && ', '}
              <Gap after={after} before={before} />
            </span>
          ))}
        </div>
      )}
    </Text>
  );
}

/** The time, with the date unless it is the user's today. */
function LoadedAt({ at }: { at: number }) {
  const { locale } = useLocale();
  const isToday = new Date(at).toDateString() === new Date(useNow()).toDateString();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) });
  return <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>;
}

function Loaded({ loaded, total }: { loaded: number; total: number }) {
  const { formatCount } = useLocale();
  const [some, all] = [formatCount(loaded), formatCount(total)];
  return <Plural value={total} one={`${some} of # product`} other={`${some} of ${all} products`} />;
}

function Gap({ after, before }: CalendarIndex['gaps'][number]): ReactNode {
  const [first, last] = [String(after), String(before)];
  if (after === null) return before === null ? <Trans>anywhere</Trans> : <Trans>before {last}</Trans>;
  return before === null ? (
    <Trans>after {first}</Trans>
  ) : (
    <Trans>
      between {first} and {last}
    </Trans>
  );
}
