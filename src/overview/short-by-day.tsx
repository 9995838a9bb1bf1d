import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { quantitySearch } from '#data/calendar-pages.ts';
import { useLocale } from '#ui/locale.tsx';

import { weeks } from './overview-request.ts';
import type { ShortDay } from './runs-short.ts';
import classes from './short-by-day.module.css';

interface ShortByDayProps {
  days: readonly ShortDay[];
  /** Products that fall short within the period, also on days that aren't loaded. */
  found: number;
  /** Parameters that Products shares with this page. */
  search: ReturnType<typeof quantitySearch>;
}

/** How many products fall short on each day, the most in red. A day leads to its products. */
export function ShortByDay({ days, found, search }: ShortByDayProps) {
  const { t } = useLingui();
  const { formatCount, formatDate } = useLocale();
  const most = Math.max(1, ...days.map(({ productIds }) => productIds?.length ?? 0));
  const rest = days.reduce((sum, { productIds }) => sum - (productIds?.length ?? 0), found);
  const from = days.find(({ productIds }) => productIds === null)?.on;
  const more = from === undefined ? '' : formatDate(from, 'short');
  if (from === days[0]?.on) return null;
  return (
    <>
      <ol aria-label={t`Products that fall short by day`} className={classes.days}>
        {days.map(({ on, productIds }, index) => {
          const count = productIds?.length ?? 0;
          const name = index % 7 === 0 ? formatDate(on, 'short') : formatCount(Number(on.slice(8)));
          const day = <time dateTime={on}>{name}</time>;
          if (productIds === null || count === 0)
            return (
              <li key={on}>
                <span />
                {day}
              </li>
            );
          const date = formatDate(on, 'short');
          const words = t`${plural(count, { one: `# product falls short on ${date}`, other: `# products fall short on ${date}` })}`;
          return (
            <li key={on}>
              <Link
                to="/calendars"
                search={{ ...search, ids: [...productIds], sort: 'fallsShort' }}
                aria-label={words}
                title={words}
                data-most={count === most || undefined}
              >
                <b>{formatCount(count)}</b>
                <span style={{ height: `${(18 * count) / most}px` }} />
                {day}
              </Link>
            </li>
          );
        })}
      </ol>
      {from !== undefined && (
        <Text fz={13} lh="18px" mb={8}>
          <Link to="/calendars" search={{ ...search, tile: 'short-soon', weeks, sort: 'fallsShort' }}>
            <Plural value={rest} one={`# more from ${more} on`} other={`# more from ${more} on`} />
          </Link>
        </Text>
      )}
    </>
  );
}
