import { useEffect } from 'react';

import type { RecentLookup } from './recent-lookups.ts';
import type { Asked } from './use-asked.ts';

/** Remembers each answer once it has been held against the calendar; one that isn't trusted leaves no trace. */
export function useRemembering(asked: Asked, remember: (lookup: RecentLookup) => void): void {
  const { question, product, wording, item, answer, timeline, contradiction } = asked;
  const { quantity, neededBy } = question;
  const { data, settledAt } = item;
  const isTrusted = answer !== null && timeline !== null && contradiction === null;
  const isAvailable = answer !== null && answer.kind !== 'not-available';
  const { today } = wording;
  useEffect(() => {
    if (!isTrusted) return;
    const answered = isAvailable && data ? { stockDate: data.stockDate, isMaxLeadTime: data.isMaxLeadTime } : null;
    remember({ product, quantity, neededBy, answer: answered, askedOn: today, askedAt: settledAt });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isTrusted, isAvailable, settledAt, product.productId, product.name, quantity, neededBy, remember]);
}
