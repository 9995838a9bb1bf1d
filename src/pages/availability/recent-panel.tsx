import { Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';

import { serviceAnswer, stock } from '#api/stock.ts';
import type { ProductAnswer } from '#features/answer/use-answer.ts';
import { quantityWords, shortDateWords, useWording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { useRemembered } from '#features/remembered.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';

import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';

import classes from './availability.module.css';
import { searchOf } from './question.ts';
import {
  asOfWords,
  changeSince,
  changeWords,
  readRecentLookups,
  type RecentLookup,
  type RememberedAnswer,
  rememberedWords,
  toneOf,
  withLookup,
} from './recent-lookups.ts';

/** The lookups remembered for this service, market and person, latest first, and a way to remember one more. */
export function useRecentLookups() {
  const { text, change } = useRemembered('recent-lookups');
  const lookups = useMemo(() => readRecentLookups(text), [text]);
  const remember = useCallback(
    (lookup: RecentLookup) => change((known) => JSON.stringify(withLookup(readRecentLookups(known), lookup))),
    [change],
  );
  return { lookups, remember };
}

/** Remembers each answer once it has been held against the calendar; one that isn't trusted leaves no trace. */
export function useRemembering(
  asked: ProductAnswer,
  neededBy: CalendarDate | null,
  remember: (lookup: RecentLookup) => void,
): void {
  const lookup = lookupOf(asked, neededBy);
  // As text, so that the same lookup is written once, however often the page renders.
  const text = lookup && JSON.stringify(lookup);
  useEffect(() => {
    if (text !== null) remember(JSON.parse(text) as RecentLookup);
  }, [text, remember]);
}

function lookupOf(asked: ProductAnswer, neededBy: CalendarDate | null): RecentLookup | null {
  const { product, quantity, answer, answeredAt, timeline, contradiction } = asked;
  if (answer === null || quantity === null || timeline === null || contradiction !== null) return null;
  return {
    product,
    quantity,
    neededBy,
    answer:
      answer.kind === 'not-available'
        ? null
        : { stockDate: answer.date, isMaxLeadTime: answer.kind === 'max-lead-time' },
    askedOn: todayIn(undefined, new Date(answeredAt)),
    askedAt: answeredAt,
  };
}

const mostShown = 5;

/** What was asked lately; once the page is idle, each is asked again quietly to say what changed since. */
export function RecentPanel(props: { lookups: readonly RecentLookup[]; isIdle: boolean }) {
  const lookups = props.lookups.slice(0, mostShown);
  const { t } = useLingui();
  const { today } = useLocale();
  const answers = useQueries({
    queries: lookups.map(({ product, quantity }) => ({
      ...stock.item(product.productId, quantity),
      enabled: props.isIdle,
      retry: false,
    })),
  });
  if (lookups.length === 0) return null;
  return (
    <Panel title={t`Recent lookups`}>
      <ul className={classes.recent}>
        {lookups.map((lookup, index) => {
          const result = answers[index];
          const now = result ? serviceAnswer(result, today) : null;
          return (
            <RecentRow
              key={`${lookup.product.productId} ${lookup.quantity} ${lookup.neededBy}`}
              lookup={lookup}
              now={now === null ? undefined : now.kind === 'not-available' ? null : result?.data?.data}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

interface RecentRowProps {
  lookup: RecentLookup;
  /** The answer of now; undefined where none came. */
  now: RememberedAnswer | undefined;
}

/** One remembered lookup; without an answer of now, it stands with the time it is of. */
function RecentRow({ lookup, now }: RecentRowProps) {
  const { product, quantity, neededBy, askedAt } = lookup;
  const wording = useWording(useUnit(product));
  const asOf = asOfWords(wording, askedAt);
  const change = now === undefined ? null : changeSince(lookup, now, wording.today);
  return (
    <li>
      <Link
        to="/"
        search={(before) => ({ ...before, ...searchOf({ ...lookup, productId: product.productId }) })}
        className={classes.recentRow}
      >
        <span className={classes.recentWhat}>
          <bdi>{product.name ?? product.sku ?? product.productId}</bdi>
          <span>{quantityWords(wording, quantity)}</span>
        </span>
        <span className={classes.recentThen}>
          {rememberedWords(wording, lookup)}
          <Text component="span" display="block" c="dimmed" fz={13}>
            {neededBy === null ? (
              <Trans>as of {asOf}</Trans>
            ) : (
              <Trans>
                needed by {shortDateWords(wording, neededBy)}, as of {asOf}
              </Trans>
            )}
          </Text>
        </span>
        {change !== null && (
          <span className={classes.recentChange} data-tone={toneOf(change)}>
            {changeWords(wording, change)}
          </span>
        )}
      </Link>
    </li>
  );
}
