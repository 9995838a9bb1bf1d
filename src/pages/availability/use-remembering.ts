import { useEffect } from 'react';

import { todayIn } from '#lib/calendar-date.ts';

import type { RecentLookup } from './recent-lookups.ts';
import type { Asked } from './use-asked.ts';

/** Remembers each answer once it has been held against the calendar; one that isn't trusted leaves no trace. */
export function useRemembering(asked: Asked, remember: (lookup: RecentLookup) => void): void {
  const lookup = lookupOf(asked);
  // As text, so that the same lookup is written once, however often the page renders.
  const text = lookup && JSON.stringify(lookup);
  useEffect(() => {
    if (text !== null) remember(JSON.parse(text) as RecentLookup);
  }, [text, remember]);
}

function lookupOf({ question, product, item, answer, timeline, contradiction }: Asked): RecentLookup | null {
  if (answer === null || timeline === null || contradiction !== null) return null;
  const { quantity, neededBy } = question;
  return {
    product,
    quantity,
    neededBy,
    answer:
      answer.kind === 'not-available'
        ? null
        : { stockDate: answer.date, isMaxLeadTime: answer.kind === 'max-lead-time' },
    askedOn: todayIn(undefined, new Date(item.settledAt)),
    askedAt: item.settledAt,
  };
}
