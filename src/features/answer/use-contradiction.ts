import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import type { CalendarEntry } from '#contract/envelope.ts';
import { type Answer, type AnswerContradiction, contradictionOnEvery } from '#domain/answer.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/**
 * What a product's whole calendar says against the service's answer; null where it doesn't, and until both came.
 * Near midnight the service's today is another day than the person's: what either bears out is no contradiction.
 */
export function useContradiction(
  answer: Answer | null,
  entries: readonly CalendarEntry[] | undefined,
  quantity: Thousandths | null,
): AnswerContradiction | null {
  const { today } = useLocale();
  const { data } = useQuery(session.current());
  if (answer === null || entries === undefined || quantity === null) return null;
  return contradictionOnEvery([today, data?.service.today ?? today], answer, entries, quantity);
}
