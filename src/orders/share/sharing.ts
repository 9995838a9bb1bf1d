import { t } from '@lingui/core/macro';
import { useRouterState } from '@tanstack/react-router';

import { describeError } from '#data/describe-error.ts';
import { shareOrder } from '#data/orders.ts';
import type { LinkToCopy } from '#parts/export/copy-link.tsx';
import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { OrderContent } from '#stock/contract/orders.ts';
import type { CheckRecord, RecordedOutcome } from '#stock/order/check-record.ts';
import type { LineKey, LineQuery } from '#stock/order/order-line.ts';
import { isEarlier, type OpenCause } from '#stock/order/order-summary.ts';
import { orderDesk } from '#orders/lines/order-desk.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import type { OrderWords } from '#orders/order-words.ts';

/** The key is in the fragment, which isn't sent to servers. */
const keyName = 'share=';
/** Of links of earlier versions, which contained the order. */
const orderName = 'order=';
const daysOfLink = 90;

/** Creates a link to the order. Nothing is shared that isn't saved. */
export async function orderLink(session: OrderSession, { i18n }: Pick<OrderWords, 'i18n'>): Promise<LinkToCopy> {
  if (!(await orderDesk.save())) return { href: null, message: t(i18n)`The order isn't saved on the server yet.` };
  try {
    const { key } = await shareOrder(session.id, daysOfLink);
    return { href: `${location.origin}/order#${keyName}${key}`, message: t(i18n)`Link copied. It expires in 90 days.` };
  } catch (error) {
    return { href: null, message: describeError(error, i18n).title };
  }
}

/** What the address opens: the user's own order, that of a link, or a link of an earlier version. */
export function useLinkedOrder(): { kind: 'own' | 'outdated-link' } | { kind: 'shared'; key: string } {
  const hash = useRouterState({ select: ({ location }) => location.hash }).replace(/^#/, '');
  if (hash.startsWith(keyName)) return { kind: 'shared', key: hash.slice(keyName.length) };
  return { kind: hash.startsWith(orderName) ? 'outdated-link' : 'own' };
}

/** What the sender saw on a line. */
export interface SharedResult {
  outcome: RecordedOutcome | { kind: 'no-stock-data' };
  /** The service's date then. */
  day: CalendarDate;
  /** Unix milliseconds. */
  checkedAt: number;
}

/** Returns what the sender saw, by line. The sender's results are claims: nothing is derived from them but a comparison. */
export function sharedResults(
  { checks }: OrderContent,
  queries: readonly LineQuery[],
): ReadonlyMap<LineKey, SharedResult> {
  const byRequest = new Map<string, SharedResult>();
  for (const { day, results } of checks) {
    for (const { productId, quantity, checkedAt, ...result } of results) {
      const request = `${productId} ${quantity}`;
      if ((byRequest.get(request)?.checkedAt ?? 0) > checkedAt) continue;
      const outcome = 'date' in result ? { kind: result.kind, date: result.date } : { kind: result.kind };
      byRequest.set(request, { outcome, day, checkedAt });
    }
  }
  return new Map(
    queries.flatMap(({ key, productId, quantity }) => {
      const result = byRequest.get(`${productId} ${quantity}`);
      return result ? [[key, result] as const] : [];
    }),
  );
}

/** Returns when the oldest result was received; null without results. */
export function oldestCheck(seen: ReadonlyMap<LineKey, SharedResult>): number | null {
  return seen.size === 0 ? null : Math.min(...Array.from(seen.values(), ({ checkedAt }) => checkedAt));
}

/** Returns the sender's results as the check to compare the current one with. */
export function recordOfShared(
  seen: ReadonlyMap<LineKey, SharedResult>,
  queries: readonly LineQuery[],
): CheckRecord | null {
  const checkedAt = oldestCheck(seen);
  if (checkedAt === null) return null;
  const lines = queries.flatMap(({ key, productId, own }) => {
    const outcome = seen.get(key)?.outcome;
    return !outcome || outcome.kind === 'no-stock-data' ? [] : [[key, { productId, quantity: own, outcome }] as const];
  });
  return { checkedAt, lines: new Map(lines) };
}

/** The whole order as the sender saw it. */
export interface SharedSummary {
  firstShipDate: DatedResult | null;
  /** Why there is no complete date; empty if there is one. */
  causes: readonly OpenCause[];
  /** Null if a line had no date. */
  withMaxLeadTime: CalendarDate | null;
  /** Null also if a line was at max lead time: the date without that isn't shared. */
  stockOnly: CalendarDate | null;
}

/**
 * Returns the dates as the sender saw them; null if the link has no results. Dates before a check mean its day.
 * @param keys of all lines, in order
 */
export function sharedSummary(
  seen: ReadonlyMap<LineKey, SharedResult>,
  keys: readonly LineKey[],
): SharedSummary | null {
  if (seen.size === 0) return null;
  const causes = new Map<OpenCause['status'], LineKey[]>();
  const dated: DatedResult[] = [];
  for (const key of keys) {
    const { outcome, day } = seen.get(key) ?? { outcome: { kind: 'not-checked' as const } };
    if ('date' in outcome) dated.push({ ...outcome, date: later(outcome.date, day ?? outcome.date) });
    else causes.set(outcome.kind, [...(causes.get(outcome.kind) ?? []), key]);
  }
  const isComplete = causes.size === 0 && dated.length > 0;
  const latest = isComplete ? dated.map(({ date }) => date).reduce(later) : null;
  return {
    firstShipDate: dated.reduce<DatedResult | null>(
      (first, next) => (first && !isEarlier(next, first) ? first : next),
      null,
    ),
    causes: Array.from(causes, ([status, lines]) => ({ status, lines })),
    withMaxLeadTime: latest,
    stockOnly: dated.every(({ kind }) => kind !== 'max-lead-time') ? latest : null,
  };
}
