import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { serviceAnswer, stock } from '#api/stock.ts';
import type { ProductAnswer } from '#features/answer/use-answer.ts';
import { useWording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { useRememberedList } from '#features/remembered.ts';
import { useLocale, useUnit } from '#ui/locale.tsx';
import type { Answer } from '#domain/answer.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';
import { formatMoment } from '#lib/locale-date.ts';

import classes from './availability.module.css';
import { searchOf } from './question.ts';
import {
  changeSince,
  recentLookups,
  type RecentLookup,
  type RememberedAnswer,
  rememberedWords,
} from './recent-lookups.ts';

/** The lookups remembered for this service, market and person, latest first, and a way to remember one more. */
const useRecentLookups = () => useRememberedList(recentLookups);

/** The lookup of an earlier visit to the same question, where one is remembered. */
export function useEarlierLookup(isThis: (lookup: RecentLookup) => boolean): RecentLookup | undefined {
  return useRecentLookups().entries.find(isThis);
}

/**
 * Remembers each answer once it has been held against the calendar; one that isn't trusted leaves no trace. It shows
 * nothing: the answer isn't rendered again with what is remembered.
 */
export function Remembering({ asked, neededBy }: { asked: ProductAnswer; neededBy: CalendarDate | null }) {
  const { remember } = useRecentLookups();
  const lookup = lookupOf(asked, neededBy);
  // As text, so that the same lookup is written once, however often the page renders.
  const text = lookup && JSON.stringify(lookup);
  useEffect(() => {
    if (text !== null) remember(JSON.parse(text) as RecentLookup);
  }, [text, remember]);
  return null;
}

function lookupOf(asked: ProductAnswer, neededBy: CalendarDate | null): RecentLookup | null {
  const { product, quantity, answer, answeredAt, timeline, contradiction } = asked;
  if (answer === null || quantity === null || timeline === null || contradiction !== null) return null;
  return {
    product,
    quantity,
    neededBy,
    answer: remembered(answer),
    askedOn: todayIn(undefined, new Date(answeredAt)),
    askedAt: answeredAt,
  };
}

function remembered(answer: Answer): RememberedAnswer {
  return answer.kind === 'not-available'
    ? null
    : { stockDate: answer.date, isMaxLeadTime: answer.kind === 'max-lead-time' };
}

const mostShown = 5;

/** What was asked lately; once the page is idle, each is asked again quietly to say what changed since. */
export function RecentPanel(props: {
  /** The lookup whose answer stands above. */
  isThis?: (lookup: RecentLookup) => boolean;
  isIdle: boolean;
}) {
  const { isThis = () => false, isIdle } = props;
  const { entries } = useRecentLookups();
  const lookups = entries.filter((lookup) => !isThis(lookup)).slice(0, mostShown);
  const { t } = useLingui();
  const { today } = useLocale();
  const answers = useQueries({
    queries: lookups.map(({ product, quantity }) => ({
      ...stock.item(product.productId, quantity),
      enabled: isIdle,
      retry: false,
    })),
  });
  if (lookups.length === 0) return null;
  return (
    <Panel title={t`Recent checks`}>
      <ul className={classes.list}>
        {lookups.map((lookup, index) => {
          const result = answers[index];
          const now = result ? serviceAnswer(result, today) : null;
          return (
            <RecentRow
              key={`${lookup.product.productId} ${lookup.quantity} ${lookup.neededBy}`}
              lookup={lookup}
              now={now === null ? undefined : remembered(now)}
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

const toneColors = { better: 'var(--sh-in-stock)', worse: 'var(--sh-late)' };

/** One remembered lookup; without an answer of now, it stands with the time it is of. */
function RecentRow({ lookup, now }: RecentRowProps) {
  const { product, quantity, neededBy, askedAt } = lookup;
  const wording = useWording(useUnit(product));
  const asOf = formatMoment(askedAt, wording.locale);
  const { words, tone } = now === undefined ? { words: null, tone: null } : changeSince(wording, lookup, now);
  return (
    <li>
      <Link
        to="/"
        search={(before) => ({ ...before, ...searchOf({ ...lookup, productId: product.productId }) })}
        className={classes.recentRow}
      >
        <Group component="span" gap={12} justify="space-between" wrap="nowrap">
          <Text component="bdi" inherit fw={600}>
            {product.name ?? product.sku ?? product.productId}
          </Text>
          <span>{wording.formatQuantity(quantity)}</span>
        </Group>
        <span>
          {rememberedWords(wording, lookup)}
          <Text component="span" display="block" c="dimmed" fz={13}>
            {neededBy === null ? (
              <Trans>Checked {asOf}</Trans>
            ) : (
              <Trans>
                Ship by {wording.formatDate(neededBy, 'long')}, checked {asOf}
              </Trans>
            )}
          </Text>
        </span>
        <Text
          component="span"
          inherit
          ta={{ sm: 'end' }}
          {...(tone ? { c: toneColors[tone], fw: 600 } : { c: 'dimmed' })}
        >
          {words}
        </Text>
      </Link>
    </li>
  );
}
