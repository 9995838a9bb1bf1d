import { t } from '@lingui/core/macro';
import { useRouterState } from '@tanstack/react-router';

import type { DatedAnswer } from '#stock/answer.ts';
import type { RecordedOutcome } from '#stock/order/check-record.ts';
import { isBlank, type LineKey } from '#stock/order/order-line.ts';
import { isEarlier, type OpenCause } from '#stock/order/order-summary.ts';
import type { LinkToCopy } from '#parts/export/copy-link.tsx';
import { type SharedAnswers, packOrder, type SharedResult, type SharedOrder } from '#parts/saved-orders/order-link.ts';
import { draftLine, newOrder, type StoredOrder } from '#parts/saved-orders/saved-order.ts';
import { type CalendarDate, later, todayIn } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import type { OrderWords } from '#orders/order-words.ts';

/** The order is in the fragment, which isn't sent to servers. */
const fragmentName = 'order=';

/** Returns a link with the order's lines and, if they fit, its results. */
export async function orderLink(session: OrderSession, { i18n }: Pick<OrderWords, 'i18n'>): Promise<LinkToCopy> {
  const lines = session.lines.getRows().filter((line) => !isBlank(line));
  const name = session.name.get();
  const answers = session.currentRecord();
  const withAnswers = answers && (await packOrder({ name, lines, answers }));
  if (withAnswers) return { href: linkOf(withAnswers), message: t(i18n)`Link copied, with lines and results` };
  const packed = await packOrder({ name, lines });
  return packed === null
    ? { href: null, message: t(i18n)`The order is too long for a link (32 KB limit). Export a file instead.` }
    : { href: linkOf(packed), message: t(i18n)`Link copied, with lines only` };
}

function linkOf(packed: string): string {
  return `${location.origin}/order#${fragmentName}${packed}`;
}

/** Returns the packed order in the address; null if there is none. */
export function usePackedOrder(): string | null {
  const hash = useRouterState({ select: ({ location }) => location.hash }).replace(/^#/, '');
  return hash.startsWith(fragmentName) ? hash.slice(fragmentName.length) : null;
}

/** Returns a shared order as one that can be stored, with the sender's results as the previous check. */
export function linkedOrder(
  { name, lines, answers }: SharedOrder,
  owner: string,
  formatQuantity: (quantity: Thousandths) => string,
): StoredOrder {
  const { header, contents } = newOrder(owner);
  const drafts = lines.map((line, at) => draftLine(at + 1, line, formatQuantity));
  const recorded = drafts.flatMap(({ key, quantity }, at) => {
    const answered = answers?.outcomes[at];
    return typeof answered === 'object' && answered && quantity !== null
      ? [[key, { ...answered, quantity }] as const]
      : [];
  });
  const previous = answers ? { checkedAt: answers.checkedAt, lines: new Map(recorded) } : null;
  return {
    header: { ...header, name, lineCount: drafts.length },
    contents: { ...contents, lines: drafts, previous },
  };
}

/** The whole order as the sender saw it. */
export interface SharedSummary {
  firstShipDate: DatedAnswer | null;
  /** Why there is no complete date; empty if there is one. */
  causes: readonly OpenCause[];
  /** Both null if a line had no date; `stockOnly` also if it is no longer known. */
  withMaxLeadTime: CalendarDate | null;
  stockOnly: CalendarDate | 'none' | null;
}

/**
 * Returns the dates as the sender saw them; null if the link has no results. Dates before that check mean its day.
 * @param timeZone the service's
 */
export function sharedSummary({ answers }: SharedOrder, timeZone: string): SharedSummary | null {
  if (!answers) return null;
  const day = dayOfCheck(answers, timeZone);
  const causes = new Map<OpenCause['status'], LineKey[]>();
  const dated: DatedAnswer[] = [];
  for (const [at, answered] of answers.outcomes.entries()) {
    const outcome = sharedOutcome(answered);
    if ('date' in outcome) dated.push({ ...outcome, date: later(outcome.date, day) });
    else causes.set(outcome.kind, [...(causes.get(outcome.kind) ?? []), at + 1]);
  }
  const isComplete = causes.size === 0 && dated.length > 0;
  const dates = dated.map(({ date }) => date);
  const isBacked = dated.every(({ kind }) => kind !== 'max-lead-time');
  const latest = isComplete ? dates.reduce(later) : null;
  const seen = answers.stockOnly;
  return {
    firstShipDate: dated.reduce<DatedAnswer | null>(
      (first, next) => (first && !isEarlier(next, first) ? first : next),
      null,
    ),
    causes: Array.from(causes, ([status, lines]) => ({ status, lines })),
    withMaxLeadTime: latest,
    stockOnly: !isComplete
      ? null
      : isBacked
        ? latest
        : seen === undefined || seen === 'none'
          ? (seen ?? null)
          : later(seen, day),
  };
}

/** Returns the result that a line showed, or why it had none. */
export function sharedOutcome(seen: SharedResult | null | undefined): RecordedOutcome | { kind: OpenCause['status'] } {
  return seen && typeof seen === 'object' ? seen.outcome : { kind: seen ?? 'unasked' };
}

/** Returns the service's date at the check whose results are in the link. */
export function dayOfCheck({ checkedAt }: SharedAnswers, timeZone: string): CalendarDate {
  return todayIn(timeZone, new Date(checkedAt));
}
